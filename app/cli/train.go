package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"gwscope/meshio"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
)

const aboutTrain = `Trains the amortised matcher, a transformer that matches two shapes at once, without a search
(gwscope match --method amortized --model FILE). It learns from pairs of objects of one
category, which stand alike: y up, front along z. The training does not use part labels:
they give the accuracy that is reported, and helped to choose the weights of the objective.

--preset standard trains a network that tells from distances alone where each point lies,
(|x|, y, z, |z|), and how the surface is turned there. The objective is the mean squared
difference from the truth, with weights of 0.5 for z and |z| and of 0.1 for normals. The
default settings give the weights that the program carries, bit for bit on the processor
that their model card names.

--preset paper trains the paper's network, which gives each point one score. The objective of
a pair is fused: (1-lambda) times the Gromov-Wasserstein loss of the sorted plan, and lambda
times the mean squared difference of features (position with height above all, normal, local
shape). In the first steps the scores are drawn to the order of heights too (--guide).

--data procedural makes any number of objects; bodies makes animals and people in random
poses; all makes both, and one in three pairs is of bodies. For a body the network learns
where each point lies when the body is at rest, so that the pose does not matter, and that
the shape is a body. A folder is a copy of the published ShapeNet-part set
(shapenetcore_partanno_segmentation_benchmark_v0_normal).

It writes FILE with the best weights so far and their model card, FILE.csv with a line for
each epoch, and FILE.checkpoint. Ctrl-C stops after the current step; the same command with
--resume goes on from there and gives the same bits as a run without a stop.

gwscope train verdict fits the model that says how likely a match is right.`

// trainFlags are the options of a training.
type trainFlags struct {
	data, out string
	from      string
	points    *[]int
	without   string
	resume    bool
	preset    string
	width     int
	settings  train.Settings
}

func runTrain(ctx context.Context, env Env, args []string) error {
	if len(args) > 0 && args[0] == "verdict" {
		return runTrainVerdict(ctx, env, args[1:])
	}
	fset := newFlags("train", "--out FILE [options]", aboutTrain)
	f := addTrainFlags(fset)
	rest, err := parse(env, fset, args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) > 0:
		return usagef("train takes options only, and got %q", rest[0])
	case f.out == "":
		return usagef("train needs --out FILE, the file of weights to write")
	}
	state, err := f.checkpoint()
	if err != nil {
		return err
	}
	s, err := f.chosen(fset, state)
	if err != nil {
		return err
	}
	source, err := f.source()
	if err != nil {
		return err
	}
	result, err := train.Run(ctx, source, s, state, func(st *train.State) error { return f.save(st, source) }, trainProgress(env))
	env.wipe()
	var diverged *train.DivergedError
	if errors.As(err, &diverged) || err == nil {
		f.tell(env.Stdout, result)
	}
	return err
}

