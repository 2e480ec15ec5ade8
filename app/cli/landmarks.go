package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
)

// landmarkFlags are the flags for landmarks of both shapes.
type landmarkFlags struct {
	files, specimens, spaces [2]*string
	pin                      *string
}

func addLandmarkFlags(fs *flag.FlagSet) *landmarkFlags {
	return &landmarkFlags{
		files: [2]*string{
			fs.String("landmarks-a", "", "file of A's landmarks (.csv, .fcsv, .mrk.json, .tps, .pts, .nts, Morphologika): carried to B; its extremities, if any, are used"),
			fs.String("landmarks-b", "", "the same of B; landmarks of the same name on A and B are a pair"),
		},
		specimens: [2]*string{
			fs.String("specimen-a", "", "which of several specimens, or lists of landmarks, of that file: its ID, IMAGE, name or number (default: the one named like A's file)"),
			fs.String("specimen-b", "", "the same of B"),
		},
		spaces: [2]*string{
			fs.String("space-a", "", "anatomical axes of A's coordinates, RAS or LPS, where its file does not name them: landmarks are turned to these axes"),
			fs.String("space-b", "", "the same of B"),
		},
		pin: fs.String("pin", "", "pairs of landmarks that the match must honour: all, none, or names separated by commas (default: those that the files pin)"),
	}
}

// check refuses flags that make no sense before anything is read.
func (f *landmarkFlags) check() error {
	for _, space := range f.spaces {
		if err := checkSpace(*space); err != nil {
			return err
		}
	}
	if *f.pin != "" && *f.pin != "none" && (*f.files[0] == "" || *f.files[1] == "") {
		return usagef("--pin joins landmarks of both shapes: give --landmarks-a FILE and --landmarks-b FILE, too")
	}
	return nil
}

// read reads the files, moves their landmarks onto the shapes, and pins pairs.
func (f *landmarkFlags) read(a, b *pipeline.Shape) (session.Marks, error) {
	var marks session.Marks
	if f == nil { // a command that takes no landmarks
		return marks, nil
	}
	for side, s := range []*pipeline.Shape{a, b} {
		setSpace(s, *f.spaces[side])
		name := *f.files[side]
		if name == "" {
			continue
		}
		set, err := readLandmarks(name, *f.specimens[side], s)
		if err != nil {
			return marks, specimenHint(err, "--specimen-"+[2]string{"a", "b"}[side])
		}
		*[2]*landmark.Set{&marks.A, &marks.B}[side] = *set
	}
	return marks, f.pinned(&marks)
}

// checkSpace refuses unknown axes; "" stands for none.
func checkSpace(space string) error {
	switch strings.ToUpper(space) {
	case "", "RAS", "LPS":
		return nil
	}
	return usagef("the anatomical axes are %q; they can be RAS or LPS", space)
}

// setSpace sets the axes of a shape, unless space is "".
func setSpace(s *pipeline.Shape, space string) {
	if space != "" {
		s.Mesh.Space = strings.ToUpper(space)
	}
}

// specimenHint names the option by which one of several specimens can be chosen.
func specimenHint(err error, option string) error {
	if several := new(landmark.SpecimenError); errors.As(err, &several) {
		return fmt.Errorf("%w (%s)", err, option)
	}
	return err
}

// readLandmarks reads a file for a shape.
func readLandmarks(name, specimen string, s *pipeline.Shape) (*landmark.Set, error) {
	set, err := landmark.Load(name, landmark.Options{Shape: meshio.Stem(strings.TrimPrefix(s.Ref, pipeline.SamplePrefix)), Specimen: specimen, Vertices: s.Mesh.Vertices})
	if err != nil {
		return nil, err
	}
	on := landmark.Snap(s.Mesh, *set)
	return &on, nil
}

// pinned sets the pins that --pin asks for.
func (f *landmarkFlags) pinned(marks *session.Marks) error {
	if *f.pin == "" {
		return nil
	}
	for _, set := range []*landmark.Set{&marks.A, &marks.B} {
		for k := range set.Landmarks {
			set.Landmarks[k].Pinned = *f.pin == "all"
		}
	}
	switch *f.pin {
	case "none":
		return nil
	case "all":
		if len(marks.Pinned()) == 0 {
			return usagef("--pin all: no landmark of A has the name of one of B; A has %s, B has %s", namesOf(marks.A), namesOf(marks.B))
		}
		return nil
	}
	for name := range strings.SplitSeq(*f.pin, ",") {
		name = strings.TrimSpace(name)
		for side, set := range []*landmark.Set{&marks.A, &marks.B} {
			k := landmark.Index(set.Landmarks, name)
			if k < 0 {
				return usagef("--pin: %s has no landmark %q; it has %s", [2]string{"A", "B"}[side], name, namesOf(*set))
			}
			set.Landmarks[k].Pinned = true
		}
	}
	return nil
}

