package export

import (
	"slices"
	"sync"

	"gwscope/internal/routine"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// Ahead is what pictures are drawn with, made ready while a match is still worked out: the
// graphics driver translates its programs with the first picture, by one processor.
// The zero value is never ready, nor is nil.
type Ahead struct {
	begin  sync.Once
	wg     routine.Group
	studio *studio
}

// NewAhead is what the kinds draw with; nil where none draws.
func NewAhead(kinds []Kind) *Ahead {
	if !slices.ContainsFunc(kinds, Kind.Draws) {
		return nil
	}
	return &Ahead{}
}

// Begin makes it ready on a goroutine of its own, once.
func (a *Ahead) Begin() {
	if a == nil {
		return
	}
	a.begin.Do(func() {
		a.wg.Go(func() {
			s, err := openStudio()
			if err != nil {
				return // whoever draws tells why
			}
			_, _ = s.draw(rehearsal())
			a.studio = s
		})
	})
}

// take waits for the studio, which is the caller's from now on; nil where there is none.
func (a *Ahead) take() *studio {
	if a == nil {
		return nil
	}
	a.wg.Wait()
	s := a.studio
	a.studio = nil
	return s
}

// Close closes what nobody has drawn with.
func (a *Ahead) Close() {
	if s := a.take(); s != nil {
		s.close()
	}
}

// rehearsal is a small figure of the kind of most: two surfaces with colours and a link.
func rehearsal() *capture.Figure {
	shape := capture.Shape{Scene: &scene.Scene{Surfaces: []scene.Surface{{
		Positions: []scene.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Triangles: [][3]int32{{0, 1, 2}},
		Colors:    make([]scene.RGBA, 3),
	}}}}
	return &capture.Figure{Width: 96, Height: 54, Quality: gldraw.Best, Shapes: []capture.Shape{shape, shape},
		Links: []gldraw.Link{{ToPane: 1, Color: scene.RGBA{A: 255}, Hidden: 0.25}}}
}
