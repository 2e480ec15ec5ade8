package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
	"gwscope/render/glctx"
	"gwscope/render/scene"
)

// small are settings whose pictures are quickly drawn.
func small() Settings {
	s := DefaultSettings()
	s.Width, s.Height, s.AnimationWidth, s.AnimationHeight, s.Frames = 160, 100, 120, 80, 6
	return s
}

// needsDrawing skips a test where nothing can be drawn.
func needsDrawing(t *testing.T) {
	t.Helper()
	thread, err := glctx.Start(glctx.Options{})
	if err != nil {
		t.Skipf("nothing can be drawn here: %v", err)
	}
	thread.Close()
}

// Every kind writes the files that it names, and no others; progress grows to its end.
func TestEveryKindWritesItsFiles(t *testing.T) {
	t.Parallel()
	needsDrawing(t)
	m := matched(t)
	dir := filepath.Join(t.TempDir(), "all of it")
	s := small()
	last := 0.0
	if _, err := Write(context.Background(), dir, m, Kinds(), s, func(p Progress) {
		if p.Fraction < last || p.Label == "" {
			t.Errorf("progress goes from %g to %g, %q", last, p.Fraction, p.Label)
		}
		last = p.Fraction
	}); err != nil {
		t.Fatal(err)
	}
	if math.Abs(last-1) > 1e-9 {
		t.Errorf("progress ends at %g", last)
	}
	var want []string
	for _, k := range Kinds() {
		for _, name := range k.Files(m, s) {
			want = append(want, strings.TrimSuffix(name, "/"))
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
				t.Errorf("%s: %s is missing or empty: %v", k.Name, name, err)
			}
		}
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !slices.Contains(want, e.Name()) {
			t.Errorf("%s was written too", e.Name())
		}
	}
	frames, _ := filepath.Glob(filepath.Join(dir, OrbitFolder, "*"))
	if len(frames) != s.Frames {
		t.Errorf("%d pictures of the orbit, want %d", len(frames), s.Frames)
	}
	g := readGIF(t, filepath.Join(dir, MorphGIF))
	if len(g.Image) != s.Frames || g.Config.Width != s.AnimationWidth || g.Config.Height != s.AnimationHeight {
		t.Errorf("the GIF has %d pictures of %d x %d", len(g.Image), g.Config.Width, g.Config.Height)
	}
	f, err := os.Open(filepath.Join(dir, PictureFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != s.Width || c.Height != s.Height {
		t.Errorf("the picture is %d x %d, %v", c.Width, c.Height, err)
	}
	checkReport(t, dir, m.A.Mesh.Name)
	t.Run("others read it", func(t *testing.T) { othersRead(t, dir) })
}

func readGIF(t *testing.T, path string) *gif.GIF {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// checkReport looks whether all figures of a report are there and all numbers are.
func checkReport(t *testing.T, dir, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, ReportFile))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1)
	if len(links) < 5 {
		t.Errorf("the report shows %d figures", len(links))
	}
	for _, l := range links {
		if _, err := os.Stat(filepath.Join(dir, l[1])); err != nil {
			t.Errorf("the report shows %s: %v", l[1], err)
		}
	}
	for _, want := range []string{"# " + name, "GW²", "gwscope match", "seed", "Go | go", "GWScope"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "%!") {
		t.Error("the report has a number that is none")
	}
}