func addTrainFlags(fset *flag.FlagSet) *trainFlags {
	f := &trainFlags{}
	s := train.Settings{}.Defaults()
	fset.StringVar(&f.data, "data", "procedural", "shapes to learn from: procedural (objects), bodies, all, or a folder with the ShapeNet-part set")
	fset.StringVar(&f.without, "without", "", "categories to leave out, such as mug,table: to test on shapes never seen")
	fset.StringVar(&f.out, "out", "", "file of weights to write")
	fset.StringVar(&f.preset, "preset", "standard", "network and settings: standard, or paper (one score for each point)")
	fset.BoolVar(&f.resume, "resume", false, "go on from FILE.checkpoint, with the same --data and --without")
	fset.StringVar(&f.from, "from", "", "file of weights to begin with, such as those of a training on fewer points")
	fset.IntVar(&f.settings.Epochs, "epochs", s.Epochs, "number of epochs; the rate (with --preset paper the temperature, too) falls until the last (with bodies: 32, paper: 20)")
	fset.IntVar(&f.settings.Until, "until", 0, "stop after this number of epochs, to go on with --resume; 0 for all")
	fset.IntVar(&f.settings.Pairs, "pairs", s.Pairs, "pairs of an epoch; all are drawn anew")
	fset.IntVar(&f.settings.Batch, "batch", s.Batch, "pairs of a step")
	f.points = listFlag(fset, "points", "128", "points of a shape (paper: 256); of several numbers each batch draws one", positive)
	fset.IntVar(&f.width, "width", s.Config.Width, "width of the network, a multiple of 4 (paper: 128)")
	fset.Float64Var(&f.settings.Rate, "rate", s.Rate, "highest learning rate (paper: 0.0005)")
	fset.Float64Var(&f.settings.Lambda, "lambda", s.Lambda, "of paper: weight of features in the fused objective, 0 to 1")
	fset.Float64Var(&f.settings.AlphaStart, "alpha", s.AlphaStart, "of paper: temperature of the soft sort at the start")
	fset.Float64Var(&f.settings.AlphaEnd, "alpha-end", s.AlphaEnd, "of paper: temperature of the soft sort at the end")
	fset.Float64Var(&f.settings.Guide, "guide", 0, "of paper: share of steps that are guided by height as well; 0 for a tenth, or none with --from, -1 for none")
	fset.IntVar(&f.settings.Objects, "objects", s.Objects, "objects of each category to learn from (paper: 256); -1 for all, each made when it is drawn")
	fset.IntVar(&f.settings.Validation, "validation", s.Validation, "validation pairs, the categories in turn")
	fset.Uint64Var(&f.settings.Seed, "seed", 1, "seed of weights and pairs")
	fset.IntVar(&f.settings.Threads, "threads", 0, "pairs at a time, 0 for as many as processors; the result does not depend on it")
	return f
}

// chosen are the settings of a new training, or those of the training to go on with. Flags
// that were typed override the latter.
func (f *trainFlags) chosen(fset *flag.FlagSet, state *train.State) (train.Settings, error) {
	given := given(fset)
	s := f.settings
	s.Points = *f.points
	if f.from != "" {
		var err error
		if s.Start, err = readWeights(f.from); err != nil {
			return s, err
		}
		if !given["preset"] && !s.Start.Config.Places {
			f.preset = "paper"
		}
	}
	switch f.preset {
	case "standard":
		s.Config = amortized.Default()
		if s.Config.Rest = f.data == "all" || f.data == "bodies"; s.Config.Rest && !given["epochs"] {
			s.Epochs = train.Settings{Config: s.Config}.Defaults().Epochs
		}
	case "paper":
		s.Config = amortized.Paper()
		paper := train.Settings{Config: s.Config}.Defaults()
		for name, take := range map[string]func(){
			"epochs": func() { s.Epochs = paper.Epochs }, "points": func() { s.Points = paper.Points }, "rate": func() { s.Rate = paper.Rate }, "objects": func() { s.Objects = paper.Objects },
		} {
			if !given[name] {
				take()
			}
		}
	default:
		return s, usagef("train: --preset takes standard or paper, got %q", f.preset)
	}
	if given["width"] {
		s.Config.Width, s.Config.Hidden, s.Config.Context = f.width, f.width, max(f.width/2, 1)
	}
	if s.Start != nil {
		s.Config = s.Start.Config
	}
	if s.Lambda == 0 {
		s.Lambda = -1 // 0 stands for the default
	}
	if state != nil {
		was := state.Settings
		was.Threads, was.Until = s.Threads, s.Until
		for name, set := range map[string]func(){
			"epochs": func() { was.Epochs = s.Epochs }, "pairs": func() { was.Pairs = s.Pairs }, "batch": func() { was.Batch = s.Batch },
			"points": func() { was.Points = s.Points }, "width": func() { was.Config = s.Config }, "rate": func() { was.Rate = s.Rate },
			"lambda": func() { was.Lambda = s.Lambda }, "alpha": func() { was.AlphaStart = s.AlphaStart },
			"alpha-end": func() { was.AlphaEnd = s.AlphaEnd }, "validation": func() { was.Validation = s.Validation },
			"guide":   func() { was.Guide = s.Guide },
			"objects": func() { was.Objects = s.Objects },
			"seed":    func() { was.Seed = s.Seed },
		} {
			if given[name] {
				set()
			}
		}
		s = was
	}
	for _, v := range []struct {
		name  string
		value int
		least int
	}{{"epochs", s.Epochs, 1}, {"pairs", s.Pairs, 1}, {"batch", s.Batch, 1}, {"validation", s.Validation, 1}, {"until", s.Until, 0}, {"threads", s.Threads, 0}} {
		if v.value < v.least {
			return s, usagef("train: --%s takes a number of at least %d, got %d", v.name, v.least, v.value)
		}
	}
	for _, v := range []struct {
		name  string
		value float64
	}{{"rate", s.Rate}, {"alpha", s.AlphaStart}, {"alpha-end", s.AlphaEnd}} {
		if !(v.value > 0) {
			return s, usagef("train: --%s takes a number above 0, got %g", v.name, v.value)
		}
	}
	if l := f.settings.Lambda; !(l >= 0 && l <= 1) {
		return s, usagef("train: --lambda takes 0 to 1, got %g", l)
	}
	if err := s.Defaults().Check(); err != nil {
		return s, usagef("train: %v", err)
	}
	return s, nil
}

