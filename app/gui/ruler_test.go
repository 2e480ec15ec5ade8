package gui

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"gwscope/app/present"
)

// Two clicks on one shape measure, both ways; the measure is a step that leads back, goes with
// its shape, and is copied as a table.
func TestTwoClicksMeasure(t *testing.T) {
	d, _ := settledDesk(t)
	onTestMain(func() {
		d.press("D")
		if !d.rulers.measuring || !d.m.aiming {
			t.Fatal("D does not begin to measure")
		}
		if hint := d.status.pick.Text; hint != "" {
			t.Errorf("while a click measures, the status bar says %q", hint)
		}
		d.rulers.end(present.Pin{OnB: true, Vertex: 0})
		d.rulers.end(present.Pin{Vertex: 1}) // on the other shape: a new beginning
		if d.m.view.Rulers != nil || d.m.view.Measured == nil || *d.m.view.Measured.Begun != (present.Pin{Vertex: 1}) {
			t.Errorf("measured is %+v", d.m.view.Measured)
		}
		d.rulers.end(present.Pin{Vertex: 2})
	})
	eventually(t, "the length", func() bool { _, known := d.rulers.list(); return len(known) == 1 && known[0] != nil })
	eventually(t, "the step", func() bool { return !d.documents.keep.armed })
	onTestMain(func() {
		_, known := d.rulers.list()
		if got := known[0]; math.Abs(got.Straight-math.Sqrt2) > 1e-9 || math.Abs(got.Geodesic-math.Sqrt2) > 1e-6 {
			t.Errorf("the edge of a tetrahedron measures %+v", got)
		}
		if of := d.m.view.Measured.Of; len(of) != 1 || of[0].OnB || of[0].Label != "1.414" {
			t.Errorf("drawn is %+v", of)
		}
		records, err := csv.NewReader(strings.NewReader(d.inspector.picks.table())).ReadAll()
		if err != nil || len(records) != 2 || records[0][3] != "geodesic" {
			t.Fatalf("the table is %q (%v)", d.inspector.picks.table(), err)
		}
		if x, err := strconv.ParseFloat(records[1][4], 64); err != nil || math.Abs(x-math.Sqrt2) > 1e-9 {
			t.Errorf("straight is written as %s", records[1][4])
		}
		if undo, _ := d.documents.keep.history.Next(); undo != "Measures" {
			t.Errorf("the step is called %q", undo)
		}
		d.documents.undo()
		if d.m.view.Rulers != nil {
			t.Error("undo leaves the measure")
		}
		d.documents.redo()
		if d.m.view.Rulers == nil || d.m.view.Measured == nil {
			t.Error("redo does not bring it back")
		}
		d.press("L")
		if d.rulers.measuring || !d.m.aiming {
			t.Error("placing landmarks does not end measuring")
		}
		d.press("D")
		if d.marker.placing || !d.rulers.measuring || !d.m.aiming {
			t.Error("measuring does not end placing")
		}
		d.press("Esc")
		if d.rulers.measuring || d.m.aiming {
			t.Error("Esc does not end measuring")
		}
		d.shapes.swap()
	})
	eventually(t, "the swap", func() bool { return d.m.shapes[sideA] != nil && d.m.shapes[sideA].Ref == "two" })
	onTestMain(func() {
		if r := d.m.view.Rulers; r == nil || len(r.Of) != 1 || !r.Of[0].OnB {
			t.Errorf("after A and B have changed places the rulers are %+v", r)
		}
		d.shapes.load(sideB, "three")
	})
	eventually(t, "another shape", func() bool { return d.m.shapes[sideB] != nil && d.m.shapes[sideB].Ref == "three" })
	onTestMain(func() {
		if r := d.m.view.Rulers; r != nil {
			t.Errorf("the rulers of a shape that has gone are %+v", r)
		}
	})
}
