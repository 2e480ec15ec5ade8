package gui

import (
	"context"
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"gwscope/app/export"
)

// askFolder asks for the folder that files are written into.
func (d *desk) askFolder(title string, files []string, then func(dir string)) {
	e := newField(d.win.Canvas())
	e.SetText(d.exportFolder())
	var sh *sheet
	write := func() {
		sh.close()
		then(expandHome(e.Text))
	}
	e.OnSubmitted = func(string) { write() }
	browse := d.kit.push("Browse…", plainControl, "", func() {
		f := dialog.NewFolderOpen(func(l fyne.ListableURI, err error) {
			d.fileDialog = nil
			if err == nil && l != nil {
				e.SetText(l.Path())
			}
		}, d.win)
		d.showFileDialog(f)
	})
	list := container.New(column{3})
	for _, name := range files {
		list.Add(newLabel(name, textSmall, colorSoft))
	}
	body := container.New(column{10},
		container.New(row{gap: 8, shares: []float32{1}}, e, browse),
		container.New(column{4}, newCaption("Files, replaced where they exist"), list))
	sh = d.kit.newSheet(d.win.Canvas(), "Export: "+title, "", body, 560,
		sheetButton{text: "Cancel"}, sheetButton{text: "Export", stay: true, do: write})
	d.win.Canvas().Focus(e)
}

// writeInto writes files into a folder in the background and tells of it; after is
// called in any case.
func (d *desk) writeInto(dir string, files int, write func(ctx context.Context, dir string) error, after func()) {
	d.m.setStatus("Exporting to " + dir + " …")
	start := time.Now()
	d.background(func() func() {
		err := export.PrepareDir(dir)
		if err == nil {
			err = write(context.Background(), dir)
		}
		return func() {
			after()
			if err != nil {
				d.m.setStatus("The export failed")
				d.fail("Not everything could be written", err)
				return
			}
			d.app.Preferences().SetString("export-folder", dir)
			text := fmt.Sprintf("%s written to %s in %s", plural(files, "file", "files"), dir, span(time.Since(start)))
			d.m.setStatus(text)
			d.kit.tips.announce(text)
		}
	}, after)
}
