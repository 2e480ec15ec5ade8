package export

import (
	"errors"
	"fmt"
	"image"

	"gwscope/render/capture"
	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// studio draws figures off screen, one after another. Arrays that they share stay on the
// graphics card.
type studio struct {
	thread   *glctx.Thread
	renderer *gldraw.Renderer
}

func openStudio() (*studio, error) {
	thread, err := glctx.Start(glctx.Options{})
	if err != nil {
		return nil, fmt.Errorf("no picture was drawn: %w", err)
	}
	r, err := gldraw.New(thread)
	if err != nil {
		thread.Close()
		return nil, fmt.Errorf("no picture was drawn: %w", err)
	}
	return &studio{thread, r}, nil
}

func (s *studio) draw(f *capture.Figure) (*image.RGBA, error) { return f.Render(s.renderer) }

// plate draws the shapes of a figure without its words.
func (s *studio) plate(f *capture.Figure) (*image.RGBA, error) { return f.Plate(s.renderer) }

func (s *studio) close() {
	s.renderer.Close()
	s.thread.Close()
}

func (j *shared) draw(f *capture.Figure) (*image.RGBA, error) { return j.in((*studio).draw, f) }

// plate draws the shapes of a figure without its words.
func (j *shared) plate(f *capture.Figure) (*image.RGBA, error) { return j.in((*studio).plate, f) }

// open opens the studio, unless it is open.
func (j *shared) open() error {
	if j.studio != nil {
		return nil
	}
	if j.studio = j.ahead.take(); j.studio != nil {
		return nil
	}
	s, err := openStudio()
	if err != nil {
		return err
	}
	j.studio = s
	return nil
}

// in draws in a studio, which is opened for the first figure and again after a reset of the
// graphics driver.
func (j *shared) in(draw func(*studio, *capture.Figure) (*image.RGBA, error), f *capture.Figure) (*image.RGBA, error) {
	for again := false; ; again = true {
		if err := j.open(); err != nil {
			return nil, err
		}
		img, err := draw(j.studio, f)
		if again || !errors.Is(err, glctx.ErrLost) {
			return img, err
		}
		j.close()
	}
}
