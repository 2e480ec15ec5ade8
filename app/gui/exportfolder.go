package gui

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2/container"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
)

// askFolder asks for the folder that files are written into.
func (dl *dialogs) askFolder(title string, files []string, then func(dir string)) {
	e := widget.NewField(dl.win.Canvas())
	e.SetText(dl.exportFolder())
	var sh *widget.Sheet
	write := func() {
		sh.Close()
		then(expandHome(e.Text))
	}
	e.OnSubmitted = func(string) { write() }
	browse := dl.widgets.Push("Browse…", widget.Plain, "", func() {
		dl.chooseFolder("Folder of the export", e.Text, e.SetText)
	})
	list := container.New(widget.Column{Gap: 3})
	for _, name := range files {
		list.Add(widget.NewLabel(name, widget.TextSmall, widget.ColorSoft))
	}
	body := container.New(widget.Column{Gap: 10},
		container.New(widget.Row{Gap: 8, Shares: []float32{1}}, e, browse),
		container.New(widget.Column{Gap: 4}, widget.NewCaption("Files, replaced where they exist"), list))
	sh = dl.widgets.NewSheet(dl.win.Canvas(), "Export: "+title, "", body, 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Export", Stay: true, Do: write})
	dl.win.Canvas().Focus(e)
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
			ex.app.Preferences().SetString("export-folder", dir)
			text := fmt.Sprintf("%s written to %s in %s", plural(files, "file", "files"), dir, span(time.Since(start)))
			ex.m.setStatus(text)
			ex.widgets.Tips.Announce(text)
		}
	}, after)
}
