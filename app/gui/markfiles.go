package gui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// markFiles reads and writes landmarks.
type markFiles struct {
	win     fyne.Window
	widgets *widget.Maker
	m       *model
	dialogs *dialogs
	tasks   *tasks
	marker  *marker
}

// importMarks reads landmarks and extremities of a side from a file, in place of its present marks.
func (f *markFiles) importMarks(s side, path string) { f.importSpecimen(s, path, "") }

// importSpecimen is importMarks of one specimen of a file that holds several; "" is the specimen with the
// name of the shape.
func (f *markFiles) importSpecimen(s side, path, specimen string) {
	sh := f.m.shapes[s]
	if sh == nil {
		f.m.setStatus("Open shape " + s.String() + " first: landmarks lie on a shape")
		return
	}
	f.m.setStatus("Reading landmarks…")
	f.tasks.opening(int(s), func(ctx context.Context) func() {
		set, err := landmark.LoadContext(ctx, path, landmark.Options{Shape: shapeStem(sh), Specimen: specimen, Vertices: sh.Mesh.Vertices})
		var on landmark.Set
		if err == nil {
			on = landmark.Snap(sh.Mesh, *set)
		}
		return func() {
			if f.m.shapes[s] != sh {
				return
			}
			several := new(landmark.SpecimenError)
			switch {
			case errors.As(err, &several):
				f.m.setStatus("Ready")
				f.dialogs.ask("Which specimen lies on "+s.String()+"?", upperFirst(several.Error()), several.Specimens[0], "Read", atOnce(func(name string) error {
					f.importSpecimen(s, path, name) // it asks again after a wrong name
					return nil
				}))
			case err != nil:
				f.m.setStatus("Ready")
				f.dialogs.fail("These landmarks cannot be read", err)
			case on.Unclear:
				f.m.setStatus("Ready")
				f.askAxes(s, sh, on)
			default:
				f.takeMarks(s, on)
			}
		}
	})
}

// askAxes asks whether to turn landmarks that fit a shape both ways.
func (f *markFiles) askAxes(s side, sh *pipeline.Shape, on landmark.Set) {
	body := container.New(widget.Column{Gap: 8},
		widget.NewParagraph(upperFirst(on.Warnings[len(on.Warnings)-1])+".", widget.ColorText),
		widget.NewParagraph("Turn them where the shape is in RAS; leave them where it is in LPS.", widget.ColorSoft))
	take := func(set landmark.Set) func() {
		return func() {
			if f.m.shapes[s] == sh {
				f.takeMarks(s, set)
			}
		}
	}
	f.widgets.NewSheet(f.win.Canvas(), "Which axes does "+s.String()+" have?", "", body, 520,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Turn", Do: func() { take(landmark.Turned(sh.Mesh, on))() }},
		widget.Button{Text: "Leave", Do: take(on)})
}

// takeMarks puts landmarks on a side. Names that are pinned, on this or the other shape, stay pinned: most
// formats cannot say so.
func (f *markFiles) takeMarks(s side, on landmark.Set) {
	f.marker.held = nil
	pinned := map[string]bool{}
	for _, list := range [][]session.Landmark{f.marker.listed(s, false), f.marker.listed(s.other(), false)} {
		for _, l := range list {
			pinned[l.Name] = pinned[l.Name] || l.Pinned
		}
	}
	f.marker.changeMarks(func(m *session.Marks) {
		set := setOf(m, s)
		set.Landmarks = slices.Clone(on.Landmarks)
		for k, l := range set.Landmarks {
			set.Landmarks[k].Pinned = l.Pinned || pinned[l.Name]
		}
		if on.Tips != nil {
			set.Tips = slices.Clone(on.Tips)
		}
	})
	said := "Read " + plural(len(on.Landmarks), "landmark", "landmarks")
	if len(on.Tips) > 0 {
		said += " and " + plural(len(on.Tips), "extremity", "extremities")
	}
	said += " of " + s.String()
	if n := len(landmark.Pairs(f.marker.marks.A.Landmarks, f.marker.marks.B.Landmarks)); n > 0 {
		said += "; " + plural(n, "pair", "pairs")
	}
	if len(on.Warnings) > 0 {
		said += " · " + on.Warnings[0]
	}
	f.m.setStatus(said)
}

// shapeStem is the name of a shape in files of several specimens.
func shapeStem(sh *pipeline.Shape) string {
	base := filepath.Base(strings.TrimPrefix(sh.Ref, pipeline.SamplePrefix))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// askMarks asks for a file of landmarks.
func (f *markFiles) askMarks(s side) {
	f.dialogs.chooseFile("Landmarks of "+s.String(), landmark.Extensions(), func(path string) { f.importMarks(s, path) })
}

// saveMarks asks where the landmarks and extremities of a side should go.
func (f *markFiles) saveMarks(s side) {
	sh := f.m.shapes[s]
	if sh == nil {
		return
	}
	set := f.marksToSave(s)
	said := plural(len(set.Landmarks), "landmark", "landmarks") + " and " + plural(len(set.Tips), "extremity", "extremities") + " to "
	f.askExport("Export landmarks of "+s.String(), "landmarks "+shapeStem(sh)+".mrk.json", said, func(path string) error { return landmark.Save(path, set) })
}

// askExport asks for a path and writes landmarks there; said is told of a written file, before its path.
func (f *markFiles) askExport(title, name, said string, write func(path string) error) {
	f.dialogs.ask(title, "The extension chooses the format: .csv, .fcsv or .mrk.json (3D Slicer), .tps, .pts (IDAV), .nts, .morphologika", name, "Export", func(path string, over func(error)) {
		if path == "" {
			over(errEmpty)
			return
		}
		path = expandHome(path)
		f.tasks.background(func() func() {
			err := write(path)
			return func() {
				if over(err); err == nil {
					f.m.setStatus("Wrote " + said + path)
				}
			}
		}, func() { over(nil) })
	})
}

// marksToSave are the landmarks of a side with its extremities, found or set.
func (f *markFiles) marksToSave(s side) landmark.Set {
	a, b := landmark.PairsFirst(f.marker.marks.A, f.marker.marks.B)
	set := [2]landmark.Set{a, b}[s]
	set.Name, set.Space = f.m.shapes[s].Mesh.Name, f.m.shapes[s].Mesh.Space
	set.Tips = append([]session.Landmark(nil), f.marker.listed(s, true)...) // nil without any
	set.Lesser = f.marker.lesser(s)
	return set
}

// saveCarried writes where the match carries the landmarks of a side.
func (f *markFiles) saveCarried(s side) {
	m := f.m.match
	if m == nil {
		return
	}
	name := "landmarks of " + s.String() + " on " + s.other().String()
	f.askExport("Export "+name, strings.Replace(name, " of", "", 1)+".mrk.json", "", func(path string) error { return export.SaveCarried(path, m, s == sideB) })
}
