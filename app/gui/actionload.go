package gui

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/landmark"
)

// load reads a shape into a side and, once both sides are there, matches them.
// A later load into the same side overtakes an earlier one.
func (d *desk) load(s side, ref string) {
	if session.Is(ref) {
		d.openSession(ref)
		return
	}
	d.loadThen(s, ref, func() {
		if d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil {
			d.solve()
		}
	})
}

func (d *desk) loadThen(s side, ref string, then func()) {
	d.cancel()
	d.loads[s]++
	turn := d.loads[s]
	d.m.loading[s] = shortRef(ref)
	d.m.onShape.Emit(s)
	opt := d.m.options
	ctx, done := reading(&d.stopReading[s])
	d.background(func() func() {
		defer done()
		shape, err := d.work.Load(ctx, ref, opt)
		return func() {
			if d.loads[s] != turn {
				return
			}
			d.m.loading[s] = ""
			if err != nil {
				d.m.onShape.Emit(s)
				d.fail("This file cannot be shown", err)
				return
			}
			d.setShape(s, shape)
			d.rememberFiles(nil, []string{ref})
			then()
		}
	}, func() {
		if d.loads[s] == turn {
			d.notLoading(s)
		}
	})
}

// stopLoading ends the reading of shapes, and the wait for those on a server that is gone.
func (d *desk) stopLoading() {
	d.notResuming()
	d.m.setStatus("Stopped reading: the window shows what it showed before")
}

// notResuming takes back that shapes, or a session, are on their way. Half a session is not
// what its file holds: to save it would be to lose the file.
func (d *desk) notResuming() {
	d.resumes++
	if d.keep.fresh {
		d.keep.path = ""
	}
	for s := range d.loads {
		d.loads[s]++
		if stop := d.stopReading[s]; stop != nil {
			stop()
		}
		d.notLoading(side(s))
	}
}

// notLoading takes back that a shape is on its way.
func (d *desk) notLoading(s side) {
	d.m.loading[s] = ""
	d.m.onShape.Emit(s)
}

// setShape puts a shape on a side; a match of other shapes goes.
func (d *desk) setShape(s side, shape *pipeline.Shape) {
	d.m.shapes[s] = shape
	d.dropMatch()
	d.m.onShape.Emit(s)
	d.refresh()
	d.frame()
}

// dropMatch forgets the match and what hangs on it.
func (d *desk) dropMatch() {
	d.stopAsides()
	d.m.match, d.m.preview, d.m.stale = nil, nil, false
	d.m.job.curve, d.m.job.stopped = nil, false
	d.forgetTraining()
	d.dropRace()
	d.m.setPick(nil)
	d.morph.stop()
	d.m.view.T, d.m.view.Motion = 0, nil
	d.mapsOf, d.maps = nil, [2]*pipeline.VertexMap{}
	d.m.onView.Emit(d.m.view)
	d.m.onMatch.Emit(nil)
	d.m.onRecord.Emit(nil)
	d.m.onJob.Emit(d.m.job)
}

// swap exchanges A and B.
func (d *desk) swap() {
	d.cancel()
	d.m.shapes[sideA], d.m.shapes[sideB] = d.m.shapes[sideB], d.m.shapes[sideA]
	d.dropMatch()
	d.m.onShape.Emit(sideA)
	d.m.onShape.Emit(sideB)
	d.refresh()
	if d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil {
		d.solve()
	}
}

// dropped takes files let go over the window: one goes to the side under it,
// two become A and B.
func (d *desk) dropped(pos fyne.Position, uris []fyne.URI) {
	switch len(uris) {
	case 0:
		return
	case 1:
		s := sideA
		at := pos.Subtract(d.app.Driver().AbsolutePositionForObject(d.view))
		if p, ok := d.view.paneAt(at); ok {
			s = p.side
		} else if d.m.shapes[sideA] != nil && d.m.shapes[sideB] == nil {
			s = sideB
		}
		if path := uris[0].Path(); landmark.Is(path) {
			d.importMarks(s, path)
		} else {
			d.load(s, path)
		}
	default:
		if a, b := uris[0].Path(), uris[1].Path(); landmark.Is(a) && landmark.Is(b) {
			d.importMarks(sideA, a)
			d.importMarks(sideB, b)
			return
		}
		d.load(sideA, uris[0].Path())
		d.load(sideB, uris[1].Path())
	}
}

// shortRef is a reference without its folders.
func shortRef(ref string) string {
	if name, ok := strings.CutPrefix(ref, pipeline.SamplePrefix); ok {
		return name
	}
	return filepath.Base(ref)
}

// kindTitles are headings for the catalogue's kinds.
var kindTitles = map[string]string{"toy2d": "Toys, flat", "toy3d": "Toys, in space"}

// openCommands open a file for each side.
var openCommands = [2]string{"open.a", "open.b"}

// shapeEntries offers files and the embedded shapes, grouped by kind. Each category
// of objects is one line that opens a menu of its own at the same place.
func (d *desk) shapeEntries(s side, at fyne.CanvasObject) []widget.MenuEntry {
	out := []widget.MenuEntry{{Label: "Open file…", Shortcut: keyOf(openCommands[s]), Do: func() { d.open(s) }}}
	out = append(out, d.recentShapes(s)...)
	kind := ""
	current := ""
	if sh := d.m.shapes[s]; sh != nil {
		current = sh.Ref
	}
	objects := map[string][]widget.MenuEntry{}
	for _, info := range shapes.Names() {
		ref := pipeline.SamplePrefix + info.ID
		if info.Object {
			if len(objects) == 0 {
				out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Objects", Heading: true})
			}
			if objects[info.Kind] == nil {
				out = append(out, widget.MenuEntry{Label: upperFirst(info.Kind), Shortcut: "…", Checked: strings.HasPrefix(current, pipeline.SamplePrefix+info.Kind+"/"),
					Do: func() { widget.OpenMenu(at, objects[info.Kind], widget.StartAtChecked) }})
			}
			objects[info.Kind] = append(objects[info.Kind], widget.MenuEntry{Label: upperFirst(info.Label), Checked: ref == current, Do: func() { d.load(s, ref) }})
			continue
		}
		if info.Kind != kind {
			kind = info.Kind
			title := kindTitles[kind]
			if title == "" {
				title = kind
			}
			out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: title, Heading: true})
		}
		out = append(out, widget.MenuEntry{Label: upperFirst(info.Label), Checked: ref == current, Do: func() { d.load(s, ref) }})
	}
	return out
}

func (d *desk) shapeTip(s side) string {
	sh := d.m.shapes[s]
	if sh == nil {
		return "Choose shape " + s.String()
	}
	return sh.Ref
}
