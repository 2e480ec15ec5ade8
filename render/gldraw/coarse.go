//go:build cgo

package gldraw

import (
	"maps"
	"sync"

	"gwscope/internal/routine"
	"gwscope/render/scene"
	"gwscope/render/simplify"
)

// trianglesAt is about how many triangles a surface keeps at each level; 0: all. A pane of a
// thousand pixels' side shows triangles of the medium level about eight pixels wide.
var trianglesAt = [details]int{0, 20000, 6000}

// elementsAt is the most points of a cloud, or segments of lines, at each level.
var elementsAt = [details]int{0, 60000, 20000}

// worthwhile is the largest share of the finer level's triangles that a level may have: with more, a
// switch would be seen and save little.
const worthwhile = 0.7

// coarse keeps the simplified triangles of recent surfaces. They are made in a
// goroutine, so that neither the OpenGL thread nor a window ever waits for them;
// until they are there the whole surface stands in.
type coarse struct {
	mu      sync.Mutex
	entries map[coarseKey]*coarseEntry
	use     uint64
	last    uint64 // of use, before the last frame
	busy    bool   // a goroutine is at work
	closed  bool
	idle    sync.Cond // of mu: busy has become false
	broken  *routine.Panic
	// simplify is the function simplified, except in tests.
	simplify func(*scene.Surface) [details][][3]int32
}

// coarseKey knows a surface by its triangles: when vertices move, as in a morph, the same choice of
// triangles stays in use.
type coarseKey struct {
	triangles sliceID
	vertices  int
}

type coarseEntry struct {
	surface scene.Surface // positions and triangles to simplify
	levels  [details][][3]int32
	ready   bool
	used    uint64
}

// keepCoarse bounds the surfaces remembered: twice the panes of the largest race.
const keepCoarse = 16

func newCoarse() *coarse {
	c := &coarse{entries: map[coarseKey]*coarseEntry{}, simplify: simplified}
	c.idle.L = &c.mu
	return c
}

func coarseKeyOf(s *scene.Surface) coarseKey {
	return coarseKey{idOf(s.Triangles), len(s.Positions)}
}

// prepare begins to simplify the large surfaces of a frame that are not known yet.
func (c *coarse) prepare(f *Frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.last = c.use
	for i := range f.Panes {
		sc := f.Panes[i].Scene
		if sc == nil {
			continue
		}
		for j := range sc.Surfaces {
			s := &sc.Surfaces[j]
			if float64(len(s.Triangles))*worthwhile < float64(trianglesAt[low]) {
				continue
			}
			k := coarseKeyOf(s)
			e := c.entries[k]
			if e == nil {
				e = &coarseEntry{surface: scene.Surface{Positions: s.Positions, Triangles: s.Triangles}}
				c.entries[k] = e
			}
			c.use++
			e.used = c.use
		}
	}
	c.forget()
	if !c.busy && c.next() != nil {
		c.busy = true
		routine.Go(c.work, c.fail)
	}
}

// forgetPast drops the surfaces that the last frame did not draw.
func (c *coarse) forgetPast() {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.entries, func(_ coarseKey, e *coarseEntry) bool { return e.used <= c.last })
}

// forget drops the surfaces that have not been drawn for the longest time.
func (c *coarse) forget() {
	for len(c.entries) > keepCoarse {
		var oldest coarseKey
		least := c.use + 1
		for k, e := range c.entries {
			if e.used < least {
				oldest, least = k, e.used
			}
		}
		delete(c.entries, oldest)
	}
}

// next is the surface to simplify next: of those that wait, the surface drawn last; nil for none.
func (c *coarse) next() (next *coarseEntry) {
	for _, e := range c.entries {
		if !e.ready && (next == nil || e.used > next.used) {
			next = e
		}
	}
	return next
}

func (c *coarse) work() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.next(); e != nil && !c.closed; e = c.next() {
		// If simplifying panics, the whole surface stays in use at all levels.
		levels := [details][][3]int32{e.surface.Triangles, e.surface.Triangles, e.surface.Triangles}
		c.mu.Unlock()
		p := routine.Try(func() { levels = c.simplify(&e.surface) })
		c.mu.Lock()
		if p != nil {
			c.broken = p
		}
		e.levels, e.ready = levels, true
		e.surface = scene.Surface{} // lets go of the positions, of which a morph makes many
	}
	c.busy = false
	c.idle.Broadcast()
}

// fail is for a panic outside of simplifying.
func (c *coarse) fail(p *routine.Panic) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken, c.busy = p, false
	c.idle.Broadcast()
}

// trouble is the panic that has ended the work on a surface since the last call, nil for none.
func (c *coarse) trouble() (p *routine.Panic) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, c.broken = c.broken, nil
	return p
}

// simplified makes all levels of a surface.
func simplified(s *scene.Surface) (levels [details][][3]int32) {
	levels[whole] = s.Triangles
	for l := whole + 1; l < details; l++ {
		levels[l] = levels[l-1]
		enough := worthwhile * float64(len(levels[l-1]))
		if float64(trianglesAt[l]) > enough {
			continue
		}
		if out := simplify.Cluster(s.Positions, s.Triangles, trianglesAt[l]); out != nil && float64(len(out)) < enough {
			levels[l] = out
		}
	}
	return levels
}

// triangles of a surface at a level; all of them while it is not ready.
func (c *coarse) triangles(s *scene.Surface, d detail) [][3]int32 {
	if d == whole {
		return s.Triangles
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[coarseKeyOf(s)]; e != nil && e.ready {
		return e.levels[d]
	}
	return s.Triangles
}

// count is how many triangles and points of a scene are drawn at a level, and how many
// of translucent surfaces.
func (c *coarse) count(sc *scene.Scene, d detail) (solid, veiled int) {
	for i := range sc.Surfaces {
		s := &sc.Surfaces[i]
		n := len(c.triangles(s, d))
		if opaque(s) {
			solid += n
		} else {
			veiled += n
		}
	}
	for i := range sc.Clouds {
		n := len(sc.Clouds[i].Positions)
		solid += n / stride(n, elementsAt[d])
	}
	return solid, veiled
}

// stride is the step that thins n things to at most most of them (0: all): the first of each step is
// kept.
func stride(n, most int) int {
	if most > 0 && n > most {
		return (n + most - 1) / most
	}
	return 1
}

// wait returns when all that was asked for is simplified.
func (c *coarse) wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.busy {
		c.idle.Wait()
	}
}

// close stops the work that is going on and waits for it.
func (c *coarse) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.mu.Unlock()
	c.wait()
	c.mu.Lock()
	c.entries = map[coarseKey]*coarseEntry{}
}