// namesOf lists the first names of a set, for messages.
func namesOf(s landmark.Set) string {
	if len(s.Landmarks) == 0 {
		return "none"
	}
	var names []string
	for _, l := range s.Landmarks {
		names = append(names, fmt.Sprintf("%q", l.Name))
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return strings.Join(names, ", ")
}

// warn prints the warnings about the files.
func (f *landmarkFlags) warn(env Env, marks session.Marks) {
	for side, set := range []landmark.Set{marks.A, marks.B} {
		for _, w := range set.Warnings {
			fmt.Fprintf(env.Stderr, "warning: %s: %s\n", *f.files[side], w)
		}
		if set.Unclear {
			name := [2]string{"a", "b"}[side]
			fmt.Fprintf(env.Stderr, "warning: say which axes %s has, --space-%s LPS or --space-%s RAS\n", strings.ToUpper(name), name, name)
		}
	}
}

// printLandmarks prints the pins, and how many landmarks were carried.
func printLandmarks(w io.Writer, s export.Summary) {
	l := s.Landmarks
	if l == nil {
		return
	}
	if len(l.Pinned) > 0 {
		fmt.Fprintf(w, "  pinned: %s\n", strings.Join(l.Pinned, ", "))
	}
	for _, c := range []struct {
		way string
		to  *export.CarriedMarks
	}{{"A to B", l.AToB}, {"B to A", l.BToA}} {
		if c.to == nil {
			continue
		}
		fmt.Fprintf(w, "  landmarks %s: %d carried", c.way, len(c.to.Places))
		if !math.IsNaN(float64(c.to.RMSE)) {
			fmt.Fprintf(w, ", %d given there, RMSE %.4g (%.4f / √area)", c.to.Given, float64(c.to.RMSE), float64(c.to.OverArea))
		}
		fmt.Fprintln(w)
	}
}

const aboutLandmarks = `Reads landmarks and writes them in the format of OUT's extension: .csv, .fcsv and .mrk.json
(3D Slicer, LPS), .tps, .pts (IDAV Landmark), .nts (NTSYS), .morphologika. The order is kept.
All formats but Morphologika keep names. The last three have one list, so that extremities
become landmarks; the others keep extremities. A curve of .mrk.json stays a curve. With
--shape the landmarks are moved to the nearest places of that shape, those that lay off it
are named, and files that name vertices can be read.`

func runLandmarks(ctx context.Context, env Env, args []string) error {
	fs := newFlags("landmarks", "IN OUT [--shape SHAPE]", aboutLandmarks)
	shape := fs.String("shape", "", "the shape that the landmarks lie on")
	specimen := fs.String("specimen", "", "which of several specimens, or lists of landmarks, of IN: its ID, IMAGE, name or number")
	space := fs.String("space", "", "anatomical axes of the shape, RAS or LPS, where its file does not name them")
	files, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(files) != 2 {
		return usagef("landmarks takes a file to read and one to write, and got %d; gwscope landmarks --help tells more", len(files))
	}
	if landmark.ByExtension(files[1]) == nil {
		return usagef("the extension of %s tells no format of landmarks; known are %s", files[1], strings.Join(landmark.Extensions(), " "))
	}
	if err := checkSpace(*space); err != nil {
		return err
	}
	var set *landmark.Set
	if *shape == "" {
		set, err = landmark.Load(files[0], landmark.Options{Specimen: *specimen})
	} else {
		var s *pipeline.Shape
		if s, err = pipeline.NewEngine().Load(ctx, *shape, session.Defaults()); err != nil {
			return err
		}
		setSpace(s, *space)
		set, err = readLandmarks(files[0], *specimen, s)
	}
	if err != nil {
		return specimenHint(err, "--specimen")
	}
	for _, w := range set.Warnings {
		fmt.Fprintf(env.Stderr, "warning: %s: %s\n", files[0], w)
	}
	if set.Unclear {
		fmt.Fprintln(env.Stderr, "warning: say which axes the shape has, --space LPS or --space RAS")
	}
	if err := landmark.Save(files[1], *set); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%d landmarks and %d extremities -> %s\n", len(set.Landmarks), len(set.Tips), files[1])
	return nil
}
