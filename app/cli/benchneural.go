package cli

import (
	"context"
	"flag"
	"fmt"

	"gwscope/app/experiments"
	"gwscope/app/race"
)

func neuralBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	data := fs.String("data", "", dataHelp+"; measured beside the embedded ones")
	count := fs.Int("pairs", 2, fmt.Sprintf("embedded pairs of each species, 0 to %d", experiments.MaxAnimalPairs))
	samples := listFlag(fs, "samples", "256", "numbers of samples", positive)
	seeds := seedsFlag(fs)
	methods := fs.String("methods", experiments.NeuralMethods, "methods with their options")
	paper := fs.Bool("paper", false, "measure the paper's presets too, which train for many minutes each")
	sharedFlags(fs, &opt, "metric", "weights", "backend", "steps")
	return func(ctx context.Context, _ Env) (*experiments.Experiment, error) {
		s := experiments.NeuralSettings{Samples: *samples, Seeds: *seeds, Options: opt}
		var err error
		if s.Methods, err = race.Parse(*methods); err != nil {
			return nil, usagef("--methods: %v", err)
		}
		if *paper {
			if s.Methods, err = withMore(s.Methods, "neural:paper-animals,neural:paper-horse"); err != nil {
				return nil, err
			}
		}
		if *count < 0 || *count > experiments.MaxAnimalPairs {
			return nil, usagef("bench neural: --pairs takes 0 to %d, got %d", experiments.MaxAnimalPairs, *count)
		}
		if s.Pairs, err = withFolder(ctx, experiments.SpeciesPairs(*count), dataFolder(*data)); err != nil {
			return nil, err
		}
		return experiments.Neural(s), nil
	}
}

func ablationBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	opt.Samples = 256
	count := fs.Int("pairs", 1, fmt.Sprintf("embedded pairs of each kind, 1 to %d", experiments.MaxAnimalPairs))
	data := fs.String("data", "", dataHelp+"; measured instead of the embedded animals")
	seeds := seedsFlag(fs)
	sharedFlags(fs, &opt, "samples", "metric", "weights", "preset", "input", "steps", "backend")
	return func(ctx context.Context, _ Env) (*experiments.Experiment, error) {
		s := experiments.AblationSettings{Seeds: *seeds, Options: opt}
		if *count < 1 || *count > experiments.MaxAnimalPairs {
			return nil, usagef("bench ablation: --pairs takes 1 to %d, got %d", experiments.MaxAnimalPairs, *count)
		}
		s.Pairs = experiments.AnimalPairs(*count)
		if *data != "" {
			var err error
			if s.Pairs, err = experiments.FolderPairs(ctx, *data); err != nil {
				return nil, err
			}
		}
		return experiments.Ablation(s), nil
	}
}
