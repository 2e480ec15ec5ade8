package gui

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// deskOfTwo is a window with two shapes in it.
func deskOfTwo(t *testing.T) *desk {
	t.Helper()
	d, _ := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "a running solve", func() bool { return d.m.job.running })
	return d
}

// The landmarks of a list are placed one after another, each on both shapes; a person may
// skip some, choose another, or begin on the other shape.
func TestListsOfLandmarksArePlacedInOrder(t *testing.T) {
	d := deskOfTwo(t)
	place := func(s side, x float64) string {
		d.markHand.placeMark(s, r3.Vec{X: x})
		list := d.marker.listed(s, false)
		return list[len(list)-1].Name
	}
	onTestMain(func() {
		d.markHand.useList(session.NameList{Name: "four", Landmarks: []string{"a", "b", "c", "d"}})
		if !d.marker.placing || d.m.aiming != true {
			t.Fatal("a list does not begin the placing")
		}
		step := func(what string, got, want string) {
			if got != want {
				t.Errorf("%s is %q, not %q", what, got, want)
			}
		}
		step("the first on A", place(sideA, 1), "a")
		if n := d.marker.next(); n != (markTarget{name: "a", side: sideB}) {
			t.Errorf("after a on A comes %+v", n)
		}
		step("its partner", place(sideB, 1), "a")
		d.markHand.skip()
		step("after a skip", place(sideB, 2), "c")
		step("on the same shape again", place(sideB, 3), "d") // landmarks that B lacks, in order
	})
	onTestMain(func() {
		d.markHand.want("b") // which was skipped
		if got := place(sideA, 4); got != "b" {
			t.Errorf("the wanted landmark is %q", got)
		}
		if got := d.marker.plan.ordered(d.marker.names()); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
			t.Errorf("the rows are %v", got)
		}
		if len(landmark.Pairs(d.marker.marks.A.Landmarks, d.marker.marks.B.Landmarks)) != 1 {
			t.Errorf("marks are %+v", d.marker.marks)
		}
		d.markHand.setPlacing(false)
		if d.m.aiming {
			t.Error("the pointer still aims")
		}
	})
}

// Rows keep their places, whichever shape gets a landmark first.
func TestRowsOfLandmarksStay(t *testing.T) {
	d := deskOfTwo(t)
	onTestMain(func() {
		d.markHand.setPlacing(true)
		for range 3 {
			d.marker.held = nil
			d.markHand.placeMark(sideB, r3.Vec{Y: 1})
		}
		d.marker.held = &markRef{side: sideB, index: 2} // the last first
		d.markHand.placeMark(sideA, r3.Vec{Y: 1})
		want := []string{"landmark 1", "landmark 2", "landmark 3"}
		if got := d.marker.plan.ordered(d.marker.names()); !slices.Equal(got, want) {
			t.Errorf("the rows are %v", got)
		}
	})
}

// A click on an extremity places a landmark there; a second click takes it into the hand.
func TestAClickOnAnExtremityUsesIt(t *testing.T) {
	d := deskOfTwo(t)
	onTestMain(func() {
		d.markHand.setPlacing(true)
		at := [3]float64{0, 0, 1}
		d.marker.changeMarks(func(m *session.Marks) { m.A.Tips = []session.Landmark{{Name: "tip 1", Position: at}} })
		for range 2 {
			d.marker.drag = &markDrag{ref: markRef{side: sideA, tip: true}}
			d.markHand.dropMark()
		}
		m := d.marker.now()
		if len(m.A.Landmarks) != 1 || m.A.Landmarks[0].Position != at || len(m.A.Tips) != 1 {
			t.Fatalf("marks are %+v", m)
		}
		if h := d.marker.held; h == nil || *h != (markRef{side: sideA}) {
			t.Errorf("in hand is %+v", h)
		}
		d.marker.drag = &markDrag{ref: markRef{side: sideA, tip: true}, moved: true}
		d.markHand.dropMark()
		if m := d.marker.now(); len(m.A.Landmarks) != 1 {
			t.Errorf("an extremity that was moved is %+v", m)
		}
	})
}
