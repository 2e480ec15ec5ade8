package option

import "gwscope/app/session"

// neuralRows are the options of the neural method; others have backend, too.
func neuralRows() []Option {
	return []Option{
		{Name: "preset", Label: "Networks", Kind: Choice, Methods: []string{"neural"},
			Help:    "of the neural method: our recipe, or the paper's values",
			Choices: []string{"best", "paper-animals", "paper-horse"}, Labels: []string{"Best", "Paper: animals", "Paper: horse interpolation"},
			at: word(func(o *session.Options) *string { return &o.Preset })},
		{Name: "start", Label: "Starts", Kind: Choice, Methods: warm(), Refused: true,
			Help:    "where the method starts: with random networks or the product coupling, or from the hierarchical slicer's plan",
			Choices: []string{"scratch", "hierarchical"}, Labels: []string{"from scratch", "from the hierarchical slicer"},
			at: word(func(o *session.Options) *string { return &o.Start })},
		{Name: "steps", Label: "Training steps", Kind: Whole, Min: 0, Max: 1000000, Methods: []string{"neural"},
			Help:    "of the neural method, for each restart; 0 for the preset's own number",
			Choices: []string{"0", "100", "300", "1000"}, Labels: []string{"as the preset says", "100 steps", "300 steps", "1000 steps"},
			at: whole(func(o *session.Options) *int { return &o.Steps })},
		{Name: "backend", Label: "Backend", Kind: Choice, Advanced: true, Methods: onCard(),
			Help:    "the device of networks, and of matrix products from 1000 samples on; auto is a real graphics card where that is faster",
			Choices: []string{"auto", "cpu", "gpu"}, Labels: []string{"automatic", "CPU", "GPU"},
			at: word(func(o *session.Options) *string { return &o.Backend })},
		{Name: "slicers", Label: "Slicers", Kind: Choice, Advanced: true, Methods: []string{"neural"},
			Help:    "of the neural method: networks or linear, one with a lifting (dependent) or one for each shape",
			Choices: []string{"dependent", "independent", "linear", "linear-independent"},
			Labels:  []string{"networks, dependent", "networks, independent", "linear, dependent", "linear, independent"},
			at:      word(func(o *session.Options) *string { return &o.Slicers })},
		{Name: "input", Label: "Networks see", Kind: Choice, Advanced: true, Methods: []string{"neural"},
			Help:    "of the neural method: the networks' view of a point; coordinates depend on how the shapes stand, the others do not",
			Choices: []string{"preset", "embedding", "coordinates", "profile"},
			Labels:  []string{"as the preset says", "intrinsic embedding", "coordinates", "distance profile"},
			at:      word(func(o *session.Options) *string { return &o.Input })},
		{Name: "refine", Label: "Refine", Kind: Switch, Advanced: true, Methods: []string{"neural"},
			Help: "of the neural method: improve the slicer of Best within its class (off: keep it as trained)",
			at:   toggle(func(o *session.Options) *bool { return &o.Refine })},
	}
}
