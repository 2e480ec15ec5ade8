package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/figures"
	"gwscope/meshio/landmark"
	"gwscope/meshio/meshtest"
)

var update = flag.Bool("update", false, "write the golden session file of this version anew")

// sameDocument compares two documents without program and time of writing.
var sameDocument = cmp.Options{cmpopts.IgnoreFields(Document{}, "Program", "Saved", "Warnings"), cmp.AllowUnexported(Document{}),
	cmp.Comparer(func(a, b figures.Number) bool { return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b)) }),
	// Spaces are no difference.
	cmp.Transformer("value", func(m json.RawMessage) (v any) { json.Unmarshal(m, &v); return v })}

// full is a document in which everything is set.
func full(dir string) *Document {
	d := NewDocument()
	d.A = ShapeRef{Ref: filepath.Join(dir, "shapes", "a b.obj"), Key: "11", Name: "a b", Vertices: 7, Faces: 9}
	d.B = ShapeRef{Ref: "sample:horse/2", Key: "22", Name: "horse", Vertices: 4000, Faces: 8000}
	d.Options.Samples, d.Options.Flip, d.Options.Epsilon = 250, "direct", 0.25
	d.Marks.A.Landmarks = []Landmark{landmark.New("nose", r3.Vec{X: 1, Y: 2, Z: 0.1})}
	d.Marks.B.Tips = []Landmark{}
	d.View = json.RawMessage(`{"ColorBy":"distortion","T":0.25}`)
	d.Cameras[1].Target, d.Cameras[1].Distance, d.Cameras[1].Orthographic = [3]float64{0.5, -1, 0.25}, 2.5, true
	d.Layout = Layout{Arrangement: "morph", Alone: "a", Unlinked: true}
	d.Units, d.Notes = "mm", "left femur < right\nsecond line"
	d.Play = Play{Repeat: "once", Speed: 0.5}
	d.Export = &Export{Kinds: []string{"glb", "picture"}, Width: 1280, Height: 720, Panes: "morph", Background: "transparent", Bare: true,
		MovieWidth: 640, MovieHeight: 360, Frames: 60, PerSecond: 20, Spin: 90, MeshFormat: "obj", CoordinatesOf: "b"}
	d.Result = &Result{Program: "GWScope 1", Options: d.Options, Keys: [2]string{"11", "22"}, Chosen: 1, ByPerson: true, Status: "converged", GW2: 0.0012,
		Outcome:      figures.Outcome{Margin: figures.Number(math.NaN()), Own: &figures.Own{Title: "t", Value: figures.Number(math.NaN())}},
		Alternatives: []Alternative{{Minimum: figures.Minimum{GW2: 0.0012, Orientation: figures.Number(math.NaN())}}, {Minimum: figures.Minimum{GW2: 0.0013}, Extremities: true}},
		Extremities:  &Extremities{A: []figures.Extremity{{Name: "tip 1", Point: 5, Persistence: 0.4}}, B: []figures.Extremity{}},
		Times:        figures.Times{Solve: time.Second / 2}, Arrays: []byte{0, 1, 254, 255}, Training: someTraining(3, 5, 4)}
	return d
}

func encoded(t testing.TB, d *Document, dir string) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Encode(&buf, d, dir); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestADocumentSurvivesItsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	touch(t, filepath.Join(dir, "shapes", "a b.obj"))
	for name, d := range map[string]*Document{"empty": NewDocument(), "full": full(dir)} {
		path := filepath.Join(dir, name+Extension)
		if err := Save(path, d); err != nil {
			t.Fatal(err)
		}
		back, err := Open(path, someSchema)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back, sameDocument); diff != "" {
			t.Errorf("%s (-saved +opened):\n%s", name, diff)
		}
		if len(back.Warnings) > 0 || !strings.HasPrefix(back.Program, "GWScope ") || time.Since(back.Saved) > time.Hour {
			t.Errorf("%s: written by %q at %v, warnings %q", name, back.Program, back.Saved, back.Warnings)
		}
	}
}