func TestColouredMeshesCarryValues(t *testing.T) {
	t.Parallel()
	m := matched(t)
	dir := t.TempDir()
	kinds, err := ParseKinds("ply,matched")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Write(context.Background(), dir, m, kinds, DefaultSettings(), nil); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{ColoredAFile, ColoredBFile, MatchedBPLY} {
		back, err := meshio.Load(filepath.Join(dir, file), meshio.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, s := range back.Scalars {
			names[s.Name] = true
			for i, v := range s.Values {
				if (s.Name == "confidence" || s.Name == "push_forward") && !(v >= 0 && v <= 1) {
					t.Fatalf("%s: %s of vertex %d is %g", file, s.Name, i, v)
				}
			}
		}
		for _, want := range []string{"confidence", "distortion", "coverage", "push_forward"} {
			if !names[want] {
				t.Errorf("%s has no %s", file, want)
			}
		}
		if len(back.Colors) != len(back.Vertices) {
			t.Errorf("%s has %d colours for %d vertices", file, len(back.Colors), len(back.Vertices))
		}
	}
}

// The morphed mesh is A's at t = 0 and the matched one at t = 1, in either file's
// coordinates, and so is the first and last place of the GLB.
func TestMorphedMeshesBeginAndEndAtTheFiles(t *testing.T) {
	t.Parallel()
	m := matched(t)
	mesh1, err := ParseKinds("mesh")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t    float64
		inB  bool
		on   string
		want []r3.Vec
		off  float64 // a shape's own end is its file's, to the bit
	}{
		{0, false, "a", m.A.Mesh.Vertices, 0},
		{1, true, "a", m.MatchedVertices(), 1e-12},
		{1, true, "b", m.B.Mesh.Vertices, 0},
		{0, false, "b", m.FromB().VertexMap().Position, 1e-12},
	} {
		dir := t.TempDir()
		s := DefaultSettings()
		s.T, s.InB, s.View.Way.On, s.MeshFormat = c.t, c.inB, c.on, "obj"
		if _, err := Write(context.Background(), dir, m, mesh1, s, nil); err != nil {
			t.Fatal(err)
		}
		back, err := meshio.Load(filepath.Join(dir, fmt.Sprintf("morph_t%.2f.obj", c.t)), meshio.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range back.Vertices {
			if r3.Norm(r3.Sub(v, c.want[i])) > c.off {
				t.Fatalf("t = %g on %s: vertex %d is at %v, want %v", c.t, c.on, i, v, c.want[i])
			}
		}
	}
}

func TestAnArrayOfTheMapHasItsHeaderBesideIt(t *testing.T) {
	t.Parallel()
	m := matched(t)
	dir := t.TempDir()
	kinds, _ := ParseKinds("npy")
	if _, err := Write(context.Background(), dir, m, kinds, DefaultSettings(), nil); err != nil {
		t.Fatal(err)
	}
	var h MapHeader
	data, err := os.ReadFile(filepath.Join(dir, "map_b_to_a.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		t.Fatal(err)
	}
	if h.Direction != "b_to_a" || h.Length != len(m.B.Mesh.Vertices) || h.Targets != len(m.A.Mesh.Vertices) || h.Base != 0 || h.Source != "b" {
		t.Errorf("the header says %+v", h)
	}
	var got struct {
		Shape []int
		Dtype string
		Min   int
		Max   int
		Sum   int
	}
	askPython(t, `
import sys, json, numpy as np
a = np.load(sys.argv[1])
print(json.dumps(dict(Shape=list(a.shape), Dtype=a.dtype.str, Min=int(a.min()), Max=int(a.max()), Sum=int(a.astype(np.int64).sum()))))`,
		filepath.Join(dir, MapBToAArray), &got)
	sum := 0
	for _, v := range m.FromB().VertexMap().Target {
		sum += int(v)
	}
	if got.Dtype != h.Dtype || got.Shape[0] != h.Length || got.Min < 0 || got.Max >= h.Targets || got.Sum != sum {
		t.Errorf("NumPy reads %+v", got)
	}
}

// After a stop there are only complete files.
func TestAnExportCanBeStopped(t *testing.T) {
	t.Parallel()
	needsDrawing(t)
	m := matched(t)
	dir := t.TempDir()
	kinds, _ := ParseKinds("orbit-gif,orbit-png")
	s := small()
	s.Frames = 200
	ctx, stop := context.WithCancel(context.Background())
	_, err := Write(ctx, dir, m, kinds, s, func(p Progress) {
		if p.Fraction > 0.02 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped export says %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("a stopped export left %v", entries)
	}
}

// A longer sequence of before leaves no pictures behind, and other files stay.
func TestASequenceReplacesALongerOne(t *testing.T) {
	t.Parallel()
	needsDrawing(t)
	m := matched(t)
	dir := t.TempDir()
	kinds, _ := ParseKinds("morph-png")
	s := small()
	if _, err := Write(context.Background(), dir, m, kinds, s, nil); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, MorphFolder, "notes.txt")
	if err := os.WriteFile(own, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Frames = 3
	if _, err := Write(context.Background(), dir, m, kinds, s, nil); err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(filepath.Join(dir, MorphFolder))
	if len(entries) != 4 {
		t.Errorf("the folder holds %d files, want 3 pictures and the notes", len(entries))
	}
}

func TestKindsAndSettingsSayWhatTheyCannotBe(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "jpeg", "ply,,nothing"} {
		if k, err := ParseKinds(text); err == nil {
			t.Errorf("%q is read as %d kinds", text, len(k))
		}
	}
	if k, err := ParseKinds(" glb, result,glb "); err != nil || len(k) != 2 || k[0].Name != "result" {
		t.Errorf("two kinds are read as %v, %v", k, err)
	}
	if k, err := ParseKinds("all"); err != nil || len(k) != len(Kinds()) {
		t.Errorf("all are %d, %v", len(k), err)
	}
	for name, spoil := range map[string]func(*Settings){
		"t": func(s *Settings) { s.T = 1.5 }, "nan": func(s *Settings) { s.T = math.NaN() }, "size": func(s *Settings) { s.Width = 4 },
		"frames": func(s *Settings) { s.Frames = 1 }, "rate": func(s *Settings) { s.PerSecond = 60 }, "panes": func(s *Settings) { s.Panes = "three" },
		"format": func(s *Settings) { s.MeshFormat = "doc" }, "way": func(s *Settings) { s.View.Way.Mode = "jump" }, "spin": func(s *Settings) { s.Spin = 1e9 },
		"colour": func(s *Settings) { s.View.ColorBy = "smell" }, "background": func(s *Settings) { s.View.Scenery.Background = "green" },
	} {
		s := DefaultSettings()
		spoil(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: settings that cannot be were taken", name)
		}
	}
}

// The command for repeating a match has only the options that matter, quoted for a shell.
func TestTheCommandLineRepeatsTheMatch(t *testing.T) {
	t.Parallel()
	m := *matched(t)
	a := *m.A
	a.Ref = "it's a file.obj"
	m.A = &a
	m.Options.Threads = 3
	want := `gwscope match 'it'\''s a file.obj' b --samples=80 --effort=fast --out 'my results'`
	if got := CommandLine(&m, "my results"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	m.Marks.B.Landmarks = []session.Landmark{landmark.New("nose", r3.Vec{X: 1})}
	m.Chosen = 1
	if got := CommandLine(&m, "x"); got != "gwscope match --session=x/report.gwscope --choose=2 --out x" {
		t.Errorf("a marked match is found again by %s", got)
	}
	m.Marks.A.Tips = []session.Landmark{} // none are wanted: no file of landmarks could say so
	dir := t.TempDir()
	if err := SaveRepeat(dir, &m); err != nil {
		t.Fatal(err)
	}
	back, err := session.Open(filepath.Join(dir, RepeatFile), option.Schema)
	if err != nil || !back.Marks.Equal(m.Marks) || back.Options != m.Options {
		t.Errorf("the session beside a report holds %+v, %v", back, err)
	}
	if got := CommandLine(&m, "x"); !strings.Contains(got, "--choose=2") {
		t.Errorf("the second choice is not told: %s", got)
	}
}

// In an animation of the morph the first picture is A itself, the middle one the match.
func TestTheMorphAnimationGoesThereAndBack(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := small()
	j := newJob(m, s)
	a := j.there()
	for k, want := range map[int]float64{0: 0, s.Frames / 2: 1, s.Frames: 0} {
		if got := a.view(k).T; math.Abs(got-want) > 1e-12 {
			t.Errorf("picture %d is at t = %g, want %g", k, got, want)
		}
	}
	f, err := j.figure(context.Background(), a.view(s.Frames/2), 100, 100)
	if err != nil {
		t.Fatal(err)
	}
	mo, err := j.motion(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	end := mo.At(1)
	for i, p := range f.Shapes[0].Scene.Surfaces[0].Positions {
		if p != (scene.Vec{float32(end[i].X), float32(end[i].Y), float32(end[i].Z)}) {
			t.Fatalf("vertex %d is at %v in the middle, want %v", i, p, end[i])
		}
	}
}

// A full disk in the middle of an animation is an error, and no file is left.
func TestWhatCannotBeWrittenIsTold(t *testing.T) {
	t.Parallel()
	m := matched(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, PlanFile), 0o755); err != nil { // a folder is in the way
		t.Fatal(err)
	}
	kinds, _ := ParseKinds("plan,maps")
	_, err := Write(context.Background(), dir, m, kinds, DefaultSettings(), nil)
	if err == nil || !strings.Contains(err.Error(), PlanFile) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, MapAToBFile)); err != nil {
		t.Errorf("the maps were not written beside it: %v", err)
	}
}
