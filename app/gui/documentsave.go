package gui

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// saveThen saves into the session's file, or asks for one, and then calls then, which may be nil.
func (ds *documents) saveThen(then func()) {
	if ds.keep.path == "" {
		ds.saveAsThen(then)
		return
	}
	ds.saveTo(ds.keep.path, then)
}

// saveAsThen asks for a file, saves into it and then calls then, which may be nil.
func (ds *documents) saveAsThen(then func()) {
	e := widget.NewField(ds.win.Canvas())
	e.SetText(ds.sessionName())
	var sh *widget.Sheet
	save := func() {
		path := expandHome(strings.TrimSpace(e.Text))
		if path == "" {
			return
		}
		if filepath.Ext(path) != session.Extension {
			path += session.Extension
		}
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		sh.Close()
		if _, err := os.Stat(path); err == nil && path != ds.keep.path {
			ds.widgets.NewSheet(ds.win.Canvas(), "Replace "+filepath.Base(path)+"?", "", widget.NewParagraph("There is a file of this name in "+filepath.Dir(path)+". Its content would be lost.", widget.ColorText), 480,
				widget.Button{Text: "Cancel"}, widget.Button{Text: "Replace", Do: func() { ds.saveTo(path, then) }})
			return
		}
		ds.saveTo(path, then)
	}
	e.OnSubmitted = func(string) { save() }
	browse := ds.widgets.Push("Folder…", widget.Plain, "", func() {
		ds.dialogs.chooseFolder("Folder of the session", filepath.Dir(expandHome(e.Text)), func(dir string) { e.SetText(filepath.Join(dir, filepath.Base(e.Text))) })
	})
	hint := widget.NewParagraph("Shapes are named by their place relative to this file, so that a folder can be moved as a whole. The match is kept with it, with its training and the last export.", widget.ColorSoft)
	sh = ds.widgets.NewSheet(ds.win.Canvas(), "Save the session", "", container.New(widget.Column{Gap: 8}, container.New(widget.Row{Gap: 8, Shares: []float32{1}}, e, browse), hint), 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Save", Stay: true, Do: save})
	ds.win.Canvas().Focus(e)
	e.CursorColumn = len([]rune(e.Text))
	e.Refresh()
}

// sessionName is the offered file: the present file, or a file named after the shapes.
func (ds *documents) sessionName() string {
	if ds.keep.path != "" {
		return ds.keep.path
	}
	name := "session"
	if ds.m.shapes[sideA] != nil && ds.m.shapes[sideB] != nil {
		name = pairName(ds.m)
	}
	return filepath.Join(ds.sessionFolder(), name+session.Extension)
}

// saveTo writes the session in the background.
func (ds *documents) saveTo(path string, then func()) {
	ds.keep.look()
	c := ds.copyDocument()
	ds.m.setStatus("Saving " + filepath.Base(path) + "…")
	ds.tasks.background(func() func() {
		err := session.Save(path, c.document())
		return func() {
			if err != nil {
				ds.m.setStatus("The session was not saved")
				ds.dialogs.fail("The session cannot be saved", err)
				return
			}
			k := ds.keep
			k.path, k.saved, k.kept, k.unsaved = path, c.state, c.match, false
			k.tell()
			ds.guard.autosave()
			ds.m.setStatus("Saved " + widget.Ellipsize(filepath.Base(path), 40, countRunes) + " in " + shortFolder(filepath.Dir(path)))
			ds.rememberFiles([]string{path}, nil)
			if then != nil {
				then()
			}
		}
	})
}
