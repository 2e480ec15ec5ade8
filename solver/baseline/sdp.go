package baseline

// SDPParameters of the semidefinite relaxation.
type SDPParameters struct {
	// Tolerance is the relative residual at which the solver stops; default 1e-5.
	Tolerance float64
}