func touch(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("v 0 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A project folder may be moved whole, a session alone, or a session with its shapes
// beside it. A file that is nowhere is missing, under its full name.
func TestShapesAreFoundAfterAMove(t *testing.T) {
	t.Parallel()
	old := t.TempDir()
	shape := filepath.Join(old, "data", "shapes", "a.obj")
	touch(t, shape)
	d := NewDocument()
	d.A = ShapeRef{Ref: shape, Key: "k"}
	session := filepath.Join(old, "work", "pair.gwscope")
	if err := Save(session, d); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "elsewhere")
	open := func(path, want string, missing bool) {
		t.Helper()
		back, err := Open(path, someSchema)
		if err != nil {
			t.Fatal(err)
		}
		if back.A.Ref != want || back.A.Missing != missing || back.A.Key != "k" {
			t.Errorf("%s: shape A is %+v, want %s, missing %t", path, back.A, want, missing)
		}
	}
	open(session, shape, false)

	data, err := os.ReadFile(session)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "alone.gwscope")
	if err := os.WriteFile(alone, data, 0o666); err != nil {
		t.Fatal(err)
	}
	open(alone, shape, false)

	if err := os.Rename(old, moved); err != nil {
		t.Fatal(err)
	}
	open(filepath.Join(moved, "work", "pair.gwscope"), filepath.Join(moved, "data", "shapes", "a.obj"), false)
	open(alone, filepath.Join(filepath.Dir(filepath.Dir(alone)), "data", "shapes", "a.obj"), true)
	beside := filepath.Join(filepath.Dir(alone), "a.obj")
	touch(t, beside)
	open(alone, beside, false)
}

