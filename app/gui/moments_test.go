package gui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
	"gwscope/render/camera"
)

// moment is a state of the window that a person may meet. The same table is played in a desk without a
// screen, where pictures are compared with goldens and no words may be cut or collide, and in the real
// window, for pictures to look at.
type moment struct {
	name string
	// scene names the open shapes: see scenes.
	scene string
	enter func(*desk)
	ready func(*desk) bool // nil: at once
	// part has a golden: no pixels of OpenGL, no times, no names of this machine. nil: none.
	part func(*desk) fyne.CanvasObject
}

// scenes are the shapes at the beginning of moments, by name: two shapes, a single shape, or none.
func scenes(dir string) map[string][2]string {
	return map[string][2]string{
		"none": {}, "one": {"sample:horse/1", ""},
		"horses": {"sample:horse/1", "sample:horse/2"},
		"harmed": {filepath.Join(dir, "cat, scanned in two parts, with dust.obj"), "sample:cat/2"},
		"table":  {"sample:table/1", "sample:chair/2"},
		"star":   {"sample:toy2d/4", "sample:toy3d/4"},
		"kinds":  {"sample:cat/3r", "sample:elephant/2"},
		"cloud":  {filepath.Join(dir, "points of a cat, left side, without normals, from a hand-held scanner.xyz"), "sample:cat/2"},
		"cohort": {}, // of momentCohort, if it exists
	}
}

// sceneOrder is the order in which scenes are opened.
var sceneOrder = []string{"none", "one", "harmed", "table", "star", "cloud", "kinds", "horses", "cohort"}

// momentCohort is the folder of a cohort beside the files of scenes.
const momentCohort = "cats of two kinds"

