package baseline

// CNTParameters of kernel GW.
type CNTParameters struct {
	// Epsilon is the weight of the entropy; default set by annealing, see CNT.
	Epsilon float64
}
