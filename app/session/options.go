package session

import (
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// Options are the settings of a match. The zero value is not useful; start from
// [Defaults].
type Options struct {
	Samples int    `json:"samples"` // farthest-point samples on each shape
	Metric  string `json:"metric"`  // auto | graph | knn | accurate, see [Options.Distances]
	Weights string `json:"weights"` // uniform | area
	Method  string `json:"method"`  // hierarchical | neural | anchored | amortized | a rival's name
	Effort  string `json:"effort"`  // fast | thorough
	Polish  bool   `json:"polish"`
	Flip    string `json:"flip"` // auto | direct | mirrored
	// Anchors says when the hierarchical method also matches by extremities: auto | on | off.
	Anchors string `json:"anchors"`
	// Surface says how a match ends: registered | map.
	Surface string `json:"surface"`
	Seed    uint64 `json:"seed"`
	Threads int    `json:"threads"` // 0: all
	// Preset, Start, Steps and Backend (also the amortised matcher's) are of the neural method: best | paper-animals |
	// paper-horse, scratch | hierarchical, 0 for the preset's own, auto | cpu | gpu.
	Preset  string `json:"preset"`
	Start   string `json:"start"`
	Steps   int    `json:"steps"`
	Backend string `json:"backend"`
	// Slicers and Input change the preset: dependent | independent | linear |
	// linear-independent, preset | embedding | coordinates | profile.
	Slicers string `json:"slicers"`
	Input   string `json:"input"`
	// Refine improves what the preset Best has learned within the slicer's class.
	Refine bool `json:"refine"`
	// Refined and Model are of the amortised matcher: whether its match is refined, and the
	// file of its weights, "" for those that the program carries.
	Refined bool   `json:"refined,omitempty"`
	Model   string `json:"model,omitempty"`
	// Epsilon, EntropicSolver (pgd | ppa), Rank, Sampled and what follows are parameters of
	// rivals (package baseline).
	Epsilon        float64 `json:"epsilon"`
	EntropicSolver string  `json:"entropic_solver"`
	Rank           int     `json:"rank"`
	Sampled        int     `json:"sampled"`
	Directions     int     `json:"directions"`
	Slicing        string  `json:"slicing"` // shared | independent
	Gap            float64 `json:"gap"`
	// Mass is the share of the mass that is matched.
	Mass float64 `json:"mass"`
	// Alpha is the weight of GW in a fused objective, Features what is compared beside
	// it: profile | curvature | coordinates | anchors.
	Alpha    float64 `json:"alpha"`
	Features string  `json:"features"`
	// DropInvalid keeps the rest of a mesh when some coordinates are not finite;
	// LargestComponent ignores smaller pieces; IncludeIsolated lets vertices without
	// faces take part.
	DropInvalid      bool `json:"drop_invalid,omitempty"`
	LargestComponent bool `json:"largest_component,omitempty"`
	IncludeIsolated  bool `json:"include_isolated,omitempty"`
	// DropOutliers leaves out vertices far from all others; Weld makes vertices one that are
	// closer than that share of the diagonal of the bounding box.
	DropOutliers bool    `json:"drop_outliers,omitempty"`
	Weld         float64 `json:"weld,omitempty"`
}

// Defaults are the options of a fresh window and of a command without flags.
func Defaults() Options {
	return Options{Samples: 500, Metric: AutoMetric, Weights: "uniform", Method: "hierarchical",
		Effort: "thorough", Polish: true, Flip: "auto", Anchors: "auto", Surface: Registered, Seed: 7,
		Preset: "best", Start: "scratch", Backend: "auto", Slicers: "dependent", Input: "preset", Refine: true,
		Epsilon: 0.05, EntropicSolver: "pgd", Rank: 20, Sampled: 100, Directions: 500, Slicing: "shared", Gap: 1e-3, Mass: 1, Alpha: 1, Features: "profile"}
}

// The choices of Options.Surface: A's mesh is laid on B's surface and the maps are read
// off it, or the maps stay as the coupling gives them.
const (
	Registered = "registered"
	MapAlone   = "map"
)

// AutoMetric leaves the kind of distances to [Options.Distances].
const AutoMetric = "auto"

// Distances are the kind of distances that Metric stands for: auto is what the paper's
// preset for horses says, and along the edges of the mesh for everything else.
func (o *Options) Distances() string {
	switch {
	case o.Metric != AutoMetric:
		return o.Metric
	case o.Method == string(solver.Neural) && o.Preset == string(neural.PaperHorse):
		return metric.KindKNN.String()
	}
	return metric.KindGraph.String()
}
