package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gwscope/solver"
)

// Kind is the sort of value that an option takes.
type Kind int

// An option is one of several words, a whole number, on/off, any number, or a file.
const (
	Choice Kind = iota
	Whole
	Switch
	Real
	Path
)

// Option is one row of the [Table]: everything a flag, a control or a file needs
// to know about one setting. Get and Set go through text, so that no user of
// the table needs a type switch; Set checks and explains.
type Option struct {
	Name    string   // flag and JSON name
	Label   string   // for the window
	Help    string   // one sentence, for --help and tooltips
	Kind    Kind     //
	Choices []string // of a Choice, the values; of a number, useful ones to offer
	Labels  []string // what a person reads for each of Choices; nil: the same
	Abouts  []string // a line on each of Choices, for the window; nil: none
	Min     int      // of a Whole
	Max     int
	Low     float64 // of a Real
	High    float64
	// SlideFrom is from where on the window lets a Real be chosen with a slider, in
	// hundredths up to High; 0: from a list.
	SlideFrom float64
	// Caution is a sentence on what cannot be relied on at values below High.
	Caution string
	// Advanced options stay behind a disclosure in the window.
	Advanced bool
	// Methods are the only ones that the option matters to; nil: all.
	Methods []string

	get func(*Options) string
	set func(*Options, string)
}

