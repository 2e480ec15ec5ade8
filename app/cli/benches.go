package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"gwscope/app/experiments"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/slicer/neural"
)

// benches are the experiments in the order of the help text.
func benches() []bench {
	return []bench{
		{"animals", "horses, elephants and cats within each species and across, all methods: errors, GW²\nand times, mean over seeds, beside the published figures", animalsBench},
		{"scaling", "how time and memory grow with the number of samples, all methods, with slopes; with --by\nvertices, how a match grows with them, and with --by points, a trained slicer", scalingBench},
		{"interpolation", "three poses of a horse, consecutive pairs, frames drawn for each method, beside the\npublished GW²", interpolationBench},
		{"toy", "four planar shapes against their counterparts in space, exact GW beside ours, drawn", toyBench},
		{"anchors", "horses, elephants and cats across species, by extremities and without; within species\nthe same, where nothing may get worse", anchorsBench},
		{"pairs", "the embedded pairs within each species, and those of a folder: GW², errors, curves,\nmargin and times, beside POT where it is installed", pairsBench},
		{"neural", "horses, elephants and cats, and pairs of a folder: what networks learn beside the\nhierarchical slicer and conditional gradient", neuralBench},
		{"ablation", "the paper's 2 x 2 of slicers: linear or not, independent or dependent, beside the\npublished figures", ablationBench},
		{"parts", "part labels carried between objects of sixteen categories, or animals and people: accuracy and time\nof the amortised matcher, conditional gradient, entropic GW and the hierarchical slicer, beside the published\nfigures", partsBench},
		{"verdict", "whether the probabilities of the verdict are true: pairs on which matching fails in all ways known,\nof families that never served for fitting, and those of a folder", verdictBench},
		{"view", "how fast two shapes are drawn, orbiting, morphing and at rest, by number of triangles", viewBench},
	}
}

const dataHelp = "folder of pairs: pairs.txt with lines NAME A B same|TRUTHFILE [KIND], or meshes with equal vertex counts"

func pairsBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	data := fs.String("data", "", dataHelp)
	embedded := fs.Bool("embedded", true, "measure the embedded pairs")
	species := fs.Int("species", 0, "measure every n-th of the embedded pairs of two species as well, both ways round; 0 for none")
	samples := listFlag(fs, "samples", "500,1000", "numbers of samples", positive)
	efforts := listFlag(fs, "efforts", "fast,thorough", "efforts of the hierarchical slicer", func(w string) (race.Contestant, error) {
		return race.ParseContestant("hierarchical:effort=" + w)
	})
	methods := fs.String("methods", "", "more methods with their options, such as cg:warm,entropic:0.05; all for every one")
	potLimit := fs.Int("pot-limit", -1, "largest number of samples to give to POT; 0 leaves it out (default 1000 where it is installed)")
	sharedFlags(fs, &opt, "seed", "metric", "weights")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		s := experiments.PairsSettings{Samples: *samples, Methods: *efforts, Options: opt}
		if *methods != "" {
			more, err := contestants(*methods)
			if err != nil {
				return nil, err
			}
			s.Methods = joined(s.Methods, more)
		}
		if *embedded {
			s.Pairs = experiments.EmbeddedPairs()
		}
		switch {
		case *species < 0:
			return nil, usagef("bench pairs: --species takes a whole number from 0 on, got %d", *species)
		case *species > 0:
			s.Pairs = slices.Concat(s.Pairs, experiments.CrossPairs(*species), experiments.CrossPairsTurned(*species))
		}
		var err error
		if s.Pairs, err = withFolder(ctx, s.Pairs, dataFolder(*data)); err != nil {
			return nil, err
		}
		pot, err := experiments.FindPOT(ctx)
		switch {
		case *potLimit == 0:
		case err == nil:
			s.POT, s.POTLimit = pot, *potLimit
			if *potLimit < 0 {
				s.POTLimit = 1000
			}
		case *potLimit > 0:
			return nil, fmt.Errorf("%w; install it, or pass --pot-limit 0 to leave it out", err)
		default:
			fmt.Fprintln(env.Stderr, "note: "+err.Error()+"; it is left out")
		}
		return experiments.Pairs(s), nil
	}
}

func animalsBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	data := fs.String("data", "", dataHelp+"; measured instead of the embedded animals")
	count := fs.Int("pairs", 2, fmt.Sprintf("embedded pairs of each kind, 1 to %d", experiments.MaxAnimalPairs))
	seeds := seedsFlag(fs)
	methods := methodsFlag(fs, "known,"+experiments.AsPublished)
	paper := fs.Bool("paper", false, "measure the paper's preset without polish too, which trains for many minutes a pair")
	landmarks := fs.Bool("landmarks", false, fmt.Sprintf("match %d landmarks on each of the embedded animals, as the paper does, instead of samples", experiments.Landmarks))
	sharedFlags(fs, &opt, "samples", "metric", "weights", "backend")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		s := experiments.AnimalsSettings{Seeds: *seeds, Options: opt}
		var err error
		if s.Methods, err = methods(); err != nil {
			return nil, err
		}
		if *paper {
			if s.Methods, err = withMore(s.Methods, "neural:paper-animals:polish=false"); err != nil {
				return nil, err
			}
		}
		if *count < 1 || *count > experiments.MaxAnimalPairs {
			return nil, usagef("bench animals: --pairs takes 1 to %d, got %d", experiments.MaxAnimalPairs, *count)
		}
		if *landmarks && *data != "" {
			return nil, usagef("bench animals: landmarks are known of the embedded animals only: leave out --landmarks or --data")
		}
		if *data == "" {
			s.Pairs = experiments.AnimalPairs(*count)
			if *landmarks {
				s.Pairs, s.Options.Samples, s.Options.Surface = experiments.AtLandmarks(s.Pairs), experiments.Landmarks, session.MapAlone
			}
			return experiments.Animals(s), nil
		}
		if s.Pairs, err = experiments.FolderPairs(ctx, *data); err != nil {
			return nil, err
		}
		return experiments.Animals(s), nil
	}
}

func scalingBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	samples := listFlag(fs, "samples", "100,200,500,1000,2000,5000", "numbers of samples", positive)
	seeds := seedsFlag(fs)
	methods := methodsFlag(fs, "known,hierarchical:fast:polish=false")
	limit := fs.Float64("limit", 60, "seconds; a size is skipped if its solve is expected to take longer")
	by := fs.String("by", "samples", "the size that grows: samples, for all methods; vertices, for the whole match; points, for a trained slicer")
	large := fs.Bool("large", false, "with --by vertices: go on beyond 320,000 vertices to 1.3 million, which takes 4 GB")
	sharedFlags(fs, &opt, "metric", "backend")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		switch *by {
		case "samples":
		case "vertices":
			s := experiments.VerticesSettings{Pair: experiments.ScalingPair(), Vertices: []int{5000, 20000, 80000, 320000}, Options: opt}
			s.Options.Effort, s.Options.Samples = string(solver.Fast), 500
			if *large {
				s.Vertices = append(s.Vertices, 1280000)
			}
			return experiments.Vertices(s), nil
		case "points":
			return experiments.SlicerScaling(experiments.SlicerSettings{Presets: []neural.Preset{neural.Best, neural.PaperAnimals},
				Points: []int{100, 1000, 10000, 100000, 1000000}}), nil
		default:
			return nil, usagef("bench scaling: --by takes samples, vertices or points, got %q", *by)
		}
		if !(*limit > 0) {
			return nil, usagef("bench scaling: --limit takes seconds above 0, got %g", *limit)
		}
		cs, err := methods()
		if err != nil {
			return nil, err
		}
		return experiments.Scaling(experiments.ScalingSettings{Pair: experiments.ScalingPair(), Samples: *samples, Seeds: *seeds,
			Methods: cs, Options: opt, Limit: *limit}), nil
	}
}

func interpolationBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	poses := listFlag(fs, "shapes", strings.Join(experiments.InterpolationHorses(), ","), "embedded shapes, each matched with the next", func(w string) (string, error) {
		return strings.TrimPrefix(w, pipeline.SamplePrefix), nil
	})
	methods := methodsFlag(fs, existing("cg", "max-min-sgw", "neural", "hierarchical")+","+experiments.AsPublished)
	paper := fs.Bool("paper", false, "measure the paper's preset without polish too, which trains for many minutes")
	sharedFlags(fs, &opt, "samples", "seed", "backend")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		cs, err := methods()
		if err != nil {
			return nil, err
		}
		if len(*poses) < 2 {
			return nil, usagef("bench interpolation: --shapes takes two or more embedded shapes, such as horse/6,horse/2")
		}
		if *paper {
			if cs, err = withMore(cs, "neural:paper-horse:polish=false"); err != nil {
				return nil, err
			}
		}
		return experiments.Interpolation(experiments.InterpolationSettings{Shapes: *poses, Methods: cs, Options: opt,
			Times: experiments.InterpolationTimes()}), nil
	}
}

func toyBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	methods := methodsFlag(fs, "hierarchical,neural")
	starts := fs.Int("starts", 50, "number of descents; their least loss stands for exact GW")
	opt.Samples = 200
	sharedFlags(fs, &opt, "samples", "seed", "metric", "backend")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		cs, err := methods()
		if err != nil {
			return nil, err
		}
		if *starts < 1 {
			return nil, usagef("bench toy: --starts takes a whole number above 0, got %d", *starts)
		}
		return experiments.Toy(experiments.ToySettings{Methods: cs, Options: opt, Starts: *starts}), nil
	}
}

func anchorsBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	step := fs.Int("step", 4, "measure every n-th of the embedded pairs; 1 for all")
	data := fs.String("data", "", dataHelp+"; measured as well")
	landmarks := listFlag(fs, "landmarks", "2,3,4", "numbers of true landmarks to pin for matching by extremities across species, each measured by itself; empty for none", positive)
	methods := methodsFlag(fs, "hierarchical:anchors=off,hierarchical,hierarchical:anchors=off:alpha=0.5:features=anchors,anchored")
	sharedFlags(fs, &opt, "samples", "seed", "metric", "weights")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		cs, err := methods()
		if err != nil {
			return nil, err
		}
		if *step < 1 {
			return nil, usagef("bench anchors: --step takes a whole number above 0, got %d", *step)
		}
		s := experiments.AnchorsSettings{Methods: cs, Options: opt, Landmarks: *landmarks}
		if s.Pairs, err = withFolder(ctx, append(experiments.CrossPairs(*step), experiments.WithinPairs(*step)...), *data); err != nil {
			return nil, err
		}
		return experiments.Anchors(s), nil
	}
}

// existing are those of some methods that this program has.
func existing(names ...string) string {
	known := option.Find("method").Choices
	return strings.Join(slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(known, n) }), ",")
}

// withMore adds the contestants of a text to some contestants.
func withMore(cs []race.Contestant, text string) ([]race.Contestant, error) {
	more, err := race.Parse(text)
	if err != nil {
		return nil, err
	}
	return joined(cs, more), nil
}

// joined are two lists of contestants, each of them once.
func joined(a, b []race.Contestant) []race.Contestant {
	var out []race.Contestant
	for _, c := range slices.Concat(a, b) {
		if !slices.ContainsFunc(out, func(o race.Contestant) bool { return o.String() == c.String() }) {
			out = append(out, c)
		}
	}
	return out
}
