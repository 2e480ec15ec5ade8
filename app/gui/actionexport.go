package gui

import (
	"context"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// exportKind is one entry of the export menu: some files of a match.
type exportKind struct {
	label string
	files []string // names in the folder, as export.All gives them
	write func(ctx context.Context, dir string, m *pipeline.Match, v present.View) error
}

// exports are the parts that can be written alone.
var exports = []exportKind{
	{"Coloured meshes (PLY)", []string{export.ColoredAFile, export.ColoredBFile}, func(_ context.Context, dir string, m *pipeline.Match, _ present.View) error {
		a, b := present.CarriedColors(m)
		if err := export.SaveMesh(filepath.Join(dir, export.ColoredAFile), export.ColoredA(m, a)); err != nil {
			return err
		}
		return export.SaveMesh(filepath.Join(dir, export.ColoredBFile), export.ColoredB(m, b))
	}},
	{"Matched mesh (OBJ)", []string{export.MatchedBFile}, func(_ context.Context, dir string, m *pipeline.Match, _ present.View) error {
		return export.SaveMesh(filepath.Join(dir, export.MatchedBFile), export.MatchedB(m, nil))
	}},
	{"Morph (GLB)", []string{export.MorphFile}, func(_ context.Context, dir string, m *pipeline.Match, _ present.View) error {
		a, _ := present.CarriedColors(m)
		return export.SaveMorph(filepath.Join(dir, export.MorphFile), m, a)
	}},
	{"Maps of all vertices (CSV)", []string{export.MapAToBFile, export.MapBToAFile}, func(_ context.Context, dir string, m *pipeline.Match, _ present.View) error {
		if err := export.SaveMap(filepath.Join(dir, export.MapAToBFile), "a_to_b", m.VertexMapAToB()); err != nil {
			return err
		}
		return export.SaveMap(filepath.Join(dir, export.MapBToAFile), "b_to_a", m.VertexMapBToA())
	}},
	{"Picture of both shapes (PNG)", []string{export.PictureFile}, func(ctx context.Context, dir string, m *pipeline.Match, _ present.View) error {
		return export.SavePicture(ctx, filepath.Join(dir, export.PictureFile), m, 1600, 900)
	}},
}

// exportAll writes everything.
func (d *desk) exportAll() {
	d.export(exportKind{label: "Everything", files: []string{export.ResultFile, export.MapAToBFile, export.MapBToAFile,
		export.ColoredAFile, export.ColoredBFile, export.MatchedBFile, export.MorphFile, export.PictureFile},
		write: func(ctx context.Context, dir string, m *pipeline.Match, _ present.View) error {
			_, err := export.All(ctx, dir, m)
			return err
		}})
}

// exportMenu opens the export menu at a control.
func (d *desk) exportMenu(at fyne.CanvasObject) {
	openMenu(at, d.exportEntries(), func(m *popMenu) { m.right = true })
}

// exportFolder is the folder that is offered: the last one, else one for the
// pair in the home folder.
func (d *desk) exportFolder() string {
	if last := d.app.Preferences().String("export-folder"); last != "" {
		return last
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "."
	}
	return filepath.Join(home, "gwscope")
}

// export asks for a folder and writes there.
func (d *desk) export(x exportKind) {
	if d.m.match == nil {
		d.m.setStatus("There is no match to export yet: solve first")
		return
	}
	d.askFolder(x.label, x.files, func(dir string) { d.exportTo(x, dir) })
}

// exportTo writes into a folder in the background.
func (d *desk) exportTo(x exportKind, dir string) {
	m, v := d.m.match, d.m.view
	if m == nil {
		return
	}
	d.morph.export.setEnabled(false)
	d.writeInto(dir, len(x.files), func(ctx context.Context, dir string) error { return x.write(ctx, dir, m, v) },
		func() { d.morph.export.setEnabled(d.m.match != nil) })
}
