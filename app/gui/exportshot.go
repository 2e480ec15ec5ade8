package gui

import (
	"image"
	"path/filepath"
	"time"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
)

// shotScale is how much finer a screenshot is than the screen, for slides and print.
const shotScale = 2

// screenshot writes the views, without the words over them, as a picture into the folder of exports.
func (ex *exporter) screenshot(transparent bool) {
	if ex.views.draw == nil || ex.m.picture == nil {
		ex.m.setStatus("There is nothing to take a picture of yet")
		return
	}
	f := ex.shot(transparent)
	dir := ex.folder()
	path := filepath.Join(dir, ex.shotName(time.Now()))
	draw := ex.views.draw
	ex.tasks.background(func() func() {
		err := export.PrepareDir(dir)
		var img *image.RGBA
		if err == nil {
			img, err = draw.Render(f)
		}
		if err == nil {
			err = capture.Save(path, img)
		}
		return func() {
			if err != nil {
				ex.m.setStatus("The picture was not written")
				ex.dialogs.fail("The picture was not written", err)
				return
			}
			ex.m.setStatus("Written: " + path)
			ex.widgets.Tips.Announce("Written: " + path)
		}
	})
}

func (ex *exporter) shot(transparent bool) gldraw.Frame {
	s := ex.views.port.scale() * shotScale
	size := ex.views.port.Size()
	f := ex.views.port.frameAt(s, int(size.Width*s+0.5), int(size.Height*s+0.5), false)
	f.Transparent = transparent || ex.m.view.Scenery.Background == present.Transparent
	for i := range f.Panes {
		p := &f.Panes[i]
		p.Radius, p.Border.A = 0, 0
	}
	return f
}

// shotName names a picture by its shapes and the time.
func (ex *exporter) shotName(now time.Time) string {
	name := now.Format("2006-01-02 15.04.05") + ".png"
	if pair := pairName(ex.m); pair != "" {
		name = pair + ", " + name
	}
	return name
}
