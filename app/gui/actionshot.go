package gui

import (
	"image"
	"path/filepath"
	"strings"
	"time"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
)

// shotScale is how much finer a screenshot is than the screen: fit for slides and print.
const shotScale = 2

// screenshot writes what the views show, without the words over them, as a picture into
// the folder of exports.
func (d *desk) screenshot(transparent bool) {
	if d.draw == nil || d.m.picture == nil {
		d.m.setStatus("There is nothing to take a picture of yet")
		return
	}
	f := d.shot(transparent)
	dir := d.exportFolder()
	path := filepath.Join(dir, d.shotName(time.Now()))
	draw := d.draw
	d.background(func() func() {
		err := export.PrepareDir(dir)
		var img *image.RGBA
		if err == nil {
			img, err = draw.render(f)
		}
		if err == nil {
			err = capture.Save(path, img)
		}
		return func() {
			if err != nil {
				d.m.setStatus("The picture was not written")
				d.fail("The picture was not written", err)
				return
			}
			d.m.setStatus("Written: " + path)
			d.kit.Tips.Announce("Written: " + path)
		}
	})
}

// shot is the frame of a screenshot.
func (d *desk) shot(transparent bool) gldraw.Frame {
	s := d.view.scale() * shotScale
	size := d.view.Size()
	f := d.view.frameAt(s, int(size.Width*s+0.5), int(size.Height*s+0.5), false)
	f.Transparent = transparent || d.m.view.Scenery.Background == present.Transparent
	for i := range f.Panes {
		p := &f.Panes[i]
		p.Radius, p.Border.A = 0, 0
	}
	return f
}

// shotName names a picture by its shapes and the time.
func (d *desk) shotName(now time.Time) string {
	var names []string
	for _, s := range d.m.shapes {
		if s != nil {
			names = append(names, strings.Map(func(r rune) rune {
				if strings.ContainsRune(`/\:*?"<>|`, r) {
					return '-'
				}
				return r
			}, s.Mesh.Name))
		}
	}
	return strings.Join(append(names, now.Format("2006-01-02 15.04.05")), ", ") + ".png"
}
