package gui

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
)

// showReport tells about the contents of a shape's file, and about its oddities.
func (l *loader) showReport(s side) {
	sh := l.m.shapes[s]
	if sh == nil {
		return
	}
	rows := container.New(widget.Column{Gap: 6})
	all, troubles := sh.Report.Sentences(), sh.Report.Troubles() // the troubles are the last of all sentences
	for _, line := range all[:len(all)-len(troubles)] {
		rows.Add(widget.NewParagraph(line, widget.ColorText))
	}
	for _, line := range troubles {
		rows.Add(widget.NewParagraph("•  "+line, widget.ColorCaution))
	}
	if len(troubles) == 0 {
		rows.Add(widget.NewParagraph("Nothing odd was found.", widget.ColorGood))
	}
	ref := widget.NewLabel(sh.Ref, widget.TextSmall, widget.ColorSoft)
	ref.Flexible = true
	l.widgets.NewSheet(l.win.Canvas(), s.String()+"  "+sh.Mesh.Name, "", container.New(widget.Column{Gap: 10}, ref, rows), 560,
		l.dialogs.copyButton(func() string { return strings.Join(all, "\n") }), widget.Button{Text: "Close"})
}

// open asks for a file for a side.
func (l *loader) open(s side) {
	l.dialogs.chooseFile("Shape "+s.String(), append([]string{session.Extension}, meshExtensions()...), func(path string) { l.load(s, path) })
}

// openBoth asks for a file for A and then for a file for B.
func (l *loader) openBoth() {
	extensions := meshExtensions()
	l.dialogs.chooseFile("Shape A", extensions, func(a string) {
		l.load(sideA, a)
		l.dialogs.chooseFileIn(filepath.Dir(a), "Shape B", extensions, func(b string) { l.load(sideB, b) })
	})
}

// openPath asks for a path or the name of an embedded shape.
func (l *loader) openPath(s side) {
	text := ""
	if sh := l.m.shapes[s]; sh != nil {
		text = sh.Ref
	}
	l.dialogs.ask("Open shape "+s.String(), "A path, or a built-in shape such as sample:horse/2", text, "Open", func(ref string, over func(error)) {
		ref = expandHome(ref)
		switch {
		case ref == "":
			over(errEmpty)
		case session.Is(ref) || cohort.Is(ref):
			over(nil)
			l.load(s, ref)
		default:
			l.loadThen(s, ref, func() { l.opened(s) }, over)
		}
	})
}

// meshExtensions are the extensions of all formats of package meshio, for the open dialog. A file with another
// extension can be dropped or typed: its content tells its format.
func meshExtensions() (out []string) {
	for _, f := range meshio.Formats() {
		out = append(out, f.Extensions...)
	}
	return out
}

// dropped takes files that are dropped on the window: a single file goes to the side under the pointer, two
// files become A and B. A folder is a cohort, or has the specimens of a new cohort.
func (l *loader) dropped(pos fyne.Position, uris []fyne.URI) {
	switch len(uris) {
	case 0:
		return
	case 1:
		if path := uris[0].Path(); isFolder(path) {
			if cohort.Is(path) {
				l.cohorts.open(path)
			} else {
				l.cohorts.askNew(path)
			}
			return
		}
		s := sideA
		at := pos.Subtract(l.app.Driver().AbsolutePositionForObject(l.views.port))
		if p, ok := l.views.port.paneAt(at); ok {
			s = p.side
		} else if l.m.shapes[sideA] != nil && l.m.shapes[sideB] == nil {
			s = sideB
		}
		if path := uris[0].Path(); landmark.Is(path) {
			l.markFiles.importMarks(s, path)
		} else {
			l.load(s, path)
		}
	default:
		if a, b := uris[0].Path(), uris[1].Path(); landmark.Is(a) && landmark.Is(b) {
			l.markFiles.importMarks(sideA, a)
			l.markFiles.importMarks(sideB, b)
			return
		}
		l.load(sideA, uris[0].Path())
		l.load(sideB, uris[1].Path())
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// shapeEntries offers files and the embedded shapes, grouped by kind. Each category of objects is a line
// that opens a menu of its own at the same place.
func (l *loader) shapeEntries(s side, at fyne.CanvasObject) []widget.MenuEntry {
	out := []widget.MenuEntry{{Label: "Open file…", Shortcut: keyOf(openCommands[s]), Do: func() { l.open(s) }}}
	out = append(out, l.documents.recentShapes(s)...)
	kind := ""
	current := ""
	if sh := l.m.shapes[s]; sh != nil {
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
			objects[info.Kind] = append(objects[info.Kind], widget.MenuEntry{Label: upperFirst(info.Label), Checked: ref == current, Do: func() { l.load(s, ref) }})
			continue
		}
		if info.Kind != kind {
			kind = info.Kind
			out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: cmp.Or(kindTitles[kind], kind), Heading: true})
		}
		out = append(out, widget.MenuEntry{Label: upperFirst(info.Label), Checked: ref == current, Do: func() { l.load(s, ref) }})
	}
	return out
}
