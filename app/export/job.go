package export

import (
	"context"
	"image/color"
	"sync"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// job is one export of a match, as settings say.
type job struct {
	*shared
	s Settings
}

// with is the job with other settings, but the same way of the morph.
func (j *job) with(s Settings) *job { return &job{j.shared, s} }

// shared are the values that the files of an export share. Each is made once, when the first file
// needs it. Several goroutines may use it, but only one may draw.
type shared struct {
	m     *pipeline.Match
	way   present.Way
	stage func() *present.Stage
	aToB  func() *pipeline.VertexMap
	bToA  func() *pipeline.VertexMap
	// colors are the colours carried from A, at the vertices of both files.
	colors func() [2][]color.NRGBA

	mu     sync.Mutex
	moving *present.Motion
	studio *studio // of the goroutine that draws
	ahead  *Ahead
}

func newJob(m *pipeline.Match, s Settings) *job {
	j := &job{s: s, shared: &shared{m: m, way: s.View.Way,
		stage: sync.OnceValue(func() *present.Stage { return present.NewStage(m) }),
		aToB:  sync.OnceValue(m.FromA().VertexMap), bToA: sync.OnceValue(m.FromB().VertexMap),
		colors: sync.OnceValue(func() [2][]color.NRGBA {
			a, b := present.CarriedColors(m)
			return [2][]color.NRGBA{a, b}
		})}}
	if s.View.Motion.Of(m) && s.View.Motion.Way == s.View.Way { // a window has prepared it
		j.moving = s.View.Motion
	}
	j.s.View.Motion = nil
	return j
}

// motion is the match's way from A to B.
func (j *shared) motion(ctx context.Context) (*present.Motion, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.moving == nil {
		m, _, err := present.NewMotion(ctx, j.m, j.way)
		if err != nil {
			return nil, err
		}
		j.moving = m
	}
	return j.moving, nil
}

// close ends drawing.
func (j *shared) close() {
	if j.studio != nil {
		j.studio.close()
		j.studio = nil
	}
}