// Table lists the options of a match in the order in which people meet them.
var Table = []Option{
	{Name: "method", Label: "Method", Kind: Choice,
		Help:    "how the coupling is found",
		Choices: methodNames(), Labels: methodTitles(), Abouts: methodAbouts(),
		get: func(o *Options) string { return o.Method }, set: func(o *Options, s string) { o.Method = s }},
	{Name: "samples", Label: "Samples", Kind: Whole, Min: 1, Max: 20000,
		Help:    "farthest-point samples on each shape",
		Choices: []string{"150", "250", "500", "1000", "2000"},
		Labels:  []string{"150 samples", "250 samples", "500 samples", "1000 samples", "2000 samples"},
		get:     func(o *Options) string { return strconv.Itoa(o.Samples) }, set: func(o *Options, s string) { o.Samples = atoi(s) }},
	{Name: "effort", Label: "Effort", Kind: Choice,
		Help:    "fast answers sooner, thorough tries more starts and is surer of the side",
		Choices: []string{"thorough", "fast"},
		get:     func(o *Options) string { return o.Effort }, set: func(o *Options, s string) { o.Effort = s }},
	{Name: "anchors", Label: "Extremities", Kind: Choice, Methods: []string{string(solver.Hierarchical)},
		Help:    "matching by extremities beside the slicer: auto where the shapes look like different species or the choice is uncertain (thorough effort)",
		Choices: []string{"auto", "on", "off"}, Labels: []string{"where they help", "always", "never"},
		get: func(o *Options) string { return o.Anchors }, set: func(o *Options, s string) { o.Anchors = s }},
	{Name: "flip", Label: "Side", Kind: Choice,
		Help:    "which of the mirrored near-equal minima is wanted",
		Choices: []string{"auto", "direct", "mirrored"}, Labels: []string{"choose by score", "direct only", "mirrored only"}, Advanced: true,
		get: func(o *Options) string { return o.Flip }, set: func(o *Options, s string) { o.Flip = s }},
	{Name: "metric", Label: "Distances", Kind: Choice,
		Help:    "geodesics along mesh edges, through a 20-nearest-neighbour graph, or accurate across triangles; auto: along edges, but through the graph for the preset paper-horse and for a mesh beside a cloud of points",
		Choices: []string{AutoMetric, "graph", "knn", "accurate"}, Labels: []string{"automatic", "mesh graph", "kNN-20 graph", "accurate (across triangles)"}, Advanced: true,
		get: func(o *Options) string { return o.Metric }, set: func(o *Options, s string) { o.Metric = s }},
	{Name: "weights", Label: "Weights", Kind: Choice,
		Help:    "the same mass for every sample, or the area that it stands for",
		Choices: []string{"uniform", "area"}, Advanced: true,
		get: func(o *Options) string { return o.Weights }, set: func(o *Options, s string) { o.Weights = s }},
	{Name: "polish", Label: "Polish", Kind: Switch, Advanced: true, Methods: polished(),
		Help: "improve the slicer's plan by conditional gradient (off: keep what sorting gave)",
		get:  func(o *Options) string { return strconv.FormatBool(o.Polish) }, set: func(o *Options, s string) { o.Polish = s == "true" }},
	{Name: "surface", Label: "Surface", Kind: Choice, Advanced: true,
		Help:    "registered: A's mesh is laid on B's surface without folds, and maps, meshes and morphs come from it; map: they come from the map of all vertices as the coupling gives it",
		Choices: []string{Registered, MapAlone}, Labels: []string{"mesh of A laid on B", "map alone"},
		get: func(o *Options) string { return o.Surface }, set: func(o *Options, s string) { o.Surface = s }},
	{Name: "seed", Label: "Seed", Kind: Whole, Min: 0, Max: 1 << 31, Advanced: true,
		Help: "the same seed gives the same bits",
		get:  func(o *Options) string { return strconv.FormatUint(o.Seed, 10) }, set: func(o *Options, s string) { o.Seed = uint64(atoi(s)) }},
	{Name: "threads", Label: "Threads", Kind: Whole, Min: 0, Max: 1024, Advanced: true,
		Help: "worker threads, 0 for all cores; the result does not depend on it",
		get:  func(o *Options) string { return strconv.Itoa(o.Threads) }, set: func(o *Options, s string) { o.Threads = atoi(s) }},
	{Name: "preset", Label: "Networks", Kind: Choice, Methods: []string{"neural"},
		Help:    "of the neural method: our recipe, or the paper's values",
		Choices: []string{"best", "paper-animals", "paper-horse"}, Labels: []string{"Best", "Paper: animals", "Paper: horse interpolation"},
		get: func(o *Options) string { return o.Preset }, set: func(o *Options, s string) { o.Preset = s }},
	{Name: "start", Label: "Starts", Kind: Choice, Methods: warm(),
		Help:    "where the method starts: with random networks or the product coupling, or from the hierarchical slicer's plan",
		Choices: []string{"scratch", "hierarchical"}, Labels: []string{"from scratch", "from the hierarchical slicer"},
		get: func(o *Options) string { return o.Start }, set: func(o *Options, s string) { o.Start = s }},
	{Name: "steps", Label: "Training steps", Kind: Whole, Min: 0, Max: 1000000, Methods: []string{"neural"},
		Help:    "of the neural method, for each restart; 0 for the preset's own number",
		Choices: []string{"0", "100", "300", "1000"}, Labels: []string{"as the preset says", "100 steps", "300 steps", "1000 steps"},
		get: func(o *Options) string { return strconv.Itoa(o.Steps) }, set: func(o *Options, s string) { o.Steps = atoi(s) }},
	{Name: "backend", Label: "Backend", Kind: Choice, Methods: []string{"neural", "amortized"},
		Help:    "what trains the networks of the neural method or runs that of the amortised matcher, auto for the fastest there is",
		Choices: []string{"auto", "cpu", "gpu"}, Labels: []string{"automatic", "CPU", "GPU"},
		get: func(o *Options) string { return o.Backend }, set: func(o *Options, s string) { o.Backend = s }},
	{Name: "refined", Label: "Refine", Kind: Switch, Methods: []string{"amortized"},
		Help: "of the amortised matcher: refine the instant match by conditional gradient (off: keep what one forward pass gave)",
		get:  func(o *Options) string { return strconv.FormatBool(o.Refined) }, set: func(o *Options, s string) { o.Refined = s == "true" }},
	{Name: "model", Label: "Weights", Kind: Path, Advanced: true, Methods: []string{"amortized"},
		Help: "of the amortised matcher: file of weights that gwscope train has made (none: those that come along)",
		get:  func(o *Options) string { return o.Model }, set: func(o *Options, s string) { o.Model = s }},
	{Name: "slicers", Label: "Slicers", Kind: Choice, Advanced: true, Methods: []string{"neural"},
		Help:    "of the neural method: networks or linear, one with a lifting (dependent) or one for each shape",
		Choices: []string{"dependent", "independent", "linear", "linear-independent"},
		Labels:  []string{"networks, dependent", "networks, independent", "linear, dependent", "linear, independent"},
		get:     func(o *Options) string { return o.Slicers }, set: func(o *Options, s string) { o.Slicers = s }},
	{Name: "input", Label: "Networks see", Kind: Choice, Advanced: true, Methods: []string{"neural"},
		Help:    "of the neural method: what the networks see of a point; coordinates depend on how the shapes stand, the others do not",
		Choices: []string{"preset", "embedding", "coordinates", "profile"},
		Labels:  []string{"as the preset says", "intrinsic embedding", "coordinates", "distance profile"},
		get:     func(o *Options) string { return o.Input }, set: func(o *Options, s string) { o.Input = s }},
	{Name: "refine", Label: "Refine", Kind: Switch, Advanced: true, Methods: []string{"neural"},
		Help: "of the neural method: improve what Best has learned within the slicer's class (off: keep what training gave)",
		get:  func(o *Options) string { return strconv.FormatBool(o.Refine) }, set: func(o *Options, s string) { o.Refine = s == "true" }},
	{Name: "epsilon", Label: "Entropy ε", Kind: Real, Low: 1e-6, High: 1e3, Methods: []string{"entropic", "cnt"},
		Help:    "weight of the entropy: of entropic GW in units of the squared distances, whose largest is 1; of kernel GW as a share of the spread of the costs",
		Choices: []string{"0.005", "0.01", "0.05", "0.5", "1"},
		get:     func(o *Options) string { return number(o.Epsilon) }, set: func(o *Options, s string) { o.Epsilon = atof(s) }},
	{Name: "entropic-solver", Label: "Iteration", Kind: Choice, Methods: []string{"entropic"},
		Help:    "how the entropic plan is found: projected gradient, or proximal point, which ends without entropy",
		Choices: []string{"pgd", "ppa"}, Labels: []string{"projected gradient", "proximal point"},
		get: func(o *Options) string { return o.EntropicSolver }, set: func(o *Options, s string) { o.EntropicSolver = s }},
	{Name: "rank", Label: "Rank", Kind: Whole, Min: 1, Max: 10000, Methods: []string{"lowrank"},
		Help:    "the rank r of the plan",
		Choices: []string{"5", "10", "20", "50", "100"},
		get:     func(o *Options) string { return strconv.Itoa(o.Rank) }, set: func(o *Options, s string) { o.Rank = atoi(s) }},
	{Name: "sampled", Label: "Sampled pairs", Kind: Whole, Min: 1, Max: 1000000, Methods: []string{"sagrow"},
		Help:    "index pairs that are sampled from the plan in an iteration",
		Choices: []string{"10", "100", "1000"},
		get:     func(o *Options) string { return strconv.Itoa(o.Sampled) }, set: func(o *Options, s string) { o.Sampled = atoi(s) }},
	{Name: "directions", Label: "Directions", Kind: Whole, Min: 1, Max: 100000, Methods: sliced(),
		Help:    "the number of directions that shapes are projected on",
		Choices: []string{"50", "500", "2000"},
		get:     func(o *Options) string { return strconv.Itoa(o.Directions) }, set: func(o *Options, s string) { o.Directions = atoi(s) }},
	{Name: "slicing", Label: "Slicing", Kind: Choice, Methods: []string{"sgw"},
		Help:    "one direction for both shapes, or one for each: the first depends on how the shapes stand",
		Choices: []string{"shared", "independent"}, Labels: []string{"shared directions", "independent directions"},
		get: func(o *Options) string { return o.Slicing }, set: func(o *Options, s string) { o.Slicing = s }},
	{Name: "gap", Label: "Certificate", Kind: Real, Low: 1e-6, High: 1, Advanced: true, Methods: []string{"sdp"},
		Help:    "relative gap between a plan's loss and the proven bound at which the plan counts as optimal",
		Choices: []string{"0.0001", "0.001", "0.01", "0.05"}, Labels: []string{"within 0.01 %", "within 0.1 %", "within 1 %", "within 5 %"},
		get: func(o *Options) string { return number(o.Gap) }, set: func(o *Options, s string) { o.Gap = atof(s) }},
	{Name: "mass", Label: "Matched mass", Kind: Real, Low: 0.01, High: 1, SlideFrom: 0.05, Methods: partial(),
		Caution: "Which part is left out is a local minimum’s choice, and no surer than the match of the rest.",
		Help:    "share of the mass that is matched, for a part against a whole; 1 matches everything",
		Choices: []string{"1", "0.9", "0.8", "0.67", "0.5"},
		get:     func(o *Options) string { return number(o.Mass) }, set: func(o *Options, s string) { o.Mass = atof(s) }},
	{Name: "alpha", Label: "GW share α", Kind: Real, Low: 0.001, High: 1, Advanced: true, Methods: fused(),
		Help:    "weight of the GW loss, and 1 - α of the features; 1 leaves the features out",
		Choices: []string{"1", "0.9", "0.7", "0.5", "0.3"},
		get:     func(o *Options) string { return number(o.Alpha) }, set: func(o *Options, s string) { o.Alpha = atof(s) }},
	{Name: "features", Label: "Features", Kind: Choice, Advanced: true, Methods: fused(),
		Help:    "what is compared beside the distances where α is below 1",
		Choices: []string{"profile", "curvature", "coordinates", "anchors"},
		Labels:  []string{"distance profile", "curvature", "coordinates", "extremities"},
		get:     func(o *Options) string { return o.Features }, set: func(o *Options, s string) { o.Features = s }},
	{Name: "drop-invalid", Label: "Drop invalid vertices", Kind: Switch, Advanced: true,
		Help: "leave out vertices whose coordinates are not finite numbers instead of refusing the file",
		get:  func(o *Options) string { return strconv.FormatBool(o.DropInvalid) }, set: func(o *Options, s string) { o.DropInvalid = s == "true" }},
	{Name: "drop-outliers", Label: "Drop far vertices", Kind: Switch, Advanced: true,
		Help: "leave out vertices that lie far from all others, as stray points of a scan do",
		get:  func(o *Options) string { return strconv.FormatBool(o.DropOutliers) }, set: func(o *Options, s string) { o.DropOutliers = s == "true" }},
	{Name: "weld", Label: "Weld cracks up to", Kind: Real, Low: 0, High: 0.01, Advanced: true,
		Help:    "make vertices one that are closer than this share of the shape's diagonal, so that distances cross cracks",
		Choices: []string{"0", "1e-06", "1e-05", "0.0001", "0.001"}, Labels: []string{"equal places only", "a millionth", "a hundred-thousandth", "a ten-thousandth", "a thousandth"},
		get: func(o *Options) string { return number(o.Weld) }, set: func(o *Options, s string) { o.Weld = atof(s) }},
	{Name: "largest-component", Label: "Largest component only", Kind: Switch, Advanced: true,
		Help: "ignore all pieces of a shape but the largest instead of bridging them",
		get:  func(o *Options) string { return strconv.FormatBool(o.LargestComponent) }, set: func(o *Options, s string) { o.LargestComponent = s == "true" }},
	{Name: "include-isolated", Label: "Include isolated vertices", Kind: Switch, Advanced: true,
		Help: "let vertices of a mesh that belong to no face take part",
		get:  func(o *Options) string { return strconv.FormatBool(o.IncludeIsolated) }, set: func(o *Options, s string) { o.IncludeIsolated = s == "true" }},
}

