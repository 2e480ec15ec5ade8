package export

import (
	"slices"
	"sync"

	"gwscope/internal/routine"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// Ahead makes drawing ready while a match is still being solved: the graphics driver translates
// its programs with the first picture, on one processor. Without Begin, as with nil, nothing is
// ready.
type Ahead struct {
	begin  sync.Once
	wg     routine.Group
	studio *studio
}

// NewAhead is for an export of these kinds; nil where none of them draws.
func NewAhead(kinds []Kind) *Ahead {
	if !slices.ContainsFunc(kinds, Kind.Draws) {
		return nil
	}
	return &Ahead{}
}

// Begin starts on a goroutine of its own, once.
func (a *Ahead) Begin() {
	if a == nil {
		return
	}
	a.begin.Do(func() {
		a.wg.Go(func() {
			s, err := openStudio()
			if err != nil {
				return // drawing will fail again, and say why
			}
			_, _ = s.draw(rehearsal())
			a.studio = s
		})
	})
}

// take waits for the studio and hands it over; nil where there is none.
func (a *Ahead) take() *studio {
	if a == nil {
		return nil
	}
	a.wg.Wait()
	s := a.studio
	a.studio = nil
	return s
}

// Close closes the studio, unless it was taken.
func (a *Ahead) Close() {
	if s := a.take(); s != nil {
		s.close()
	}
}

// rehearsal is a small figure with the parts of most figures: two surfaces with colours, and a link.
func rehearsal() *capture.Figure {
	shape := capture.Shape{Scene: &scene.Scene{Surfaces: []scene.Surface{{
		Positions: []scene.Vec{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Triangles: [][3]int32{{0, 1, 2}},
		Colors:    make([]scene.RGBA, 3),
	}}}}
	return &capture.Figure{Width: 96, Height: 54, Quality: gldraw.Best, Shapes: []capture.Shape{shape, shape},
		Links: []gldraw.Link{{ToPane: 1, Color: scene.RGBA{A: 255}, Hidden: 0.25}}}
}
