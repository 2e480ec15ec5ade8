package session

// Options are the settings of a match. The zero value is not useful; start from
// [Defaults].
type Options struct {
	Samples int    `json:"samples"` // farthest-point samples on each shape
	Metric  string `json:"metric"`  // graph | knn | accurate
	Weights string `json:"weights"` // uniform | area
	Method  string `json:"method"`  // hierarchical | neural
	Effort  string `json:"effort"`  // fast | thorough
	Polish  bool   `json:"polish"`
	Flip    string `json:"flip"` // auto | direct | mirrored
	Seed    uint64 `json:"seed"`
	Threads int    `json:"threads"` // 0: all
	// Preset, Start, Steps and Backend are of the neural method: best | paper-animals |
	// paper-horse, scratch | hierarchical, 0 for the preset's own, auto | cpu | gpu.
	Preset  string `json:"preset"`
	Start   string `json:"start"`
	Steps   int    `json:"steps"`
	Backend string `json:"backend"`
	// Slicers, Input and Fused change the preset: dependent | independent | linear |
	// linear-independent, preset | embedding | coordinates | profile, a weight.
	Slicers string  `json:"slicers"`
	Input   string  `json:"input"`
	Fused   float64 `json:"fused"`
	// DropInvalid keeps the rest of a mesh when some coordinates are not finite;
	// LargestComponent ignores smaller pieces; IncludeIsolated lets vertices without
	// faces take part.
	DropInvalid      bool `json:"drop_invalid,omitempty"`
	LargestComponent bool `json:"largest_component,omitempty"`
	IncludeIsolated  bool `json:"include_isolated,omitempty"`
}

// Defaults are the options of a fresh window and of a command without flags.
func Defaults() Options {
	return Options{Samples: 500, Metric: "graph", Weights: "uniform", Method: "hierarchical",
		Effort: "thorough", Polish: true, Flip: "auto", Seed: 7,
		Preset: "best", Start: "scratch", Backend: "auto", Slicers: "dependent", Input: "preset"}
}
