package option

import "gwscope/app/session"

// common are the options of every match.
func common() []Option {
	return []Option{
		{Name: "method", Label: "Method", Kind: Choice,
			Help:    "how the coupling is found",
			Choices: methodNames(), Labels: ofMethods(MethodTitle), Abouts: ofMethods(MethodAbout),
			at: word(func(o *session.Options) *string { return &o.Method })},
		{Name: "samples", Label: "Samples", Kind: Whole, Min: 1, Max: 20000,
			Help:    "farthest-point samples on each shape; more than half of the vertices of a mesh often make the map worse",
			Choices: []string{"150", "250", "500", "1000", "2000"},
			Labels:  []string{"150 samples", "250 samples", "500 samples", "1000 samples", "2000 samples"},
			at:      whole(func(o *session.Options) *int { return &o.Samples })},
		{Name: "effort", Label: "Effort", Kind: Choice,
			Help:    "fast answers sooner, thorough tries more starts and is surer of the side",
			Choices: []string{"thorough", "fast"},
			at:      word(func(o *session.Options) *string { return &o.Effort })},
		anchorsRow(),
		{Name: "flip", Label: "Side", Kind: Choice,
			Help:    "which of the mirrored near-equal minima is wanted",
			Choices: []string{"auto", "direct", "mirrored"}, Labels: []string{"choose by score", "direct only", "mirrored only"}, Advanced: true,
			at: word(func(o *session.Options) *string { return &o.Flip })},
		{Name: "metric", Label: "Distances", Kind: Choice,
			Help:    "geodesics along mesh edges, through a 20-nearest-neighbour graph, or accurate across triangles; auto: along edges, but through the graph for the preset paper-horse and for a mesh beside a cloud of points",
			Choices: []string{session.AutoMetric, "graph", "knn", "accurate"}, Labels: []string{"automatic", "mesh graph", "kNN-20 graph", "accurate (across triangles)"}, Advanced: true,
			at: word(func(o *session.Options) *string { return &o.Metric })},
		{Name: "weights", Label: "Weights", Kind: Choice,
			Help:    "the same mass for every sample, or the area that it stands for",
			Choices: []string{"uniform", "area"}, Advanced: true,
			at: word(func(o *session.Options) *string { return &o.Weights })},
		{Name: "polish", Label: "Polish", Kind: Switch, Advanced: true, Methods: polished(),
			Help: "improve the slicer's plan by conditional gradient (off: keep the sorted plan)",
			at:   toggle(func(o *session.Options) *bool { return &o.Polish })},
		{Name: "surface", Label: "Surface", Kind: Choice, Advanced: true,
			Help:    "registered: A's mesh is laid on B's surface without folds, and maps, meshes and morphs come from it; map: they come from the map of all vertices as the coupling gives it",
			Choices: []string{session.Registered, session.MapAlone}, Labels: []string{"mesh of A laid on B", "map alone"},
			at: word(func(o *session.Options) *string { return &o.Surface })},
		{Name: "seed", Label: "Seed", Kind: Whole, Min: 0, Max: 1 << 31, Advanced: true,
			Help: "the same seed gives the same bits",
			at:   unsigned(func(o *session.Options) *uint64 { return &o.Seed })},
		{Name: "threads", Label: "Threads", Kind: Whole, Min: 0, Max: 1024, Advanced: true,
			Help: "worker threads, 0 for all cores; the result does not depend on it",
			at:   whole(func(o *session.Options) *int { return &o.Threads })},
	}
}
