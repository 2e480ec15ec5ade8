package option

import "gwscope/app/session"

// rivalRows are the parameters of the methods of package baseline.
func rivalRows() []Option {
	return []Option{
		{Name: "epsilon", Label: "Entropy ε", Kind: Real, Low: 1e-6, High: 1e3, Methods: []string{"entropic", "cnt"},
			Help:    "weight of the entropy: of entropic GW in units of the squared distances, whose largest is 1; of kernel GW as a share of the spread of the costs",
			Choices: []string{"0.005", "0.01", "0.05", "0.5", "1"},
			at:      fraction(func(o *session.Options) *float64 { return &o.Epsilon })},
		{Name: "entropic-solver", Label: "Iteration", Kind: Choice, Methods: []string{"entropic"},
			Help:    "how the entropic plan is found: projected gradient, or proximal point, which ends without entropy",
			Choices: []string{"pgd", "ppa"}, Labels: []string{"projected gradient", "proximal point"},
			at: word(func(o *session.Options) *string { return &o.EntropicSolver })},
		{Name: "rank", Label: "Rank", Kind: Whole, Min: 1, Max: 10000, Methods: []string{"lowrank"},
			Help:    "the rank r of the plan",
			Choices: []string{"5", "10", "20", "50", "100"},
			at:      whole(func(o *session.Options) *int { return &o.Rank })},
		{Name: "sampled", Label: "Sampled pairs", Kind: Whole, Min: 1, Max: 1000000, Methods: []string{"sagrow"},
			Help:    "index pairs that are sampled from the plan in an iteration",
			Choices: []string{"10", "100", "1000"},
			at:      whole(func(o *session.Options) *int { return &o.Sampled })},
		{Name: "directions", Label: "Directions", Kind: Whole, Min: 1, Max: 100000, Methods: sliced(),
			Help:    "the number of directions that shapes are projected on",
			Choices: []string{"50", "500", "2000"},
			at:      whole(func(o *session.Options) *int { return &o.Directions })},
		{Name: "slicing", Label: "Slicing", Kind: Choice, Methods: []string{"sgw"},
			Help:    "one direction for both shapes, or one for each: the first depends on how the shapes stand",
			Choices: []string{"shared", "independent"}, Labels: []string{"shared directions", "independent directions"},
			at: word(func(o *session.Options) *string { return &o.Slicing })},
		{Name: "gap", Label: "Certificate", Kind: Real, Low: 1e-6, High: 1, Advanced: true, Methods: []string{"sdp"},
			Help:    "relative gap between a plan's loss and the proven bound at which the plan counts as optimal",
			Choices: []string{"0.0001", "0.001", "0.01", "0.05"}, Labels: []string{"within 0.01 %", "within 0.1 %", "within 1 %", "within 5 %"},
			at: fraction(func(o *session.Options) *float64 { return &o.Gap })},
		{Name: "mass", Label: "Matched mass", Kind: Real, Low: 0.01, High: 1, SlideFrom: 0.05, Methods: partial(),
			Caution: "Which part is left out is a local minimum’s choice, and no surer than the match of the rest.",
			Help:    "share of the mass that is matched, for a part against a whole; 1 matches everything",
			Choices: []string{"1", "0.9", "0.8", "0.67", "0.5"},
			at:      fraction(func(o *session.Options) *float64 { return &o.Mass })},
	}
}
