package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"gwscope/internal/killtest"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
)

// seedEnv names the folder with the files that the killed process writes again and again.
const seedEnv = "GWSCOPE_TEST_KILLED_SEED"

// fewKinds are the first categories of a source: all of them are looked at before a training.
type fewKinds struct{ train.Source }

func (s fewKinds) Categories() []string { return s.Source.Categories()[:2] }

// sourceOf is the source of shapes of a small training.
func sourceOf(f *trainFlags) (train.Source, error) {
	s, err := f.source()
	return fewKinds{s}, err
}

// trainAsSmall runs a training of two epochs that takes a moment, and calls each after every
// one.
func trainAsSmall(t *testing.T, each func(*trainFlags, *train.State, train.Source) error) {
	t.Helper()
	fset := newFlags("train", "", aboutTrain)
	f := addTrainFlags(fset)
	if err := fset.Parse([]string{"--out", "x", "--epochs", "2", "--pairs", "2", "--batch", "2", "--points", "16", "--width", "8", "--objects", "2", "--validation", "2", "--threads", "1"}); err != nil {
		t.Fatal(err)
	}
	s, err := f.chosen(fset, nil)
	if err != nil {
		t.Fatal(err)
	}
	source, err := sourceOf(f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := train.Run(context.Background(), source, s, nil, func(st *train.State) error { return each(f, st, source) }, nil); err != nil {
		t.Fatal(err)
	}
}

// A training that is killed while it saves a checkpoint can go on from the old checkpoint or
// from the new one.
func TestAKilledTrainingLeavesAWholeCheckpoint(t *testing.T) {
	if os.Getenv(seedEnv) == "" {
		dir := t.TempDir()
		epoch := 0
		trainAsSmall(t, func(f *trainFlags, st *train.State, source train.Source) error {
			f.out = filepath.Join(dir, fmt.Sprint(epoch))
			epoch++
			return f.save(st, source)
		})
		t.Setenv(seedEnv, dir)
	}
	seeds := os.Getenv(seedEnv)
	read := func(name string) []byte {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return data
	}
	killtest.Run(t, 12, func(dir string, written func()) {
		var states []*train.State
		for k := range 2 {
			st, err := train.ReadState(bytes.NewReader(read(filepath.Join(seeds, fmt.Sprint(k, ".checkpoint")))))
			if err != nil {
				panic(err)
			}
			states = append(states, st)
		}
		f := &trainFlags{data: "procedural", out: filepath.Join(dir, "w.gwm")}
		source, err := sourceOf(f)
		if err != nil {
			panic(err)
		}
		for k := 0; ; k++ {
			if err := f.save(states[k%2], source); err != nil {
				panic(err)
			}
			written()
		}
	}, func(dir string) error {
		for _, ext := range []string{"", ".checkpoint", ".csv"} {
			name := filepath.Join(dir, "w.gwm"+ext)
			data := read(name)
			if data == nil {
				continue
			}
			if !bytes.Equal(data, read(filepath.Join(seeds, "0"+ext))) && !bytes.Equal(data, read(filepath.Join(seeds, "1"+ext))) {
				return fmt.Errorf("%s with %d bytes is of neither epoch", name, len(data))
			}
			var err error
			switch ext {
			case "":
				_, err = amortized.Read(bytes.NewReader(data))
			case ".checkpoint":
				_, err = train.ReadState(bytes.NewReader(data))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
