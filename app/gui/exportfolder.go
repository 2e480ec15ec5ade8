package gui

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
)

// askFolder asks for the folder that files are written into.
func (ex *exporter) askFolder(title string, files []string, then func(dir string)) {
	e := widget.NewField(ex.win.Canvas())
	e.SetText(ex.folder())
	var sh *widget.Sheet
	write := func() {
		ex.mayWrite(expandHome(e.Text), files, func(dir string) {
			sh.Close()
			then(dir)
		})
	}
	e.OnSubmitted = func(string) { write() }
	list := container.New(widget.Column{Gap: 3})
	for _, name := range files {
		list.Add(widget.NewLabel(name, widget.TextSmall, widget.ColorSoft))
	}
	body := container.New(widget.Column{Gap: 10},
		container.New(widget.Row{Gap: 8, Shares: []float32{1}}, e, ex.browse(e)),
		container.New(widget.Column{Gap: 4}, widget.NewCaption("Files"), list))
	sh = ex.widgets.NewSheet(ex.win.Canvas(), "Export: "+title, "", body, 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Export", Stay: true, Do: write})
	ex.win.Canvas().Focus(e)
}

// browse is a button that chooses the folder in a field.
func (ex *exporter) browse(where *widget.Field) *widget.Control {
	return ex.widgets.Push("Browse…", widget.Plain, "", func() {
		f := dialog.NewFolderOpen(func(l fyne.ListableURI, err error) {
			ex.dialogs.fileDialog = nil
			if err == nil && l != nil {
				where.SetText(l.Path())
			}
		}, ex.win)
		ex.dialogs.showFileDialog(f)
	})
}

// writeInto writes files into a folder in the background and tells of it; after is
// called in any case.
func (ex *exporter) writeInto(dir string, files int, write func(ctx context.Context, dir string) error, after func()) {
	ex.m.setStatus("Exporting to " + dir + " …")
	start := time.Now()
	ex.tasks.background(func() func() {
		err := export.PrepareDir(dir)
		if err == nil {
			err = write(context.Background(), dir)
		}
		return func() {
			after()
			if err != nil {
				ex.m.setStatus("The export failed")
				ex.dialogs.fail("Not everything could be written", err)
				return
			}
			ex.wroteInto(dir)
			text := fmt.Sprintf("%s written to %s in %s", plural(files, "file", "files"), dir, span(time.Since(start)))
			ex.m.setStatus(text)
			ex.widgets.Tips.Announce(text)
		}
	}, after)
}
