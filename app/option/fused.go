package option

import "gwscope/app/session"

// fusedRows are the options of an objective with features.
func fusedRows() []Option {
	return []Option{
		{Name: "alpha", Label: "GW share α", Kind: Real, Low: 0.001, High: 1, Advanced: true, Methods: fused(), Refused: true,
			Help:    "weight of the GW loss, and 1 - α of the features; 1 leaves the features out",
			Choices: []string{"1", "0.9", "0.7", "0.5", "0.3"},
			at:      fraction(func(o *session.Options) *float64 { return &o.Alpha })},
		{Name: "features", Label: "Features", Kind: Choice, Advanced: true, Methods: fused(),
			Help:    "features that are compared beside the distances where α is below 1",
			Choices: []string{"profile", "curvature", "coordinates", "anchors"},
			Labels:  []string{"distance profile", "curvature", "coordinates", "extremities"},
			at:      word(func(o *session.Options) *string { return &o.Features })},
	}
}
