package gui

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
)

func (ex *exporter) askFolder(title string, files []string, then func(dir string)) {
	list := container.New(widget.Column{Gap: 3})
	for _, name := range files {
		list.Add(widget.NewLabel(name, widget.TextSmall, widget.ColorSoft))
	}
	ex.folderSheet("Export: "+title, "Export", 560, func(folder fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Column{Gap: 10}, folder, container.New(widget.Column{Gap: 4}, widget.NewCaption("Files"), list))
	}, func() ([]string, bool) { return files, true }, then)
}

// folderSheet is a sheet with a field for a folder, which body places. For the button, files gives the names of
// the files to write, or false; then the sheet closes, and then is called with the folder.
func (ex *exporter) folderSheet(title, button string, width float32, body func(folder fyne.CanvasObject) fyne.CanvasObject, files func() ([]string, bool), then func(dir string)) {
	where := widget.NewField(ex.win.Canvas())
	where.SetText(ex.folder())
	browse := ex.widgets.Push("Browse…", widget.Plain, "", func() {
		ex.dialogs.chooseFolder("Folder of the export", where.Text, where.SetText)
	})
	var sh *widget.Sheet
	write := func() {
		if names, ok := files(); ok {
			ex.mayWrite(expandHome(where.Text), names, func(dir string) {
				sh.Close()
				then(dir)
			})
		}
	}
	where.OnSubmitted = func(string) { write() }
	sh = ex.widgets.NewSheet(ex.win.Canvas(), title, "", body(container.New(widget.Row{Gap: 8, Shares: []float32{1}}, where, browse)), width,
		widget.Button{Text: "Cancel"}, widget.Button{Text: button, Stay: true, Do: write})
	ex.win.Canvas().Focus(where)
}

// writeInto writes files into a folder in the background and tells of the end. after is called in any case.
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
