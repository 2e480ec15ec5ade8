package gui

import (
	"fmt"
	"image"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
)

// spot is a vertex that the first view shows, and its place on screen.
func spot(t *testing.T, s *screen, side string, vertex int) (x, y int) {
	t.Helper()
	if _, err := fmt.Sscan(s.ask("vertex "+side+" "+strconv.Itoa(vertex)), &x, &y); err != nil {
		t.Fatalf("vertex %s %d: %v", side, vertex, err)
	}
	return x, y
}

// visibleOf finds a vertex of a side where the picture is coloured all about.
func visibleOf(t *testing.T, s *screen, img *image.NRGBA, r image.Rectangle, side string, vertices int) int {
	t.Helper()
	for v := 0; v < vertices; v += 11 {
		x, y := spot(t, s, side, v)
		at := image.Rect(x-20, y-12, x+20, y+12) // room for a drag
		if n, _ := hues(img, at); at.In(r.Inset(40)) && n == at.Dx()*at.Dy() {
			return v
		}
	}
	t.Fatalf("no vertex of %s is seen well", side)
	return 0
}

// Landmarks are placed by clicks, named, pinned, dragged, taken back, exported and read in
// again; a dragged pin takes the match along.
func TestWindowPlacesAndPinsLandmarks(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, lightPair(t, "cat/1", "horse/3r"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	s.ask("option method anchored")
	s.ask("option samples 200")
	s.click("solve")
	w := s.waitFor("a match by extremities", func(w windowState) bool { return w.Matched && !w.Running && !w.Stale })
	if w.TipsFound[0] < 4 || w.TipsFound[1] < 4 {
		t.Errorf("%v extremities", w.TipsFound)
	}
	s.settled("extremities")

	s.do("key", "l")
	s.waitFor("the mode", func(w windowState) bool { return w.Placing })
	cat, horse := lightShape(t, "cat/1"), lightShape(t, "horse/3r")
	// Two places in the middle of the shapes, on the near side.
	img := s.settled("placing")
	view := s.viewRect()
	left, right := view, view
	left.Max.X, right.Min.X = view.Min.X+view.Dx()/2, view.Min.X+view.Dx()/2
	va := visibleOf(t, s, img, left, "A", len(cat.Vertices))
	vb := visibleOf(t, s, img, right, "B", len(horse.Vertices))
	ax, ay := spot(t, s, "A", va)
	s.do("mousemove", ax, ay, "sleep", 0.1, "click", 1)
	w = s.waitFor("a landmark on A", func(w windowState) bool { return len(w.Marks.A.Landmarks) == 1 })
	if got := w.Marks.A.Landmarks[0]; got.Name != "landmark 1" || w.Held != "A landmark 1" {
		t.Errorf("placed %+v, held is %q", got, w.Held)
	}
	bx, by := spot(t, s, "B", vb)
	s.do("sleep", 0.5, "mousemove", bx, by, "sleep", 0.1, "click", 1)
	w = s.waitFor("its partner on B, pinned, and a match that honours it", func(w windowState) bool {
		return len(w.Marks.Pinned()) == 1 && w.Matched && !w.Running && w.Off >= 0 && w.Off < 0.06
	})
	s.settled("pinned")

	// The pin is dragged, and the match follows.
	first := w.Marks.B.Landmarks[0].At()
	s.drag(1, bx, by, bx+26, by+6)
	w = s.waitFor("a dragged pin that is honoured", func(w windowState) bool {
		return !w.Running && r3.Norm(r3.Sub(w.Marks.B.Landmarks[0].At(), first)) > 0.01 && w.Off >= 0 && w.Off < 0.06
	})
	if len(w.Marks.B.Landmarks) != 1 || w.Held != "B landmark 1" {
		t.Errorf("after the drag %q is held of %+v", w.Held, w.Marks.B)
	}
	s.settled("dragged")
	s.do("key", "ctrl+z")
	s.waitFor("the pin back", func(w windowState) bool {
		return !w.Running && len(w.Marks.B.Landmarks) == 1 && w.Marks.B.Landmarks[0].At() == first && w.Off < 0.06
	})

	// A name, for both of the pair.
	s.do("mousemove", bx, by, "sleep", 0.5, "click", 1, "sleep", 0.2, "key", "F2")
	s.waitFor("the question for a name", func(w windowState) bool { return w.Overlay != "" })
	s.do("key", "ctrl+a", "type", "left shoulder")
	s.do("key", "Return")
	s.waitFor("the name on both", func(w windowState) bool {
		return w.Overlay == "" && !w.Running && w.Marks.A.Landmarks[0].Name == "left shoulder" && w.Marks.B.Landmarks[0].Name == "left shoulder"
	})
	s.settled("named")

	// Out to a file, deleted, and in again by a drop.
	file := filepath.Join(t.TempDir(), "b.mrk.json")
	s.click("menu Landmarks")
	s.click("Export landmarks of B…")
	s.waitFor("the question for a file", func(w windowState) bool { return w.Overlay != "" })
	s.do("key", "ctrl+a", "type", file)
	s.do("key", "Return")
	s.waitFor("the export", func(w windowState) bool { return w.Overlay == "" && w.Status != "" })
	var set *landmark.Set
	s.waitFor("the file", func(windowState) bool {
		var err error
		set, err = landmark.Load(file, landmark.Options{})
		return err == nil
	})
	if len(set.Landmarks) != 1 || set.Landmarks[0].Name != "left shoulder" || set.Landmarks[0].At() != first || len(set.Tips) < 3 {
		t.Errorf("the file holds %+v", set)
	}
	s.do("mousemove", bx, by, "sleep", 0.5, "click", 1, "sleep", 0.2, "key", "Delete")
	s.waitFor("it gone from B", func(w windowState) bool { return len(w.Marks.B.Landmarks) == 0 && !w.Running })
	s.ask("put B " + file)
	w = s.waitFor("it back", func(w windowState) bool { return len(w.Marks.B.Landmarks) == 1 && !w.Running })
	if w.Marks.B.Landmarks[0].At() != first || len(w.Marks.B.Tips) < 3 {
		t.Errorf("read in again: %+v", w.Marks.B)
	}
	s.do("key", "Escape")
	s.waitFor("the mode over", func(w windowState) bool { return !w.Placing })
	s.settled("over")
}

func mustShape(t *testing.T, id string) *mesh.Mesh {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Landmarks of two files are pairs by their names, listed with how far the match is off;
// in a small window everything has room.
func TestWindowListsLandmarksOfFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := []string{"nose", "left shoulder (scapula, dorsal end)", "tail"}
	var files [2]string
	cat, sitting := mustShape(t, "cat/1"), mustShape(t, "cat/3")
	truth, err := shapes.Truth("cat/1", "cat/3")
	if err != nil {
		t.Fatal(err)
	}
	var sets [2]landmark.Set
	for i, name := range names {
		v := 300 + 900*i
		at := r3.Vec{}
		for k, w := range truth[v].Bary {
			at = r3.Add(at, r3.Scale(w, sitting.Vertices[sitting.Triangles[truth[v].Face][k]]))
		}
		sets[0].Landmarks = append(sets[0].Landmarks, landmark.New(name, cat.Vertices[v]))
		sets[1].Landmarks = append(sets[1].Landmarks, landmark.New(name, at))
	}
	for k, set := range sets {
		files[k] = filepath.Join(dir, strconv.Itoa(k)+[]string{".fcsv", ".csv"}[k])
		if err := landmark.Save(files[k], set); err != nil {
			t.Fatal(err)
		}
	}
	s := openScreen(t, 1024, 700, "sample:cat/1,sample:cat/3")
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	s.ask("put A " + files[0])
	s.ask("put B " + files[1])
	s.waitFor("pairs that the match carries", func(w windowState) bool {
		return len(w.Marks.A.Landmarks) == 3 && len(w.Marks.B.Landmarks) == 3 && w.Off > 0 && w.Off < 0.1 && !w.Running
	})
	s.scrollTo("landmark tail")
	s.settled("listed")
	s.click("landmark tail")
	s.waitFor("a pinned pair", func(w windowState) bool { return len(w.Marks.Pinned()) == 1 && !w.Running && !w.Stale })
	s.settled("one pinned")
	s.do("key", "ctrl+z")
	s.waitFor("it released", func(w windowState) bool { return len(w.Marks.Pinned()) == 0 && !w.Running })
}
