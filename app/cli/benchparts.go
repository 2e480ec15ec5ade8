package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"

	"gwscope/app/experiments"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/assets"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
)

func partsBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	data := fs.String("data", "procedural", "procedural, bodies (animals and people in poses; parts are trunk, head, tail and limbs, left and right apart), or the folder of the ShapeNet-part set")
	count := fs.Int("pairs", 2, "pairs of each category")
	samples := listFlag(fs, "samples", "256,512,1024", "numbers of points", positive)
	methods := fs.String("methods", experiments.PartsMethods, "methods with their options, such as cg,entropic:0.05,amortized")
	geodesic := fs.Bool("geodesic", true, "run rivals on geodesic distances too")
	sharedFlags(fs, &opt, "seed", "threads", "model")
	return func(_ context.Context, env Env) (*experiments.Experiment, error) {
		s := experiments.PartsSettings{Source: train.Procedural(), Pairs: *count, Samples: *samples, Geodesic: *geodesic, Options: opt}
		var err error
		if s.Methods, err = race.Parse(*methods); err != nil {
			return nil, usagef("--methods: %v", err)
		}
		if *count < 1 {
			return nil, usagef("bench parts: --pairs takes a whole number above 0, got %d", *count)
		}
		switch *data {
		case "procedural":
		case "bodies":
			s.Source = train.Bodies()
		default:
			if s.Source, err = train.Folder(*data); err != nil {
				return nil, err
			}
		}
		for c, name := range s.Source.Categories() {
			if have := s.Source.Count(train.Test, c); have < 2*uint64(*count) {
				return nil, fmt.Errorf("%s: category %s has %d test objects, too few for %d pairs: ask for --pairs %d", *data, name, have, *count, have/2)
			}
		}
		if s.Weights, s.About, err = partsWeights(opt.Model); err != nil {
			return nil, err
		}
		if s.Weights == nil {
			fmt.Fprintln(env.Stderr, "note: this program carries no trained matcher and --model names none; it is left out")
		}
		return experiments.Parts(s), nil
	}
}

// partsWeights are the matcher's weights with their description: those of a file or of the paper's network, or
// those that the program carries; nil where there are none.
func partsWeights(model string) (w *amortized.Weights, about string, err error) {
	if model != "" {
		w, err = pipeline.ReadMatcher(model)
		about = model
	} else if data := assets.Matcher(); data != nil {
		w, err = amortized.Read(bytes.NewReader(data))
		about = "those that the program carries"
	}
	if w == nil || err != nil {
		return nil, "", err
	}
	return w, fmt.Sprintf("%s: width %d, %d numbers, %d epochs of training, seed %d", about, w.Config.Width, w.Len(), w.Card.Epochs, w.Card.Seed), nil
}
