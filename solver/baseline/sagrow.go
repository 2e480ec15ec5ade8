package baseline

// SaGroWParameters of sampled GW.
type SaGroWParameters struct {
	// Samples is M, the number of sampled index pairs an iteration; default 100.
	Samples int
}
