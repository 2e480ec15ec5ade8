package cli

import (
	"flag"
	"fmt"
	"strconv"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/colormap"
)

// paintFlags say how values become colours, with the same choices as the window's panel.
type paintFlags struct {
	scale, colormap, pick string
	isolines              int
	mask                  float64
	worst                 bool
}

// addPaintFlags adds the flags, and --color-by, which is another name for --color; by is the
// value of both.
func addPaintFlags(fs *flag.FlagSet, by *string) *paintFlags {
	f := &paintFlags{}
	fs.StringVar(by, "color-by", *by, "the same as --color")
	fs.StringVar(&f.scale, "range", "auto", "auto|full|95%|LOW:HIGH: the values at the ends of the colour map; with ± in front (or +-), symmetric")
	fs.StringVar(&f.colormap, "map", "", strings.Join(mapNames(), "|")+": the colour map; default the quantity's own")
	fs.IntVar(&f.isolines, "isolines", 0, "number of lines of equal value, about")
	fs.Float64Var(&f.mask, "mask", 0, "hatch the places with less confidence than this in grey, 0 to 1")
	fs.BoolVar(&f.worst, "worst", false, "draw lines at the worst 1 % of the vertices instead of spread ones")
	fs.StringVar(&f.pick, "pick", "", "a:N|b:N: vertex N of a file, to mark with its match; --color distance measures from there")
	return f
}

func mapNames() []string {
	var names []string
	for _, m := range colormap.Maps() {
		names = append(names, m.Name())
	}
	return names
}

// into puts the flags into a view; the error says which flag is wrong.
func (f *paintFlags) into(v *present.View) error {
	r, err := present.ParseRange(f.scale)
	if err != nil {
		return fmt.Errorf("--range: %w", err)
	}
	if f.colormap != "" && colormap.ByName(f.colormap) == nil {
		return fmt.Errorf("--map: there is no colour map %q; choose %s", f.colormap, strings.Join(mapNames(), ", "))
	}
	if f.isolines < 0 || f.isolines > 1000 {
		return fmt.Errorf("--isolines takes 0 to 1000, got %d", f.isolines)
	}
	if !(f.mask >= 0 && f.mask <= 1) {
		return fmt.Errorf("--mask takes a confidence from 0 to 1, got %g", f.mask)
	}
	v.Paint = present.Paint{Map: f.colormap, Range: r, Isolines: f.isolines, Mask: f.mask}
	v.Worst = f.worst
	if f.pick != "" {
		side, number, _ := strings.Cut(strings.ToLower(f.pick), ":")
		vertex, err := strconv.Atoi(number)
		if err != nil || vertex < 0 || side != "a" && side != "b" {
			return fmt.Errorf("--pick takes a vertex such as a:120 or b:7, got %q", f.pick)
		}
		if side == "a" {
			v.PickedA = vertex
		} else {
			v.PickedB = vertex
		}
	}
	if v.ColorBy == present.ByDistance && f.pick == "" {
		return fmt.Errorf("--color distance needs --pick, the vertex to measure from, such as --pick a:120")
	}
	return nil
}

// colorWords are the meanings of colours, for help texts.
func colorWords() string {
	var names []string
	for _, m := range present.Modes() {
		names = append(names, string(m.By))
	}
	return strings.Join(names, "|")
}

// showable returns an error that says why a view cannot show a match.
func showable(m *pipeline.Match, v present.View) error {
	if mode, _ := present.ModeOf(v.ColorBy); !mode.Has(m) {
		switch v.ColorBy {
		case present.ByError, present.ByMirroredError:
			return fmt.Errorf("the true correspondence of %s and %s is not known, so colours cannot show the error", m.A.Ref, m.B.Ref)
		case present.ByFile, present.ByOwn:
			return fmt.Errorf("neither %s nor %s has colours of its own", m.A.Ref, m.B.Ref)
		}
		return fmt.Errorf("%s is not known for this match", strings.ToLower(mode.Label))
	}
	if v.Registered && !present.HasWires(m) {
		return fmt.Errorf("the mesh of %s does not lie on %s, so its edges cannot be drawn there", m.A.Ref, m.B.Ref)
	}
	if n := len(m.A.Mesh.Vertices); v.PickedA >= n {
		return fmt.Errorf("--pick a:%d: %s has %d vertices, counted from 0", v.PickedA, m.A.Ref, n)
	}
	if n := len(m.B.Mesh.Vertices); v.PickedB >= n {
		return fmt.Errorf("--pick b:%d: %s has %d vertices, counted from 0", v.PickedB, m.B.Ref, n)
	}
	return nil
}
