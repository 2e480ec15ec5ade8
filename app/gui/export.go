package gui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/export"
	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// exporter writes files of a match, and pictures of the window.
type exporter struct {
	app     fyne.App
	win     fyne.Window
	widgets *widget.Maker
	m       *model
	dialogs *dialogs
	tasks   *tasks
	views   *views
	morph   *morphBar

	places map[string]string // the folders that this window has written into, each with its pair
}

// exports are the parts that people often write alone, with their kinds of package export.
var exports = []struct {
	label string
	kinds []string
}{
	{"Picture", []string{"picture"}},
	{"Animations (GIF)", []string{"orbit-gif", "morph-gif"}},
	{"Meshes and morph", []string{"ply", "matched", "glb", "mesh"}},
	{"Maps and plan", []string{"maps", "npy", "plan"}},
	{"Report", []string{"report"}},
}

// exportKinds are the entries of the menu for these parts.
func (ex *exporter) exportKinds() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, x := range exports {
		out = append(out, widget.MenuEntry{Label: x.label + "…", Words: "export save write image", Why: ex.m.unmatched(), Do: func() { ex.export(x.kinds...) }})
	}
	return out
}

// exportMenu opens the export menu at a control, or stops the export in hand.
func (d *desk) exportMenu(at fyne.CanvasObject) {
	if d.morph.stopExport != nil {
		d.morph.stopExport()
		return
	}
	widget.OpenMenu(at, d.entries("File", "Export"), func(m *widget.PopMenu) { m.Right = true })
}

// export opens the dialog with some kinds ticked; without kinds, with those of the last time.
func (ex *exporter) export(kinds ...string) {
	switch {
	case ex.m.match == nil:
		ex.m.setStatus("There is no match to export yet: solve first")
	case ex.morph.stopExport != nil:
		ex.m.setStatus("An export is running: wait for it, or stop it with the button at the lower right")
	default:
		ex.chooseExport(kinds)
	}
}

// exportSettings are the settings of a choice with the present view.
func (ex *exporter) exportSettings(c *exportChoice) export.Settings {
	s := c.settings
	s.T = ex.m.view.T
	s.View = ex.m.view
	s.View.Dark = widget.IsDark()
	s.View.Push, s.View.Scale = nil, nil
	s.Units = ex.m.units
	if s.View.Scenery.Background == present.AsTheme {
		s.View.Scenery.Background = present.Light
		if s.View.Dark {
			s.View.Scenery.Background = present.Dark
		}
	}
	if c.background != present.AsTheme {
		s.View.Scenery.Background = c.background
	}
	s.View.Dark = s.View.Scenery.Background.IsDark(false)
	if c.windowView {
		s.Panes = ex.m.panesShown()
	}
	s.Camera, s.CameraB = ex.m.cameras[ex.views.activeSide()], nil
	one := s.Panes == export.PanesMorph || s.Panes == export.PanesOverlay
	if !one && (!ex.m.linked || ex.m.cameras[sideA] != ex.m.cameras[sideB]) { // linked cameras still look at different places
		b := ex.m.cameras[sideB]
		s.Camera, s.CameraB = ex.m.cameras[sideA], &b
	}
	if !c.whole {
		s.Aspect = ex.aspect()
	}
	if c.windowSize {
		size, scale := ex.views.port.Size(), ex.views.port.scale()
		s.Width, s.Height = max(16, int(size.Width*scale)), max(16, int(size.Height*scale))
	}
	return s
}

// aspect is the width over the height of the window's panes.
func (ex *exporter) aspect() float64 {
	panes := ex.m.panes(ex.views.port.Size())
	if len(panes) == 0 || ex.m.layout == raced || panes[0].rect.size.Height <= 0 {
		return 0
	}
	return float64(panes[0].rect.size.Width / panes[0].rect.size.Height)
}

// exportTo writes into a folder in the background. The export button shows the progress and stops the
// export.
func (ex *exporter) exportTo(kinds []export.Kind, s export.Settings, dir string) {
	m := ex.m.match
	if m == nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ex.morph.exporting(stop)
	ex.wroteInto(dir) // also where this export is stopped
	ex.m.setStatus("Exporting to " + dir + " …")
	start := time.Now()
	progress := mainloop.NewNewest(func(p export.Progress) {
		mainloop.DoAndWait(func() { ex.showExport(p) })
		time.Sleep(time.Second / 10) // ten looks a second are enough
	})
	ex.tasks.background(func() func() {
		defer stop()
		defer progress.Close()
		sum, err := export.Write(ctx, dir, m, kinds, s, progress.Ask)
		stopped := errors.Is(err, context.Canceled)
		return func() {
			ex.morph.exported(ex.m.match != nil)
			switch {
			case stopped:
				ex.m.setStatus("The export was stopped: files that were whole by then are in " + dir)
				return
			case err != nil:
				ex.m.setStatus("The export failed")
				ex.dialogs.fail("Not everything could be written", err)
				return
			}
			text := fmt.Sprintf("Written to %s in %s, but not everything", dir, span(time.Since(start)))
			if len(sum.LeftOut) == 0 {
				text = fmt.Sprintf("%s written to %s in %s", plural(len(exportNames(m, kinds, s)), "file", "files"), dir, span(time.Since(start)))
			} else {
				ex.dialogs.fail("Not everything could be written", errors.New(strings.Join(sum.LeftOut, "\n")))
			}
			ex.m.setStatus(text)
			ex.widgets.Tips.Announce(text)
		}
	}, func() { ex.morph.exported(ex.m.match != nil) })
}

func (ex *exporter) showExport(p export.Progress) {
	if ex.morph.stopExport == nil {
		return // the export has ended meanwhile
	}
	ex.morph.export.SetText("Stop " + percentOf(p.Fraction))
	text := "Exporting: " + p.Label + ", " + percentOf(p.Fraction)
	if p.Left > time.Second {
		text += ", " + span(p.Left) + " left"
	}
	ex.m.setStatus(text)
}

// exportNames are the names of the files of some kinds.
func exportNames(m *pipeline.Match, kinds []export.Kind, s export.Settings) []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.Files(m, s)...)
	}
	return out
}
