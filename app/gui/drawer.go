package gui

import (
	"fmt"
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// drawer draws frames on a thread of its own and hands back pictures.
type drawer struct {
	thread   *glctx.Thread
	renderer *gldraw.Renderer
	viewer   *gldraw.Viewer
}

// startDrawing opens an OpenGL context away from the window. show gets each
// picture, fail what could not be drawn; both are called from another goroutine.
func startDrawing(show func(*image.RGBA, gldraw.Drawn), fail func(error)) (*drawer, error) {
	t, err := glctx.Start(glctx.Options{Main: fyne.DoAndWait})
	if err != nil {
		return nil, fmt.Errorf("%w; on Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri", err)
	}
	r, err := gldraw.New(t)
	if err != nil {
		t.Close()
		return nil, err
	}
	v := gldraw.NewViewer(r, gldraw.ViewerSettings{OnImage: show, OnError: fail})
	return &drawer{thread: t, renderer: r, viewer: v}, nil
}

// info names what draws, without the driver's build.
func (d *drawer) info() string {
	i := d.renderer.Info()
	name, _, _ := strings.Cut(i.Renderer, " (")
	return fmt.Sprintf("OpenGL %d.%d · %s", i.Major, i.Minor, name)
}

// close stops drawing; no picture arrives after it has returned.
func (d *drawer) close() {
	d.viewer.Close()
	d.renderer.Close()
	d.thread.Close()
}
