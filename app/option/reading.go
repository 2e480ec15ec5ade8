package option

import "gwscope/app/session"

// readingRows say how the vertices and faces of a file become a shape.
func readingRows() []Option {
	return []Option{
		{Name: "drop-invalid", Label: "Drop invalid vertices", Kind: Switch, Advanced: true,
			Help: "leave out vertices whose coordinates are not finite numbers instead of refusing the file",
			at:   toggle(func(o *session.Options) *bool { return &o.DropInvalid })},
		{Name: "drop-outliers", Label: "Drop far vertices", Kind: Switch, Advanced: true,
			Help: "leave out vertices that lie far from all others, as stray points of a scan do",
			at:   toggle(func(o *session.Options) *bool { return &o.DropOutliers })},
		{Name: "weld", Label: "Weld cracks up to", Kind: Real, Low: 0, High: 0.01, Advanced: true,
			Help:    "merge vertices that are closer than this share of the shape's diagonal, so that distances cross cracks",
			Choices: []string{"0", "1e-06", "1e-05", "0.0001", "0.001"}, Labels: []string{"equal places only", "a millionth", "a hundred-thousandth", "a ten-thousandth", "a thousandth"},
			at: fraction(func(o *session.Options) *float64 { return &o.Weld })},
		{Name: "largest-component", Label: "Largest component only", Kind: Switch, Advanced: true,
			Help: "ignore all pieces of a shape but the largest instead of bridging them",
			at:   toggle(func(o *session.Options) *bool { return &o.LargestComponent })},
		{Name: "include-isolated", Label: "Include isolated vertices", Kind: Switch, Advanced: true,
			Help: "let vertices of a mesh that belong to no face take part",
			at:   toggle(func(o *session.Options) *bool { return &o.IncludeIsolated })},
	}
}
