package baseline

// LowRankParameters of low-rank GW.
type LowRankParameters struct {
	// Rank is r, the rank of the plan; default 20.
	Rank int
}