func (f *trainFlags) source() (train.Source, error) {
	var source train.Source
	switch f.data {
	case "procedural":
		source = train.Procedural()
	case "bodies":
		source = train.Bodies()
	case "all":
		source = train.All()
	default:
		var err error
		if source, err = train.Folder(f.data); err != nil {
			return nil, fmt.Errorf("--data %s: %w", f.data, err)
		}
	}
	if f.without == "" {
		return source, nil
	}
	source, err := train.Without(source, strings.Split(f.without, ","))
	if err != nil {
		return nil, usagef("--without: %v", err)
	}
	return source, nil
}

func readWeights(name string) (*amortized.Weights, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	w, err := amortized.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return w, nil
}

// checkpoint is the state from which --resume goes on, nil for a new training.
func (f *trainFlags) checkpoint() (*train.State, error) {
	name := f.out + ".checkpoint"
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.resume:
		return nil, fmt.Errorf("there is no %s to go on from: leave --resume out to begin", name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer file.Close()
	if !f.resume {
		return nil, fmt.Errorf("%s holds an earlier training: pass --resume to go on with it, or remove it to begin anew", name)
	}
	state, err := train.ReadState(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return state, nil
}

// save writes the results of a training so far, each file whole or not at all.
func (f *trainFlags) save(s *train.State, source train.Source) error {
	if err := meshio.WriteFile(f.out+".checkpoint", s.Write); err != nil {
		return err
	}
	if best := s.Best(); best != nil {
		if err := meshio.WriteFile(f.out, func(w io.Writer) error { return best.Write(w, amortized.Single) }); err != nil {
			return err
		}
	}
	return meshio.WriteFile(f.out+".csv", func(w io.Writer) error {
		return train.WriteLog(w, s.Epochs(), source.Categories())
	})
}

func (f *trainFlags) tell(w io.Writer, r *train.Result) {
	n := len(r.Epochs)
	switch {
	case n == 0:
		fmt.Fprintf(w, "stopped before the end of the first epoch; --resume goes on\n")
		return
	case r.Done:
		fmt.Fprintf(w, "%d epochs\n", n)
	default:
		fmt.Fprintf(w, "stopped after %d epochs; --resume goes on\n", n)
	}
	best := r.Epochs[r.BestEpoch-1]
	fmt.Fprintf(w, "best: epoch %d, validation loss %.4f, GW² %.5f, part labels %.1f %% right\n", best.Epoch, best.HardLoss, best.HardGW2, 100*best.Accuracy)
	fmt.Fprintln(w, strings.Join([]string{f.out, f.out + ".csv", f.out + ".checkpoint"}, "\n"))
}
