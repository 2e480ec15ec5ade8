//go:build cgo

package gldraw

import (
	"fmt"
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/glctx"
)

// Renderer draws frames on one OpenGL thread. Its methods may be called from
// any goroutine except the OpenGL thread's own.
type Renderer struct {
	thread *glctx.Thread
	state  *state // touched on the OpenGL thread only
	coarse *coarse
}

// state is everything that lives in the OpenGL context.
type state struct {
	info      glctx.Info
	programs  programs
	cache     *cache
	target    target
	resolver  resolver
	finished  finished
	parts     parts  // the triangles of each tile, in tiled frames
	hidden    target // small picture whose depths tell hidden links in tiled frames
	vao       uint32
	stream    uint32 // buffer for arrays that change with every frame
	corners   uint32 // and for the triangles of a tile
	maxTile   int    // largest side drawn at once, drawn pixels
	maxTexels int    // of a buffer read as a texture
	coarse    *coarse
	faded     fades
	drawn     int // triangles, points and lines of the last frame
}

// New prepares drawing on a thread. The thread stays the caller's to close,
// after the renderer.
func New(thread *glctx.Thread) (*Renderer, error) {
	s := &state{info: thread.Info(), programs: programs{}, cache: newCache(), coarse: newCoarse()}
	// Beyond 4096 a side the textures of one tile take hundreds of megabytes;
	// more tiles cost next to nothing.
	s.maxTile = min(s.info.MaxSize, 4096)
	err := thread.Do(func() error {
		gl.GenVertexArrays(1, &s.vao)
		gl.GenBuffers(1, &s.stream)
		gl.GenBuffers(1, &s.corners)
		var texels int32
		gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
		s.maxTexels = int(texels)
		// They are compiled now, so that a driver that cannot compile them fails at the start.
		for _, name := range []string{"surface", "line", "marker", "background"} {
			if _, err := s.programs.use(name, 0); err != nil {
				s.delete()
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Renderer{thread: thread, state: s, coarse: s.coarse}, nil
}

// Info describes the OpenGL context.
func (r *Renderer) Info() glctx.Info { return r.state.info }

// WaitSimplified waits until the surfaces seen so far by viewers are simplified, for
// measurements; a viewer itself never waits.
func (r *Renderer) WaitSimplified() { r.coarse.wait() }

// Forget frees arrays that the last frame did not draw. They are sent to the card again when drawn again.
func (r *Renderer) Forget() {
	r.coarse.forgetPast()
	_ = r.thread.Do(func() error { r.state.cache.dropBefore(0); return nil })
}

// Close frees everything on the graphics card; the thread goes on.
func (r *Renderer) Close() {
	r.coarse.close()
	// After a lost or closed context there is nothing left to free.
	_ = r.thread.Do(func() error { r.state.delete(); return nil })
}

func (s *state) delete() {
	s.programs.delete()
	s.cache.delete()
	s.target.delete()
	s.hidden.delete()
	s.resolver.delete()
	s.finished.delete()
	gl.DeleteVertexArrays(1, &s.vao)
	gl.DeleteBuffers(1, &s.stream)
	gl.DeleteBuffers(1, &s.corners)
}

// maxPicture bounds the pixels of one picture: 400 megapixels, 1.6 GB.
const maxPicture = 400_000_000

// Render draws f and returns the picture, rows top-down; every pixel is opaque
// unless f.Transparent. A frame without area gives an empty picture.
// Pictures beyond the driver's limits are drawn in tiles.
func (r *Renderer) Render(f Frame) (*image.RGBA, error) {
	if f.Width <= 0 || f.Height <= 0 {
		return image.NewRGBA(image.Rectangle{}), nil
	}
	if f.Width > maxPicture/f.Height {
		return nil, fmt.Errorf("a picture of %d x %d pixels is too large; at most %d megapixels can be drawn", f.Width, f.Height, maxPicture/1_000_000)
	}
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	var faded fades
	err := r.thread.Do(func() error {
		defer func() { faded = r.state.faded }()
		return r.state.render(&f, img)
	})
	if err != nil {
		return nil, err
	}
	drawLabels(&f, img, faded)
	return img, nil
}

// begin starts a frame.
func (s *state) begin() {
	s.cache.next()
	s.drawn, s.faded = 0, nil
}

// render draws all tiles of f into img.
func (s *state) render(f *Frame, img *image.RGBA) error {
	s.begin()
	side := s.maxTile * 2 / f.Quality.samples()
	// Where the processor draws, pictures for files are drawn in small tiles in any case.
	tiled := f.Width > side || f.Height > side || s.info.Software && f.Quality == Best
	if tiled && (len(f.Links) > 0 || f.fading()) {
		if err := s.depthOfWhole(f); err != nil {
			return err
		}
	}
	size := image.Pt(side, side)
	if s.info.Software && (tiled || len(f.Links) == 0 && !f.fading()) {
		size = cheapTile(f, side)
	}
	tiles := tilesOf(image.Pt(f.Width, f.Height), size)
	s.parts = nil
	if s.info.Software && len(tiles) > 1 {
		s.parts = s.partsOf(f, tiles)
		defer func() { s.parts = nil }()
	}
	for _, tile := range tiles {
		if err := s.drawTile(f, tile, tiled); err != nil {
			return err
		}
		gl.PixelStorei(gl.PACK_ROW_LENGTH, int32(img.Stride/4))
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
		gl.ReadPixels(0, 0, int32(tile.Dx()), int32(tile.Dy()), gl.RGBA, gl.UNSIGNED_BYTE,
			unsafe.Pointer(&img.Pix[img.PixOffset(tile.Min.X, tile.Min.Y)]))
		gl.PixelStorei(gl.PACK_ROW_LENGTH, 0)
	}
	return glError()
}

const (
	// cheapPixels is the number of drawn pixels that a processor's cache holds with their depths. Where
	// the processor draws, larger tiles wait for memory and take twice the time.
	cheapPixels = 1 << 20
	// pixelsATriangle keeps the tiles of large meshes large: each tile looks at all triangles.
	pixelsATriangle = 32
)

// cheapTile is the size of tiles, in frame pixels, that a processor draws fastest; at most
// side a side. All tiles of the frame have about this size.
func cheapTile(f *Frame, side int) image.Point {
	triangles := 0
	for _, p := range f.Panes {
		if p.Scene != nil {
			for _, surface := range p.Scene.Surfaces {
				triangles += len(surface.Triangles)
			}
		}
	}
	n := f.Quality.samples()
	pixels := max(cheapPixels, pixelsATriangle*triangles) * 4 / (n * n)
	most := max(1, min(side, int(math.Sqrt(float64(pixels)))))
	even := func(whole int) int { // shares of the whole, so that none is a sliver
		parts := (whole + most - 1) / most
		return (whole + parts - 1) / parts
	}
	return image.Pt(even(f.Width), even(f.Height))
}

// drawTile draws a tile of f, given in frame pixels, and leaves it bound for reading.
func (s *state) drawTile(f *Frame, tile image.Rectangle, tiled bool) error {
	n := f.Quality.samples()
	laid := n > 2 && !f.Transparent // shapes with all samples, the rest with one
	if laid && s.empty(f, tile) {
		return s.lay(f, tile, 0, &s.hidden)
	}
	up := func(x int) int { return (x*n + 1) / 2 } // a draft of odd size gets the odd half pixel
	if err := s.target.resize(up(tile.Dx()), up(tile.Dy())); err != nil {
		return err
	}
	if err := s.resolver.resize(tile.Dx(), tile.Dy(), n); err != nil {
		return err
	}
	c := canvas{state: s, frame: f, target: &s.target, tile: tile, perPixel: float64(n) / 2, depths: &s.target, paint: everything}
	if laid {
		c.paint = shapes
	}
	if tiled {
		c.depths = &s.hidden
	}
	if err := c.draw(); err != nil {
		return err
	}
	if laid {
		return s.lay(f, tile, s.resolver.run(&s.target), c.depths)
	}
	if err := c.links(); err != nil {
		return err
	}
	s.resolver.run(&s.target)
	return nil
}

// depthOfWhole draws f small enough for one tile, for its depths.
func (s *state) depthOfWhole(f *Frame) error {
	scale := min(1, 2048/float64(max(f.Width, f.Height)))
	w, h := max(1, int(float64(f.Width)*scale)), max(1, int(float64(f.Height)*scale))
	if err := s.hidden.resize(w, h); err != nil {
		return err
	}
	c := canvas{state: s, frame: f, target: &s.hidden, tile: image.Rect(0, 0, f.Width, f.Height), perPixel: scale, paint: depthsOnly}
	return c.draw()
}

func glError() error {
	switch e := gl.GetError(); e {
	case gl.NO_ERROR:
		return nil
	case gl.CONTEXT_LOST:
		return glctx.ErrLost
	case gl.OUT_OF_MEMORY:
		return fmt.Errorf("the graphics card's memory is used up; try a smaller picture or mesh")
	default:
		return fmt.Errorf("OpenGL error %#x while drawing", e)
	}
}
