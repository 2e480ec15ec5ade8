package session

// Options are the settings of a match. The zero value is not useful; start from
// [Defaults]. Package option has the possible values of each.
type Options struct {
	Samples int    `json:"samples"` // farthest-point samples on each shape
	Metric  string `json:"metric"`  // auto | graph | knn | accurate
	Weights string `json:"weights"` // uniform | area
	Method  string `json:"method"`  // hierarchical | neural | anchored | amortized | a rival's name
	Effort  string `json:"effort"`  // fast | thorough
	Polish  bool   `json:"polish"`
	Flip    string `json:"flip"` // auto | direct | mirrored
	Hierarchical
	// Surface says how the maps are made: registered | map.
	Surface string `json:"surface"`
	Seed    uint64 `json:"seed"`
	Threads int    `json:"threads"` // 0: all
	Neural
	Amortized
	Entropic
	LowRank
	SaGroW
	Sliced
	SDP
	Partial
	Fused
	Reading
}

// Hierarchical are the options of the hierarchical method. Anchors says when it also matches by
// extremities.
type Hierarchical struct {
	Anchors string `json:"anchors"` // auto | on | off
}

// Neural are the options of the neural method. Start is also for rivals that can begin at a plan,
// Backend also for the amortised matcher.
type Neural struct {
	Preset  string `json:"preset"`  // best | paper-animals | paper-horse
	Start   string `json:"start"`   // scratch | hierarchical
	Steps   int    `json:"steps"`   // 0 for the preset's own
	Backend string `json:"backend"` // auto | cpu | gpu
	// Slicers and Input change the preset: dependent | independent | linear |
	// linear-independent, preset | embedding | coordinates | profile.
	Slicers string `json:"slicers"`
	Input   string `json:"input"`
	// Refine improves the match of the preset Best within the slicer's class.
	Refine bool `json:"refine"`
}

// PaperModel is the name of the weights of the paper's network, which the program carries.
const PaperModel = "paper"

// Amortized are the options of the amortised matcher. Refined refines its match. Model is the file
// of its weights, "" for the program's own, or PaperModel.
type Amortized struct {
	Refined bool   `json:"refined,omitempty"`
	Model   string `json:"model,omitempty"`
}

// Entropic are the options of entropic GW. Epsilon is also for kernel GW.
type Entropic struct {
	Epsilon        float64 `json:"epsilon"`
	EntropicSolver string  `json:"entropic_solver"` // pgd | ppa
}

// LowRank are the options of low-rank GW.
type LowRank struct {
	Rank int `json:"rank"`
}

// SaGroW are the options of sampled GW.
type SaGroW struct {
	Sampled int `json:"sampled"`
}

// Sliced are the options of sliced methods.
type Sliced struct {
	Directions int    `json:"directions"`
	Slicing    string `json:"slicing"` // shared | independent
}

// SDP are the options of the semidefinite relaxation.
type SDP struct {
	Gap float64 `json:"gap"`
}

// Partial are the options of methods that can match a part. Mass is the matched share.
type Partial struct {
	Mass float64 `json:"mass"`
}

// Fused are the options of an objective with features. Alpha is the weight of GW; Features are
// compared as well.
type Fused struct {
	Alpha    float64 `json:"alpha"`
	Features string  `json:"features"` // profile | curvature | coordinates | anchors
}

// Reading are the options of reading a shape from a file.
type Reading struct {
	// DropInvalid keeps the rest of a mesh when some coordinates are not finite;
	// LargestComponent ignores smaller pieces; IncludeIsolated lets vertices without
	// faces take part.
	DropInvalid      bool `json:"drop_invalid,omitempty"`
	LargestComponent bool `json:"largest_component,omitempty"`
	IncludeIsolated  bool `json:"include_isolated,omitempty"`
	// DropOutliers leaves out vertices far from all others; Weld merges vertices that are
	// closer than this share of the diagonal of the bounding box.
	DropOutliers bool    `json:"drop_outliers,omitempty"`
	Weld         float64 `json:"weld,omitempty"`
}

// Defaults are the options of a new window and of a command without flags.
func Defaults() Options {
	return Options{Samples: 500, Metric: AutoMetric, Weights: "uniform", Method: "hierarchical",
		Effort: "thorough", Polish: true, Flip: "auto", Surface: Registered, Seed: 7,
		Hierarchical: Hierarchical{Anchors: "auto"},
		Neural:       Neural{Preset: "best", Start: "scratch", Backend: "auto", Slicers: "dependent", Input: "preset", Refine: true},
		Entropic:     Entropic{Epsilon: 0.05, EntropicSolver: "pgd"}, LowRank: LowRank{Rank: 20}, SaGroW: SaGroW{Sampled: 100},
		Sliced: Sliced{Directions: 500, Slicing: "shared"}, SDP: SDP{Gap: 1e-3}, Partial: Partial{Mass: 1},
		Fused: Fused{Alpha: 1, Features: "profile"}}
}

// The choices of Options.Surface: the maps come from A's mesh, laid on B's surface, or from the
// coupling alone.
const (
	Registered = "registered"
	MapAlone   = "map"
)

// AutoMetric lets the program choose the kind of distances.
const AutoMetric = "auto"
