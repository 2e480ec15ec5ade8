package gui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// importMarks reads landmarks and extremities of a side from a file, in the place of those
// that are there.
func (d *desk) importMarks(s side, path string) { d.importSpecimen(s, path, "") }

// importSpecimen is importMarks of one specimen of a file that holds several; "" is the
// one that is named like the shape.
func (d *desk) importSpecimen(s side, path, specimen string) {
	sh := d.m.shapes[s]
	if sh == nil {
		d.m.setStatus("Open shape " + s.String() + " first: landmarks lie on a shape")
		return
	}
	d.m.setStatus("Reading landmarks…")
	d.opening(int(s), func(ctx context.Context) func() {
		set, err := landmark.LoadContext(ctx, path, landmark.Options{Shape: shapeStem(sh), Specimen: specimen, Vertices: sh.Mesh.Vertices})
		var on landmark.Set
		if err == nil {
			on = landmark.Snap(sh.Mesh, *set)
		}
		return func() {
			if d.m.shapes[s] != sh {
				return
			}
			several := new(landmark.SpecimenError)
			switch {
			case errors.As(err, &several):
				d.m.setStatus("Ready")
				d.ask("Which specimen lies on "+s.String()+"?", upperFirst(several.Error()), several.Specimens[0], "Read", func(name string) {
					d.importSpecimen(s, path, name)
				})
			case err != nil:
				d.m.setStatus("Ready")
				d.fail("These landmarks cannot be read", err)
			case on.Unclear:
				d.m.setStatus("Ready")
				d.askAxes(s, sh, on)
			default:
				d.takeMarks(s, on)
			}
		}
	})
}

// askAxes asks whether landmarks that fit a shape both ways should be turned.
func (d *desk) askAxes(s side, sh *pipeline.Shape, on landmark.Set) {
	body := container.New(widget.Column{Gap: 8},
		widget.NewParagraph(upperFirst(on.Warnings[len(on.Warnings)-1])+".", widget.ColorText),
		widget.NewParagraph("Turn them where the shape is in RAS; leave them where it is in LPS.", widget.ColorSoft))
	take := func(set landmark.Set) func() {
		return func() {
			if d.m.shapes[s] == sh {
				d.takeMarks(s, set)
			}
		}
	}
	d.kit.NewSheet(d.win.Canvas(), "Which axes does "+s.String()+" have?", "", body, 520,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Turn", Do: func() { take(landmark.Turned(sh.Mesh, on))() }},
		widget.Button{Text: "Leave", Do: take(on)})
}

// takeMarks puts landmarks on a side. What was pinned under the same name, here or on the
// other shape, stays pinned, for most formats have no word for it.
func (d *desk) takeMarks(s side, on landmark.Set) {
	d.marker.held = nil
	pinned := map[string]bool{}
	for _, list := range [][]session.Landmark{d.listed(s, false), d.listed(s.other(), false)} {
		for _, l := range list {
			pinned[l.Name] = pinned[l.Name] || l.Pinned
		}
	}
	d.changeMarks(func(m *session.Marks) {
		set := setOf(m, s)
		set.Landmarks = append([]session.Landmark{}, on.Landmarks...)
		for k, l := range set.Landmarks {
			set.Landmarks[k].Pinned = l.Pinned || pinned[l.Name]
		}
		if on.Tips != nil {
			set.Tips = append([]session.Landmark{}, on.Tips...)
		}
	})
	said := fmt.Sprintf("Read %s", things(len(on.Landmarks), "landmark", "landmarks"))
	if len(on.Tips) > 0 {
		said += " and " + things(len(on.Tips), "extremity", "extremities")
	}
	said += " of " + s.String()
	if n := len(landmark.Pairs(d.marker.marks.A.Landmarks, d.marker.marks.B.Landmarks)); n > 0 {
		said += "; " + things(n, "pair", "pairs")
	}
	if len(on.Warnings) > 0 {
		said += " · " + on.Warnings[0]
	}
	d.m.setStatus(said)
}

// things is a number of something.
func things(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// shapeStem is the name that a shape goes by in files of several specimens.
func shapeStem(sh *pipeline.Shape) string {
	base := filepath.Base(strings.TrimPrefix(sh.Ref, pipeline.SamplePrefix))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// askMarks asks for a file of landmarks.
func (d *desk) askMarks(s side) {
	d.chooseFile("Landmarks of "+s.String(), landmark.Extensions(), func(path string) { d.importMarks(s, path) })
}

// saveMarks asks where the landmarks and extremities of a side should go.
func (d *desk) saveMarks(s side) {
	sh := d.m.shapes[s]
	if sh == nil {
		return
	}
	set := d.marksToSave(s)
	d.ask("Export landmarks of "+s.String(), "The extension chooses the format: .csv, .fcsv or .mrk.json (3D Slicer), .tps", "landmarks "+shapeStem(sh)+".mrk.json", "Export", func(path string) {
		if path == "" {
			return
		}
		path = expandHome(path)
		d.background(func() func() {
			err := landmark.Save(path, set)
			return func() {
				if err != nil {
					d.fail("The landmarks were not written", err)
					return
				}
				d.m.setStatus("Wrote " + things(len(set.Landmarks), "landmark", "landmarks") + " and " + things(len(set.Tips), "extremity", "extremities") + " to " + path)
			}
		})
	})
}

// marksToSave are the landmarks of a side with its extremities, found or set.
func (d *desk) marksToSave(s side) landmark.Set {
	set, _ := landmark.PairsFirst(d.marker.marks.A, d.marker.marks.B)
	if s == sideB {
		_, set = landmark.PairsFirst(d.marker.marks.A, d.marker.marks.B)
	}
	set.Name, set.Space = d.m.shapes[s].Mesh.Name, d.m.shapes[s].Mesh.Space
	set.Tips = append([]session.Landmark(nil), d.listed(s, true)...)
	set.Lesser = d.lesser(s)
	return set
}

// saveCarried writes where the match carries the landmarks of a side.
func (d *desk) saveCarried(s side) {
	m := d.m.match
	if m == nil {
		return
	}
	d.ask("Export landmarks of "+s.String()+" on "+s.other().String(), "The extension chooses the format: .csv, .fcsv or .mrk.json (3D Slicer), .tps", "landmarks "+s.String()+" on "+s.other().String()+".mrk.json", "Export", func(path string) {
		if path == "" {
			return
		}
		path = expandHome(path)
		d.background(func() func() {
			err := export.SaveCarried(path, m, s == sideB)
			return func() {
				if err != nil {
					d.fail("The landmarks were not written", err)
					return
				}
				d.m.setStatus("Wrote " + path)
			}
		})
	})
}