// momentFiles writes the files that scenes open, and some for the file dialog to list.
func momentFiles(t testing.TB, dir string) {
	t.Helper()
	e := pipeline.NewEngine()
	cat, err := e.Load(t.Context(), "sample:cat/1", session.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	var obj strings.Builder
	m := cat.Mesh
	// A speck far away, and a crack: the triangles of the right half have corners of their own,
	// a hair beside the others.
	for k := range 2 {
		for _, v := range m.Vertices {
			fmt.Fprintf(&obj, "v %.7f %.7f %.7f\n", v.X+float64(k)*2e-5, v.Y, v.Z)
		}
	}
	n := len(m.Vertices)
	obj.WriteString("v 40 40 40\nv 40.1 40 40\nv 40 40.1 40\n")
	for _, tri := range m.Triangles {
		shift := 0
		if m.Vertices[tri[0]].X+m.Vertices[tri[1]].X+m.Vertices[tri[2]].X > 0 {
			shift = n
		}
		fmt.Fprintf(&obj, "f %d %d %d\n", int(tri[0])+shift+1, int(tri[1])+shift+1, int(tri[2])+shift+1)
	}
	fmt.Fprintf(&obj, "f %d %d %d\n", 2*n+1, 2*n+2, 2*n+3)
	var xyz strings.Builder
	for k := 0; k < len(m.Vertices); k += 3 {
		fmt.Fprintf(&xyz, "%.6f %.6f %.6f\n", m.Vertices[k].X, m.Vertices[k].Y, m.Vertices[k].Z)
	}
	files := map[string]string{
		"points of a cat, left side, without normals, from a hand-held scanner.xyz": xyz.String(),
		"cat, scanned in two parts, with dust.obj":                                  obj.String(),
		"horse gallop 03.ply": strings.Repeat("-", 412_000), "horse gallop 04.ply": strings.Repeat("-", 409_000),
		"a specimen with a name that is far too long for any row of a list, left side, decimated.stl": strings.Repeat("-", 9_400_000), "skull.off": "OFF",
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Date(2024, 3, 9, 14, 30, 0, 0, time.Local)); err != nil {
			t.Fatal(err)
		}
	}
	older := filepath.Join(dir, "Older scans")
	if err := os.MkdirAll(older, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(older, time.Time{}, time.Date(2023, 11, 2, 9, 5, 0, 0, time.Local)); err != nil {
		t.Fatal(err)
	}
}

// obeys is a moment's way by the table of commands.
func obeys(ids ...string) func(*desk) {
	return func(d *desk) {
		for _, id := range ids {
			d.obey(commandOf(id))
		}
	}
}

// colours chooses a colouring by its entry in the menu.
func colours(by present.ColorBy) func(*desk) {
	return func(d *desk) { d.looks.colorBy(by) }
}

// all does several things.
func all(acts ...func(*desk)) func(*desk) {
	return func(d *desk) {
		for _, act := range acts {
			act(d)
		}
	}
}

// opens brings up a section of the side panel.
func opens(name string) func(*desk) { return func(d *desk) { d.inspector.open(name) } }

// types opens the finder and types into it.
func types(text string) func(*desk) {
	return func(d *desk) {
		d.showFinder()
		f := d.win.Canvas().Overlays().Top().(*finder)
		f.field.SetText(text)
	}
}

func sheetOf(d *desk) fyne.CanvasObject {
	if s := topSheet(d); s != nil {
		return s.Body
	}
	return nil
}
func finderOf(d *desk) fyne.CanvasObject {
	if f, ok := d.win.Canvas().Overlays().Top().(*finder); ok {
		return f.panel
	}
	return nil
}
func bandOf(d *desk) fyne.CanvasObject   { return d.panels.frame.Objects[0] }
func resultOf(d *desk) fyne.CanvasObject { return d.inspector.result.object }

// judged reports whether all figures of the result panel are there.
func judged(d *desk) bool {
	p := d.inspector.result
	return d.m.match != nil && p.sure.Value.Text != workingOut && p.tips.Value.Text != "…" && p.trust.Value.Text != "…"
}

// marked has landmarks on both shapes: two pairs, one only on A, and a long name.
func marked(d *desk) {
	a, b := d.m.shapes[sideA].Mesh, d.m.shapes[sideB].Mesh
	d.marker.changeMarks(func(m *session.Marks) {
		for k, name := range []string{"nose", "left ear", "withers, where neck and back meet"} {
			m.A.Landmarks = append(m.A.Landmarks, landmark.New(name, a.Vertices[300+700*k]))
			if k != 1 {
				m.B.Landmarks = append(m.B.Landmarks, landmark.New(name, b.Vertices[300+700*k]))
			}
		}
	})
}

// picksAndMeasures marks three places and measures on both shapes.
func picksAndMeasures(d *desk) {
	d.pointer.pickVertex(sideA, 200)
	d.pointer.pinPick()
	d.pointer.pickVertex(sideB, 1500)
	d.pointer.pinPick()
	d.pointer.pickVertex(sideA, 2600)
	d.m.setView(func(v *present.View) {
		v.Rulers = v.Rulers.With(present.Ruler{From: 100, To: 2400}).With(present.Ruler{OnB: true, From: 90, To: 900})
	})
	d.rulers.of = d.m.shapeKeys()
	d.rulers.show()
}

func measured(d *desk) bool {
	of, known := d.rulers.list()
	for _, k := range known {
		if k == nil {
			return false
		}
	}
	return len(of) == 2 && d.m.pick != nil
}

// raceHere runs three quick methods, once for each pair.
func raceHere(d *desk) {
	if d.m.race != nil && len(d.m.race.rows) == 3 {
		d.views.arrange(raced)
		return
	}
	cs, err := race.Parse("hierarchical,cg,cg:40")
	if err != nil {
		panic(err)
	}
	d.races.start(cs, false, time.Minute)
}

func raceOver(d *desk) bool { return d.m.race != nil && !d.m.race.running && d.m.race.pictures != nil }

// raceUnderWay runs methods of which some take long.
func raceUnderWay(d *desk) {
	cs, err := race.Parse("hierarchical,cg,sagrow:100,entropic:0.05,ri-sgw,lowrank:20,neural")
	if err != nil {
		panic(err)
	}
	d.races.start(cs, true, time.Minute)
}

// halfway reports whether of the methods of a race some have a result and some still run.
func halfway(d *desk) bool {
	r := d.m.race
	return r != nil && r.pictures != nil && r.over() > 1 && (!r.running || r.over() < len(r.rows))
}

// offers has the first lesson over and the second lesson offered.
func offers(d *desk) {
	l := lessons()[0]
	l.Steps = l.Steps[len(l.Steps)-1:]
	l.Steps[0].Shapes, l.Steps[0].Options, l.Steps[0].Solve, l.Steps[0].Ask, l.Steps[0].Until = nil, nil, false, "", ""
	d.lesson.takeLesson(l)
	d.lesson.forward()
}

// moments is the table.
var moments = []moment{
	{name: "empty", scene: "none", part: func(d *desk) fyne.CanvasObject { return d.views.headers[sideA].empty }},
	{name: "file dialog", scene: "none", enter: func(d *desk) {
		d.dialogs.showFiles("Shape A", momentDir, fileQuery{extensions: meshExtensions()}, func(string) {})
	}, ready: func(d *desk) bool { return time.Since(momentEntered) > 300*time.Millisecond }, part: func(d *desk) fyne.CanvasObject {
		return sheetRow(d, 2)
	}},
	{name: "preferences", scene: "none", enter: obeys("preferences"), part: sheetOf},
	{name: "disabled commands", scene: "none", enter: types("solve"), part: finderOf},

	{name: "now open B", scene: "one", part: func(d *desk) fyne.CanvasObject { return d.inspector.solve.object }},
	{name: "no such file", scene: "one", enter: func(d *desk) { d.shapes.load(sideB, "/no/such/folder/bones of the left hand.ply") },
		ready: func(d *desk) bool { return topSheet(d) != nil }, part: sheetOf},

	{name: "mends", scene: "harmed", ready: judged, part: func(d *desk) fyne.CanvasObject { return d.inspector.shapes.object }},
	{name: "reasons and mends", scene: "harmed", enter: opens("result"), ready: judged, part: func(d *desk) fyne.CanvasObject { return d.inspector.result.minima.object }},
	{name: "shape report", scene: "harmed", enter: func(d *desk) { d.shapes.showReport(sideA) }, part: func(d *desk) fyne.CanvasObject { return sheetRow(d, 2) }},

	{name: "not together", scene: "table", enter: opens("result"), ready: judged},
	{name: "points", scene: "cloud", enter: opens("result"), ready: judged},
	{name: "points, distortion", scene: "cloud", enter: colours(present.ByDistortion)},
	{name: "star", scene: "star", ready: judged},
	{name: "star, checker", scene: "star", enter: colours(present.ByChecker)},

	{name: "two species", scene: "kinds", ready: judged},
	{name: "landmarks", scene: "horses", enter: all(marked, obeys("marks.place"), func(d *desk) { d.markHand.useList(session.NameLists()[0]) }), ready: judged, part: bandOf},
	{name: "landmark table", scene: "horses", enter: all(marked, obeys("marks.place")), ready: judged, part: func(d *desk) fyne.CanvasObject { return d.inspector.marks.object }},
	{name: "two species, landmarks", scene: "kinds", enter: all(marked, obeys("marks.place")), ready: judged},
	{name: "two species, distortion", scene: "kinds", enter: colours(present.ByDistortion)},
	{name: "two species, overlay", scene: "kinds", enter: func(d *desk) {
		d.views.arrange(overlaid)
		d.m.setView(func(v *present.View) { v.T = 0.5 })
	}},

	{name: "welcome", scene: "horses", enter: func(d *desk) { widget.SetVisible(d.welcome.object, true) }, part: func(d *desk) fyne.CanvasObject { return d.welcome.object.Objects[0] }},
	{name: "matched", scene: "horses", enter: opens("result"), ready: judged, part: resultOf},
	{name: "result details", scene: "horses", enter: func(d *desk) { d.inspector.open("result"); d.inspector.result.more.Tapped(nil) }, ready: judged}, // names the processor
	{name: "old figures", scene: "horses", enter: func(d *desk) {
		d.solving.setOption(option.Find("samples"), "300")
		d.inspector.open("result")
	}, ready: judged, part: resultOf},
	{name: "waiting", scene: "horses", enter: func(d *desk) {
		d.m.drawn = pictured{}
		d.views.late = true
		d.views.showHeaders()
	}},
	{name: "mirror image", scene: "horses", enter: obeys("solve.other"), ready: func(d *desk) bool { return d.m.match != nil && d.m.match.Chosen != 0 && judged(d) }},
	{name: "first minimum", scene: "horses", enter: obeys("solve.other"), ready: func(d *desk) bool { return d.m.match != nil && d.m.match.Chosen == 0 && judged(d) }},
	{name: "methods", scene: "horses", enter: func(d *desk) { d.inspector.solve.method.Tapped(nil) }, part: func(d *desk) fyne.CanvasObject {
		if m, ok := d.win.Canvas().Overlays().Top().(*widget.PopMenu); ok {
			return m.List
		}
		return nil
	}},
	{name: "view menu", scene: "horses", enter: func(d *desk) { widget.OpenMenu(d.menu.Titles[2], d.entries("View", ""), nil) }},
	{name: "glossary", scene: "horses", enter: obeys("glossary"), part: sheetOf},
	{name: "help", scene: "horses", enter: obeys("help"), part: sheetOf},
	{name: "about", scene: "horses", enter: func(d *desk) {
		if d.views.draw != nil { // it names the graphics card
			d.showAbout()
		}
	}},
	{name: "notes", scene: "horses", enter: obeys("notes"), part: sheetOf},
	{name: "finder", scene: "horses", enter: types(""), part: finderOf},
	{name: "finder, flip", scene: "horses", enter: types("flip"), part: finderOf},
	{name: "finder, save image", scene: "horses", enter: types("save image"), part: finderOf},
	{name: "finder, nothing", scene: "horses", enter: types("qwertz"), part: finderOf},
	{name: "tooltip", scene: "horses", enter: func(d *desk) {
		p := d.inspector.result.loss
		d.widgets.Tips.Show(p, p.Meaning+"\n"+p.Tip)
	}, part: func(d *desk) fyne.CanvasObject { return d.widgets.Tips.Tip.Box }},
	{name: "picks and measures", scene: "horses", enter: all(picksAndMeasures, opens("picks")), ready: measured, part: func(d *desk) fyne.CanvasObject { return d.inspector.picks.object }},
	{name: "measuring", scene: "horses", enter: obeys("measure")},
	{name: "scale bar and wireframe", scene: "horses", enter: all(obeys("scene.bar", "scene.bare"), func(d *desk) { d.m.units = "m" })},
	{name: "ground, axes, cut", scene: "horses", enter: obeys("scene.ground", "scene.axes", "scene.bar", "scene.cut")},
	{name: "error", scene: "horses", enter: colours(present.ByError)},
	{name: "confidence, masked", scene: "horses", enter: all(colours(present.ByConfidence), func(d *desk) {
		d.looks.setPaint(func(p *present.Paint) { p.Mask, p.Isolines = 0.7, 6 })
	}, opens("view"))},
	{name: "sides", scene: "horses", enter: all(obeys("scene.edges", "scene.wires"), func(d *desk) { d.looks.drawLines(40) })},
	{name: "morph", scene: "horses", enter: func(d *desk) {
		d.views.arrange(morphOnly)
		d.m.setView(func(v *present.View) { v.T = 0.42 })
	}},
	{name: "overlay", scene: "horses", enter: func(d *desk) {
		d.views.arrange(overlaid)
		d.m.setView(func(v *present.View) { v.T = 0.7 })
	}},
	{name: "as filed", scene: "horses", enter: obeys("view.filed")},
	{name: "A alone", scene: "horses", enter: obeys("view.a")},
	{name: "folded", scene: "horses", enter: func(d *desk) {
		for _, s := range d.panels.sections {
			d.panels.fold(s.name, true)
		}
	}},
	{name: "panels hidden", scene: "horses", enter: obeys("panel.side", "panel.strip", "panel.morph")},
	{name: "presentation", scene: "horses", enter: all(colours(present.ByDistortion), obeys("present"))},
	{name: "figure sheet", scene: "horses", enter: all(intoFolder, obeys("figure")), part: sheetOf},
	{name: "export sheet", scene: "horses", enter: all(intoFolder, obeys("export")), part: sheetOf},
	{name: "replace", scene: "horses", enter: func(d *desk) {
		d.exports.mayWrite(momentDir, []string{"skull.off"}, func(string) {})
	}, ready: func(d *desk) bool { return topSheet(d) != nil }},
	{name: "race sheet", scene: "horses", enter: obeys("race"), part: sheetOf},
	{name: "race", scene: "horses", enter: raceHere, ready: raceOver},
	{name: "race, distortion", scene: "horses", enter: all(raceHere, colours(present.ByDistortion)), ready: raceOver},
	{name: "race presented", scene: "horses", enter: all(raceHere, obeys("present")), ready: raceOver},
	{name: "race under way", scene: "horses", enter: raceUnderWay, ready: halfway},
	{name: "z up", scene: "horses", enter: obeys("camera.up")},
	{name: "next lesson", scene: "horses", enter: offers, ready: func(d *desk) bool { return d.lesson.offered != nil }, part: bandOf},
	{name: "cohort", scene: "cohort", ready: func(d *desk) bool { return d.cohorts.page.Visible() }},
	{name: "pair of a cohort", scene: "cohort", enter: func(d *desk) { d.cohorts.openPair(d.cohorts.page.Entries()[0]) }, ready: func(d *desk) bool {
		_, ok := d.cohorts.entry()
		return ok && judged(d)
	}},
	{name: "lesson", scene: "horses", enter: func(d *desk) {
		l := lessons()[1]
		lighten(l)
		d.lesson.takeLesson(l)
	}, ready: func(d *desk) bool { return d.lesson.done && !d.lesson.setting && judged(d) }, part: bandOf},
}

// momentDir has the files of scenes; momentEntered is when the moment at hand began.
var (
	momentDir     string
	momentEntered time.Time
)

// intoFolder has exports offered a folder that is the same on every machine.
func intoFolder(d *desk) { d.exports.wroteInto("/data/results/two horses") }

// sheetRow is a part of the content of the sheet on top.
func sheetRow(d *desk, k int) fyne.CanvasObject {
	s := topSheet(d)
	if s == nil {
		return nil
	}
	if c, ok := s.Body.Objects[1].(*fyne.Container); ok && len(c.Objects) >= k {
		return c.Objects[k-1]
	}
	return s.Body
}

// rest ends a moment: the window is as it was after the scene was opened.
func (d *desk) rest(before momentBase) {
	d.closeOverlays()
	d.win.Canvas().Unfocus()
	widget.SetVisible(d.welcome.object, false)
	d.widgets.Tips.Hide()
	d.panels.present(false)
	d.panels.set(func(now *session.Panels) { *now = session.Panels{} })
	if d.lesson.of != nil || d.lesson.offered != nil {
		d.lesson.end()
	}
	d.races.stop()
	if d.cohorts.page.Opened() {
		d.cohorts.show(true)
	}
	d.markHand.setPlacing(false)
	d.markHand.useList(session.NameList{})
	d.rulers.set(false)
	d.pointer.unmark()
	if !d.marker.now().Equal(session.Marks{}) {
		d.marker.setMarks(session.Marks{})
	}
	if d.m.layout != sideBySide || d.m.maximised >= 0 {
		d.views.showBoth()
	}
	if d.inspector.result.open {
		d.inspector.result.more.Tapped(nil)
	}
	if d.m.cameras[sideA].Up != before.up {
		d.views.toggleUp()
	}
	d.m.units = ""
	d.solving.setOptions(before.options)
	d.m.setView(func(v *present.View) {
		motion := v.Motion
		*v = before.view
		v.Motion = motion
	})
	d.inspector.scroll.ScrollToTop()
	d.m.setStatus(idle)
	d.views.refresh()
}

// momentBase is the state that moments come back to.
type momentBase struct {
	options session.Options
	view    present.View
	up      camera.Axis
}

// momentsOf are the moments of a scene.
func momentsOf(scene string) []moment {
	return slices.DeleteFunc(slices.Clone(moments), func(m moment) bool { return m.scene != scene })
}

// openScene begins to open a scene.
func (d *desk) openScene(name string) {
	d.documents.keep.touch()
	d.documents.newSession()
	d.closeOverlays()
	if d.cohorts.page.Opened() {
		d.cohorts.close()
	}
	if name == "cohort" {
		d.cohorts.open(filepath.Join(momentDir, momentCohort))
	}
	for s, ref := range scenes(momentDir)[name] {
		if ref != "" {
			d.shapes.load(side(s), ref)
		}
	}
}

// sceneOpen reports whether a scene is open and matched.
func (d *desk) sceneOpen(name string) bool {
	if name == "cohort" {
		return len(d.cohorts.page.Entries()) > 0
	}
	refs := scenes(momentDir)[name]
	for s, ref := range refs {
		if (d.m.shapes[s] != nil) != (ref != "") || ref != "" && d.m.shapes[s].Ref != ref {
			return false
		}
	}
	return refs[1] == "" || d.m.match != nil && !d.m.job.running
}

// base is the window as its scene has it.
func (d *desk) base() momentBase {
	return momentBase{options: d.m.options, view: d.m.view, up: d.m.cameras[sideA].Up}
}

// reached reports whether an entered moment is there.
func (m *moment) reached(d *desk) bool {
	return (m.ready == nil || m.ready(d)) && !d.m.job.running
}

// momentNamed finds a moment, or a picture of the README.
func momentNamed(name string) *moment {
	is := func(m moment) bool { return m.name == name }
	if k := slices.IndexFunc(moments, is); k >= 0 {
		return &moments[k]
	}
	return &readmePictures[slices.IndexFunc(readmePictures, is)]
}

func (d *desk) closeOverlays() {
	o := d.win.Canvas().Overlays()
	for top := o.Top(); top != nil; top = o.Top() {
		o.Remove(top)
	}
}