// Lookup returns the row named name, nil where there is none.
func Lookup(name string) *Option {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i]
		}
	}
	return nil
}

// Find returns the row named name; it panics when there is none, for names are
// written by programmers.
func Find(name string) *Option {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i]
		}
	}
	panic("session: no option named " + name)
}

// Get reads the option as text.
func (opt *Option) Get(o *Options) string { return opt.get(o) }

// Set writes the option from text, or says what it would accept.
func (opt *Option) Set(o *Options, text string) error {
	switch opt.Kind {
	case Choice:
		if !slices.Contains(opt.Choices, text) {
			return fmt.Errorf("%s is %q; it takes %s", opt.Name, text, orList(opt.Choices))
		}
	case Whole:
		v, err := strconv.Atoi(text)
		if err != nil || v < opt.Min || v > opt.Max {
			return fmt.Errorf("%s is %q; it takes a whole number from %s", opt.Name, text, opt.Range())
		}
	case Real:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= opt.Low && v <= opt.High) {
			return fmt.Errorf("%s is %q; it takes a number from %s", opt.Name, text, opt.Range())
		}
	case Switch:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s is %q; it takes true or false", opt.Name, text)
		}
		text = strconv.FormatBool(b)
	}
	opt.set(o, text)
	return nil
}

// Range is what a number may be, "1 to 20000".
func (opt *Option) Range() string {
	if opt.Kind == Real {
		return number(opt.Low) + " to " + number(opt.High)
	}
	return fmt.Sprintf("%d to %d", opt.Min, opt.Max)
}

// Display is what a person reads for the option's current value.
func (opt *Option) Display(o *Options) string {
	v := opt.Get(o)
	if i := slices.Index(opt.Choices, v); i >= 0 && i < len(opt.Labels) {
		return opt.Labels[i]
	}
	return v
}

// For reports whether the option matters to a method.
func (opt *Option) For(method string) bool {
	return opt.Methods == nil || slices.Contains(opt.Methods, method)
}

// Relevant are the options with those at their defaults that the method does not look at.
func (o Options) Relevant() Options {
	standard := Defaults()
	for i := range Table {
		if row := &Table[i]; !row.For(o.Method) {
			row.set(&o, row.get(&standard))
		}
	}
	return o
}

// Check reports the first option whose value the table would not accept, such
// as one from a file edited by hand.
func (o Options) Check() error {
	for i := range Table {
		probe := o
		if err := Table[i].Set(&probe, Table[i].Get(&o)); err != nil {
			return err
		}
	}
	return nil
}

// atoi reads a number that Set has already checked.
func atoi(s string) int {
	v, _ := strconv.Atoi(s)
	return v
}

// atof reads a number that Set has already checked.
func atof(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// orList joins words as "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
