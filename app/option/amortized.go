package option

import "gwscope/app/session"

// amortizedRows are the options of the amortised matcher.
func amortizedRows() []Option {
	return []Option{
		{Name: "refined", Label: "Refine", Kind: Switch, Methods: []string{"amortized"},
			Help: "of the amortised matcher: refine the instant match by conditional gradient (off: keep the plan of one forward pass)",
			at:   toggle(func(o *session.Options) *bool { return &o.Refined })},
		{Name: "model", Label: "Weights", Kind: Path, Advanced: true, Methods: []string{"amortized"},
			Help: "of the amortised matcher: file of weights that gwscope train has made, or paper for those of the paper's network (none: the standard ones; the program carries both)",
			at:   word(func(o *session.Options) *string { return &o.Model })},
	}
}
