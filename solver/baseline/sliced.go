package baseline

// SlicedParameters of the sliced distances.
type SlicedParameters struct {
	// Directions is L, the number of projections; default 500.
	Directions int
}