// Files that earlier versions wrote open, with the defaults for options that those did
// not know. Golden files are never written again once released.
func TestFilesOfAllVersionsOpen(t *testing.T) {
	t.Parallel()
	if *update {
		if err := os.WriteFile("testdata/v1-replay.gwscope", encoded(t, full("/data"), "/data"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for file, without := range map[string]func(*Document){
		"v1-replay": func(*Document) {},
		// Before sessions kept exports, the way of playing, and trainings.
		"v1": func(d *Document) { d.Play, d.Export, d.Result.Training = Play{}, nil, nil },
	} {
		d, err := Open("testdata/"+file+Extension, someSchema)
		if err != nil {
			t.Fatal(err)
		}
		want := full("/data")
		want.Options.Metric, want.Result.Options.Metric = "graph", "graph" // the default of that time
		without(want)
		want.A.Missing = true // there is no such file
		d.A.Ref = want.A.Ref
		if diff := cmp.Diff(want, d, sameDocument); diff != "" {
			t.Errorf("%s (-written +opened):\n%s", file, diff)
		}
	}
	d, err := Open("testdata/v1-early.gwscope", someSchema)
	if err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Samples, o.Seed, o.Polish, o.Metric = 300, 11, false, "graph"
	if d.Options != o {
		t.Errorf("options are %+v, want %+v", d.Options, o)
	}
	if d.A.Ref != "sample:cat/1" || !d.B.Empty() || d.Cameras != NewDocument().Cameras || d.Result != nil {
		t.Errorf("the early file gives %+v", d)
	}
}

func TestANewerFileIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"format": "gwscope session", "version": 2, "program": "GWScope 9.1"}`,
		`{"format": "gwscope session", "version": 2, "program": "GWScope 9.1", "options": 5, "cameras": "none", "a": []}`,
	} {
		_, err := Decode([]byte(text), "/", someSchema)
		var newer *NewerError
		if !errors.As(err, &newer) || newer.Version != 2 {
			t.Fatalf("the error is %v", err)
		}
		for _, says := range []string{"GWScope 9.1", "version 2", "up to 1", "newer GWScope"} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%q does not say %q", err, says)
			}
		}
	}
}

// A replay that cannot be read is no reason to lose the rest.
func TestADamagedReplayIsLeftOut(t *testing.T) {
	t.Parallel()
	text := string(encoded(t, full("/data"), "/data"))
	d, err := Decode([]byte(strings.Replace(text, `"packed": "`, `"packed": "AAAA`, 1)), "/data", someSchema)
	if err != nil {
		t.Fatal(err)
	}
	if d.Result == nil || d.Result.Training != nil || !strings.Contains(strings.Join(d.Warnings, "\n"), "replay") {
		t.Errorf("the result is %+v, warnings %q", d.Result, d.Warnings)
	}
}

// Entries of a newer program of the same file version are neither lost nor obeyed.
func TestWhatIsNotKnownIsKept(t *testing.T) {
	t.Parallel()
	text := `{"format": "gwscope session", "version": 1, "cloth": {"thick": [1, 2]}, "options": {"samples": 300, "warp": "double", "method": "oracle", "polish": "perhaps", "seed": {}}}`
	d, err := Decode([]byte(text), "/", someSchema)
	if err != nil {
		t.Fatal(err)
	}
	want := Defaults()
	want.Samples = 300
	if d.Options != want {
		t.Errorf("options are %+v", d.Options)
	}
	all := strings.Join(d.Warnings, "\n")
	for _, says := range []string{`"warp" is not known`, `method is "oracle"`, "hierarchical now", `polish is "perhaps"`, `"seed" has no plain value`} {
		if !strings.Contains(all, says) {
			t.Errorf("the warnings do not say %q:\n%s", says, all)
		}
	}
	again := string(encoded(t, d, "/"))
	for _, kept := range []string{`"cloth"`, `"thick"`, `"warp": "double"`} {
		if !strings.Contains(again, kept) {
			t.Errorf("%s was lost on the way through this program", kept)
		}
	}
	if back, err := Decode([]byte(again), "/", someSchema); err != nil || cmp.Diff(d, back, sameDocument) != "" {
		t.Errorf("written again it reads otherwise: %v\n%s", err, cmp.Diff(d, back, sameDocument))
	}
}

func TestDamagedFilesSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	good := string(encoded(t, full("/d"), "/d"))
	for name, c := range map[string]struct{ text, says string }{
		"empty":           {"", "empty"},
		"blank":           {" \n", "empty"},
		"no JSON":         {"solid teapot\n", "line 1"},
		"a mesh":          {"v 0 0 0\nf 1 2 3\n", "line 1"},
		"other JSON":      {`{"gw2": 0.1, "options": {}}`, "no GWScope session"},
		"a list":          {`[1, 2]`, "no GWScope session"},
		"no version":      {`{"format": "gwscope session"}`, "version"},
		"odd version":     {`{"format": "gwscope session", "version": "one"}`, `"one"`},
		"version zero":    {`{"format": "gwscope session", "version": 0}`, "version"},
		"a typing error":  {strings.Replace(good, `"layout": {`, `"layout": `, 1), "line "},
		"a wrong kind":    {`{"format": "gwscope session", "version": 1,` + "\n\n" + `"notes": 7}`, `line 3: "notes"`},
		"options no list": {`{"format": "gwscope session", "version": 1, "options": [1]}`, "options"},
	} {
		_, err := Decode([]byte(c.text), "/", someSchema)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v; want one that says %q", name, err, c.says)
		}
	}
	for n := 1; n < len(good)-2; n += 7 {
		if _, err := Decode([]byte(good[:n]), "/", someSchema); err == nil || !strings.Contains(err.Error(), "cut off") {
			t.Fatalf("cut off after %d bytes: %v", n, err)
		}
	}
	path := filepath.Join(t.TempDir(), "none.gwscope")
	if _, err := Open(path, someSchema); err == nil || !strings.Contains(err.Error(), path) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// A camera with NaN does not prevent saving the rest.
func TestADirectionThatIsNoneIsReplaced(t *testing.T) {
	t.Parallel()
	d := full("/d")
	d.Cameras[0].Distance = math.NaN()
	back, err := Decode(encoded(t, d, "/d"), "/d", someSchema)
	if err != nil || back.Cameras[0] != Unaimed {
		t.Errorf("camera %+v, error %v", back.Cameras[0], err)
	}
}

func TestASaveThatFailsLeavesTheOldFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "s.gwscope")
	if err := Save(path, NewDocument()); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	d := full(dir)
	d.View = json.RawMessage("{") // no JSON
	if err := Save(path, d); err == nil {
		t.Fatal("a view that is no JSON was written")
	}
	after, _ := os.ReadFile(path)
	if !bytes.Equal(before, after) {
		t.Error("a save that failed changed the file")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("it left %v", left)
	}
}

func TestSessionsAreToldByNameOrContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	d := full(dir)
	d.others = map[string]json.RawMessage{"cloth": json.RawMessage("1")}
	for path, want := range map[string]bool{
		"x.gwscope": true, "X.GWSCOPE": true, "sample:horse/2": false, "": false,
		write("as.json", encoded(t, d, dir)): true, write("other.json", []byte(`{"a": 1}`)): false, write("as.obj", encoded(t, d, dir)): false,
		filepath.Join(dir, "none.json"): false,
	} {
		if Is(path) != want {
			t.Errorf("Is(%q) is %t", path, !want)
		}
	}
}

// Reading gives a document or an error. A document that was read can be written and read again, and
// is the same.
func FuzzDecode(f *testing.F) {
	folder, err := filepath.Abs("/d") // on Windows with a drive
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded(f, full(folder), folder))
	f.Add(encoded(f, NewDocument(), folder))
	f.Add([]byte(`{"format": "gwscope session", "version": 1, "cloth": {}, "options": {"samples": "9", "warp": 1}, "cameras": [{}, {}, {}], "a": {"path": "../x"}, "b": {"sample": ""}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d *Document
		var err error
		meshtest.Held(t, len(data), 0, func() { d, err = Decode(data, folder, someSchema) })
		if err != nil {
			if err.Error() == "" {
				t.Error("an error that says nothing")
			}
			return
		}
		var buf bytes.Buffer
		if err := Encode(&buf, d, folder); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := Decode(buf.Bytes(), folder, someSchema)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, buf.Bytes())
		}
		if diff := cmp.Diff(d, back, sameDocument); diff != "" {
			t.Errorf("written and read again it is another:\n%s", diff)
		}
	})
}
