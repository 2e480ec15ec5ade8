package gui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/gui/widget"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// Placing on one shape and then on the other makes a pair that is pinned; every change is
// a step that leads back.
func TestPlacedLandmarksArePairsAndSteps(t *testing.T) {
	d, _ := settledDesk(t)
	onTestMain(d.markHand.togglePlacing)
	act(t, d, func() { d.markHand.placeMark(sideA, r3.Vec{X: 1}) }, "Landmarks")
	onTestMain(func() { d.markHand.placeMark(sideB, r3.Vec{Y: 1}) })
	onTestMain(func() {
		m := d.marker.now()
		if len(m.A.Landmarks) != 1 || len(m.Pinned()) != 1 || m.B.Landmarks[0].Name != "landmark 1" {
			t.Fatalf("marks %+v", m)
		}
		if d.m.view.Marks == nil || len(d.m.view.Marks.Of) != 2 {
			t.Errorf("the views show %+v", d.m.view.Marks)
		}
		d.markHand.placeMark(sideB, r3.Vec{Z: 1}) // the landmark before has its partner: this is a new landmark
		if got := d.marker.now().B.Landmarks[1]; got.Name != "landmark 2" || got.Pinned {
			t.Errorf("the second on B is %+v", got)
		}
		d.markHand.placeMark(sideA, r3.Vec{Z: 1})
		if len(d.marker.now().Pinned()) != 2 {
			t.Errorf("the partner of a landmark of B makes no pair: %+v", d.marker.now())
		}
	})
	onTestMain(func() { d.key(&fyne.KeyEvent{Name: fyne.KeyDelete}) })
	onTestMain(func() {
		if m := d.marker.now(); len(m.A.Landmarks) != 1 || len(m.B.Landmarks) != 2 {
			t.Errorf("Delete leaves %+v", m)
		}
	})
	eventually(t, "the step", func() bool { return !d.documents.keep.armed })
	onTestMain(func() {
		for range 9 {
			d.documents.undo()
		}
		if m := d.marker.now(); !m.Empty() {
			t.Errorf("undoing everything leaves %+v", m)
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if d.marker.placing {
			t.Error("Escape does not end the mode")
		}
	})
}

// Landmarks lie on shapes: they go with them, and follow them to the other side.
func TestLandmarksStayWithTheirShapes(t *testing.T) {
	d, _ := settledDesk(t)
	onTestMain(func() {
		d.markHand.placeMark(sideA, r3.Vec{X: 1})
		d.shapes.swap()
	})
	onTestMain(func() {
		if m := d.marker.now(); len(m.A.Landmarks) != 0 || len(m.B.Landmarks) != 1 {
			t.Errorf("after exchanging the shapes: %+v", m)
		}
		d.solving.cancel()
		d.shapes.load(sideB, "three")
	})
	eventually(t, "the other shape", func() bool { return d.m.shapes[sideB].Ref == "three" })
	onTestMain(func() {
		if m := d.marker.now(); !m.Empty() {
			t.Errorf("another shape has the landmarks of the one before: %+v", m)
		}
		d.solving.cancel()
	})
}

// A file let go over a view gives the shape there its landmarks; pinned pairs stay pinned.
func TestDroppedLandmarksAreRead(t *testing.T) {
	d, _ := settledDesk(t)
	path := filepath.Join(t.TempDir(), "set.fcsv")
	if err := landmark.Save(path, landmark.Set{Landmarks: []landmark.Landmark{landmark.New("nose", r3.Vec{X: 0.9}), landmark.New("ear", r3.Vec{Y: 0.9})}}); err != nil {
		t.Fatal(err)
	}
	onTestMain(func() {
		d.markHand.placeMark(sideA, r3.Vec{X: 1})
		d.marker.marks.A.Landmarks[0].Name, d.marker.marks.A.Landmarks[0].Pinned = "nose", true
		d.shapes.dropped(fyne.NewPos(0, 0), []fyne.URI{fileURI(path)})
	})
	eventually(t, "the landmarks", func() bool { return len(d.marker.now().A.Landmarks) == 2 })
	onTestMain(func() {
		m := d.marker.now().A.Landmarks
		if m[0].Name != "nose" || !m[0].Pinned || m[1].Pinned || m[0].Position != [3]float64{0.9, 0, 0} {
			t.Errorf("read %+v", m)
		}
		if ref := d.m.shapes[sideA].Ref; ref != "one" {
			t.Errorf("the file was opened as a shape: %s", ref)
		}
	})
	broken := filepath.Join(t.TempDir(), "broken.tps")
	if err := os.WriteFile(broken, []byte("LM3=2\n1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	onTestMain(func() { d.markFiles.importMarks(sideB, broken) })
	eventually(t, "what is wrong with it", func() bool { return d.win.Canvas().Overlays().Top() != nil })
}

// Where a file leaves open which specimen or which axes are meant, the person is asked.
func TestOpenQuestionsAboutLandmarksAreAsked(t *testing.T) {
	d, _ := settledDesk(t)
	dir := t.TempDir()
	several, unclear := filepath.Join(dir, "several.tps"), filepath.Join(dir, "unclear.fcsv")
	if err := os.WriteFile(several, []byte("LM3=1\n1 0 0\nIMAGE=first.ply\nLM3=1\n0 1 0\nIMAGE=second.ply\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	// Close to the upper corner of the shape, but not on it, and so is its image.
	if err := landmark.Save(unclear, landmark.Set{Landmarks: []landmark.Landmark{landmark.New("top", r3.Vec{X: 0.01, Y: 0.01, Z: 0.97})}}); err != nil {
		t.Fatal(err)
	}
	asked := func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok }
	onTestMain(func() { d.markFiles.importMarks(sideA, several) })
	eventually(t, "the question for a specimen", asked)
	onTestMain(func() {
		d.win.Canvas().Overlays().Top().(*widget.Sheet).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		d.markFiles.importSpecimen(sideA, several, "second")
	})
	eventually(t, "the specimen", func() bool { return len(d.marker.now().A.Landmarks) == 1 })
	onTestMain(func() {
		if at := d.marker.now().A.Landmarks[0].Position; at != [3]float64{0, 1, 0} {
			t.Errorf("the second specimen has its landmark at %v", at)
		}
		d.markFiles.importMarks(sideB, unclear)
	})
	eventually(t, "the question for the axes", asked)
	onTestMain(func() {
		d.win.Canvas().Overlays().Top().(*widget.Sheet).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if m := d.marker.now().B.Landmarks; len(m) != 1 || m[0].Name != "top" {
			t.Errorf("left as they are: %+v", m)
		}
	})
}

// Extremities of one name are one row of the table, and are deleted together.
func TestTipsOfOneNameAreOneRow(t *testing.T) {
	tip := func(name string) session.Landmark { return landmark.New(name, r3.Vec{X: float64(len(name))}) }
	tips := [2][]session.Landmark{{tip("tip 1"), tip("tip 3")}, {tip("tip 2"), tip("tip 1")}}
	pairs := tipPairs(tips)
	if want := []tipPair{{0, 1}, {1, -1}, {-1, 0}}; !slices.Equal(pairs, want) {
		t.Fatalf("the rows are %v, not %v", pairs, want)
	}
	d, _ := settledDesk(t)
	onTestMain(func() {
		d.marker.changeMarks(func(m *session.Marks) { m.A.Tips, m.B.Tips = tips[sideA], tips[sideB] })
		d.markHand.deleteMark(pairs[0].refs()...)
		if m := d.marker.now(); len(m.A.Tips) != 1 || m.A.Tips[0].Name != "tip 3" || len(m.B.Tips) != 1 || m.B.Tips[0].Name != "tip 2" {
			t.Errorf("left are %+v", m)
		}
	})
}
