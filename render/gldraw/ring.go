//go:build cgo

package gldraw

import (
	"fmt"
	"image"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/glctx"
)

// ringSize pictures can be on their way at once: one being drawn, one being
// copied, one that the card has finished.
const ringSize = 3

// ring reads pictures back without waiting for the card: each is copied into a
// pixel buffer by the card itself, a fence tells when it has arrived.
type ring struct {
	r     *Renderer
	slots [ringSize]slot
	first int       // oldest slot on its way
	count int       // of the slots on their way
	last  time.Time // when the last picture was finished
}

type slot struct {
	buffer uint32
	size   int
	fence  uintptr
	frame  Frame
	start  time.Time
	ready  *image.RGBA // drawn in tiles, without the ring
	load   load
	drawn  int
	faded  fades
}

// begin draws a frame and starts its way back. There must be room.
func (g *ring) begin(f Frame) error {
	s := &g.slots[(g.first+g.count)%ringSize]
	s.frame, s.start, s.ready = f, time.Now(), nil
	s.load = g.r.load(&f, step{f.Quality, f.detail})
	side := g.r.state.maxTile * 2 / f.Quality.samples()
	if f.Width > side || f.Height > side {
		img, err := g.r.Render(f)
		if err != nil {
			return err
		}
		s.ready = img
		g.count++
		return nil
	}
	err := g.r.thread.Do(func() error {
		st := g.r.state
		st.begin()
		if err := st.drawTile(&s.frame, image.Rect(0, 0, f.Width, f.Height), false); err != nil {
			return err
		}
		if s.buffer == 0 {
			gl.GenBuffers(1, &s.buffer)
		}
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, s.buffer)
		if size := 4 * f.Width * f.Height; size != s.size {
			gl.BufferData(gl.PIXEL_PACK_BUFFER, size, nil, gl.STREAM_READ)
			s.size = size
		}
		gl.ReadPixels(0, 0, int32(f.Width), int32(f.Height), gl.RGBA, gl.UNSIGNED_BYTE, nil)
		gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
		s.fence = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
		gl.Flush()
		s.drawn, s.faded = st.drawn, st.faded
		return glError()
	})
	if err != nil {
		return err
	}
	g.count++
	return nil
}

// waitStep is the longest time that finish waits for the card. Then others may use the OpenGL thread,
// and newer frames are looked for.
const waitStep = 4 * time.Millisecond

// finish collects the oldest picture; nil if it is not there yet.
func (g *ring) finish(picture func(w, h int) *image.RGBA) (*image.RGBA, Drawn, error) {
	s := &g.slots[g.first]
	img := s.ready
	if img == nil {
		err := g.r.thread.Do(func() error {
			switch gl.ClientWaitSync(s.fence, gl.SYNC_FLUSH_COMMANDS_BIT, uint64(waitStep)) {
			case gl.TIMEOUT_EXPIRED:
				return nil
			case gl.WAIT_FAILED:
				return fmt.Errorf("the graphics driver failed while finishing a picture: %w", glctx.ErrLost)
			}
			gl.DeleteSync(s.fence)
			s.fence = 0
			gl.BindBuffer(gl.PIXEL_PACK_BUFFER, s.buffer)
			defer gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
			p := gl.MapBufferRange(gl.PIXEL_PACK_BUFFER, 0, s.size, gl.MAP_READ_BIT)
			if p == nil {
				return fmt.Errorf("the graphics driver does not hand out a finished picture: %w", glctx.ErrLost)
			}
			img = picture(s.frame.Width, s.frame.Height)
			copy(img.Pix, unsafe.Slice((*byte)(p), s.size))
			gl.UnmapBuffer(gl.PIXEL_PACK_BUFFER)
			return glError()
		})
		if err != nil {
			g.drop()
			return nil, Drawn{}, err
		}
		if img == nil {
			return nil, Drawn{}, nil
		}
		drawLabels(&s.frame, img, s.faded)
	}
	// A frame begun while others were under way waited for them first.
	now := time.Now()
	d := Drawn{Frame: s.frame, Took: min(now.Sub(s.start), now.Sub(g.last)), Triangles: s.drawn, load: s.load}
	g.last = now
	g.drop()
	return img, d, nil
}

func (g *ring) drop() {
	s := &g.slots[g.first]
	s.frame, s.ready = Frame{}, nil
	g.first = (g.first + 1) % ringSize
	g.count--
}

// close frees the buffers.
func (g *ring) close() {
	// After a lost or closed context there is nothing left to free.
	_ = g.r.thread.Do(func() error {
		for i := range g.slots {
			if g.slots[i].fence != 0 {
				gl.DeleteSync(g.slots[i].fence)
			}
			gl.DeleteBuffers(1, &g.slots[i].buffer)
		}
		return nil
	})
}
