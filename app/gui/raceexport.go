package gui

import (
	"context"
	"io"
	"path/filepath"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
	"gwscope/meshio"
	"gwscope/render/capture"
)

// raceExport is an entry of the race's export menu.
type raceExport struct {
	label string
	files []string
	write func(ctx context.Context, dir string, about race.About, rows []race.Row, look race.Look) error
}

var raceExports = []raceExport{
	{"Table and picture", []string{race.CSVFile, race.MarkdownFile, race.PictureFile}, race.Save},
	{"Table for programs (CSV)", []string{race.CSVFile}, func(_ context.Context, dir string, _ race.About, rows []race.Row, _ race.Look) error {
		return meshio.WriteFile(filepath.Join(dir, race.CSVFile), func(w io.Writer) error { return race.WriteCSV(w, rows) })
	}},
	{"Table for people (Markdown)", []string{race.MarkdownFile}, func(_ context.Context, dir string, about race.About, rows []race.Row, _ race.Look) error {
		return meshio.WriteFile(filepath.Join(dir, race.MarkdownFile), func(w io.Writer) error { return race.WriteMarkdown(w, about, rows) })
	}},
	{"Picture of table and targets (PNG)", []string{race.PictureFile}, func(ctx context.Context, dir string, about race.About, rows []race.Row, look race.Look) error {
		return race.SavePicture(ctx, filepath.Join(dir, race.PictureFile), about, rows, look)
	}},
}

func (rs *races) exportEntries() []widget.MenuEntry {
	why := unless(rs.m.race != nil && rs.m.race.over() > 0, "No method has come to its end")
	var out []widget.MenuEntry
	for i, x := range raceExports {
		e := widget.MenuEntry{Label: x.label + "…", Why: why, Do: func() { rs.export(x) }}
		if i == 0 {
			e.Shortcut = keyOf("race.export")
		}
		out = append(out, e)
	}
	return out
}

// export writes a race as the window shows it: with its order, its pins and its camera.
func (rs *races) export(x raceExport) {
	r := rs.m.race
	if r == nil || r.over() == 0 {
		rs.m.setStatus("There is nothing to export yet: no method has come to its end")
		return
	}
	rs.exports.askFolder(x.label, x.files, func(dir string) {
		rows, pinned := r.sorted()
		look := race.Look{Theme: capture.Light, Strong: pinned, Turned: rs.m.cameras[sideB]}
		if widget.IsDark() {
			look.Theme = capture.Dark
		}
		rs.panel.export.SetEnabled(false)
		rs.exports.writeInto(dir, len(x.files), func(ctx context.Context, dir string) error {
			return x.write(ctx, dir, r.about(), rows, look)
		}, func() { rs.panel.show(rs.m.race) })
	})
}
