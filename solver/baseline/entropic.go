package baseline

// EntropicParameters of entropic GW.
type EntropicParameters struct {
	// Epsilon is the weight of the entropy, in units of the squared distances (POT's
	// epsilon); default 0.05.
	Epsilon float64
	// Solver is "pgd", projected gradient (default), or "ppa", proximal point.
	Solver string
}
