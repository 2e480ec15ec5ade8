package neural

import (
	"cmp"
	"fmt"

	"gwscope/solver/feature"
	"gwscope/solver/nn"
)

// Input are the numbers of a point that the networks see.
type Input int

// Embedding is the intrinsic embedding by classical scaling; Coordinates are
// positions, centred and divided by their largest norm; Profile are the sorted
// distances to all other points, by quantiles.
const (
	Embedding Input = iota
	Coordinates
	Profile
)

// Slicers says which slicers are trained: the paper's ablation (Table 5) is linear
// against nonlinear and independent against dependent, that is with a slicer for each shape
// instead of one slicer and a lifting.
type Slicers string

// The four cases of the ablation; Dependent is nonlinear and min-GSGW itself.
const (
	Dependent         Slicers = "dependent"
	Independent       Slicers = "independent"
	Linear            Slicers = "linear"
	LinearIndependent Slicers = "linear-independent"
)

// Use changes the settings to other slicers.
func (s *Settings) Use(slicers Slicers) error {
	switch cmp.Or(slicers, Dependent) {
	case Dependent:
	case Independent:
		s.Independent = true
	case Linear, LinearIndependent:
		s.Net.Features, s.Net.Depth, s.LiftWidth = 0, 0, 0
		s.Independent = slicers == LinearIndependent
	default:
		return fmt.Errorf("unknown slicers %q: use %q, %q, %q or %q", slicers, Dependent, Independent, Linear, LinearIndependent)
	}
	return nil
}

// See changes the input of the networks, by name.
func (s *Settings) See(input string) error {
	switch input {
	case "", "preset":
	case "embedding":
		s.Input, s.Dim = Embedding, 6
	case "coordinates":
		s.Input = Coordinates
	case "profile":
		s.Input, s.Dim = Profile, feature.ProfileQuantiles
	default:
		return fmt.Errorf("unknown input %q: use \"preset\", \"embedding\", \"coordinates\" or \"profile\"", input)
	}
	return nil
}

// Settings of a training. Start from a [Preset].
type Settings struct {
	Input Input
	// Dim is the dimension of Embedding and the number of quantiles of Profile.
	Dim int
	// Net is the slicer f; In and Out are filled in. Depth 0 without features is the
	// linear slicer.
	Net nn.Shape
	// Independent gives the source a slicer of its own instead of a lifting.
	Independent bool
	// LiftWidth adds a network of one hidden layer to the lifting; 0 keeps it affine.
	LiftWidth int

	Rate, Decay float64 // of Adam; Decay > 0 makes it AdamW
	Warmup      int     // steps of linear growth of the rate
	FinalRate   float64 // share of Rate that cosine decay ends at; 1: no decay
	Clip        float64 // of the norm of all gradients; 0: none
	Steps       int     // of each restart
	Restarts    int
	// Flips lets each restart begin with a lifting that reverses other axes, those first
	// under which random slicers match best; embeddings know no signs.
	Flips bool
	// The temperature falls geometrically, in deviations of the scores, or in scores as
	// the network gives them before it has learned anything.
	TemperatureStart, TemperatureEnd float64
	UntrainedScores                  bool
	// Bins are the numbers of bins in turn, as divisors of min(n, m): {8, 4, 2} starts
	// with coarse bins, each for the same number of steps. nil is {1}.
	Bins []int
	// Fused weighs a cost of features, the squared differences of the sides' Features,
	// beside the GW loss (fused GW, Vayer et al. 2019).
	Fused float64
	Seed  uint64
}

// Preset names settings.
type Preset string

// The presets: our recipe, and the paper's two tables.
const (
	Best         Preset = "best"
	PaperAnimals Preset = "paper-animals"
	PaperHorse   Preset = "paper-horse"
)

// Of returns a preset's settings. The paper's values are those of its
// reproducibility tables; choices that it leaves open are made here: the input of networks, the
// activation, the blocks of [nn.Shape], bandwidths, the lifting (affine and a small hidden
// layer), the way the temperature falls and (animals) its end, the decay of the rate after
// its warm-up (horse), and the unit of temperatures. A temperature of 1e-4
// deviations would be a hundredth of the distance between neighbouring scores, and nothing
// could be learned; in scores as a network of that depth gives them when PyTorch has drawn
// its weights, it is some of these distances.
func (p Preset) Of() (Settings, error) {
	switch cmp.Or(p, Best) {
	case Best:
		return Settings{
			Input: Embedding, Dim: 6,
			Net:  nn.Shape{Features: 256, Bandwidths: []float64{1, 2, 4, 8}, Width: 128, Depth: 2, Activation: nn.ReLU},
			Rate: 1e-2, FinalRate: 0.1, Clip: 1, Steps: 300, Restarts: 4, Flips: true,
			TemperatureStart: 0.6, TemperatureEnd: 0.01, Bins: []int{8, 4, 2},
		}, nil
	case PaperAnimals:
		return Settings{
			Input: Embedding, Dim: 6,
			Net:       nn.Shape{Features: 128, Bandwidths: []float64{1, 2, 4, 8}, Width: 1024, Depth: 6, Activation: nn.ReLU, SmallStart: true},
			LiftWidth: 64,
			Rate:      1e-4, FinalRate: 1, Clip: 1, Steps: 1500, Restarts: 1,
			TemperatureStart: 1e-4, TemperatureEnd: 1e-5, UntrainedScores: true,
		}, nil
	case PaperHorse:
		return Settings{
			Input:     Coordinates,
			Net:       nn.Shape{Width: 512, Depth: 4, Expansion: 2, Activation: nn.ReLU},
			LiftWidth: 64,
			Rate:      3e-3, Decay: 1e-4, Warmup: 50, FinalRate: 0, Clip: 5, Steps: 1000, Restarts: 3,
			TemperatureStart: 1, TemperatureEnd: 0.03,
		}, nil
	}
	return Settings{}, fmt.Errorf("unknown preset %q: use %q, %q or %q", p, Best, PaperAnimals, PaperHorse)
}
