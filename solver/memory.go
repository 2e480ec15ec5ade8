package solver

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"gwscope/solver/anchor"
	"gwscope/solver/gw"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

// Memory keeps the work that solves of one pair of spaces have in common, so that solving again
// after a pin or an extremity has moved takes a fraction of the time: the findings of the hierarchical
// slicer, which no pin changes, and the facts of package anchor and package judge about
// the shapes. It changes no bit of any result. It belongs to one [Problem]; use another
// for other spaces. It is safe for several goroutines; the zero value is empty.
type Memory struct {
	anchor anchor.Memory

	mu             sync.Mutex
	shapeX, shapeY *judge.Shape
	levels         map[int][2]*judge.Level
	full, relative *gw.Problem      // with distances as they are, and over their means
	clouds         *[2]slicer.Cloud // see slicerCloud
	slicer         map[string]searched
	dissimilarity  map[*gw.Plan]float64
}

// searched are the findings of the hierarchical slicer.
type searched struct {
	finals         []final
	cloudX, cloudY slicer.Cloud
	multipliedOn   string
}

func (m *Memory) distances(ctx context.Context, space *metric.Space, points []int32, threads int) ([][]float32, error) {
	rows, unit, err := m.anchor.Distances(ctx, space, points, threads)
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(rows))
	for k, row := range rows {
		out[k] = make([]float32, len(row))
		for p, d := range row {
			out[k][p] = float32(float64(d) * unit)
		}
	}
	return out, nil
}

// problem is the problem of a solve without features.
func (m *Memory) problem(p Problem) (*gw.Problem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	if m.full == nil {
		m.full, err = gw.NewProblem(p.X.Distances, p.Y.Distances, p.X.Weights, p.Y.Weights)
	}
	return m.full, err
}

// problemOverMeans is the problem of dissimilarity, with the first samples.
func (m *Memory) problemOverMeans(x, y *metric.Space) (*gw.Problem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var err error
	if m.relative == nil {
		m.relative, err = gw.NewProblem(overMean(x), overMean(y), x.Weights, y.Weights)
	}
	return m.relative, err
}

// slicerClouds are the clouds of both spaces.
func (m *Memory) slicerClouds(x, y *metric.Space) (cloudX, cloudY slicer.Cloud) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clouds == nil {
		m.clouds = &[2]slicer.Cloud{slicerCloud(x), slicerCloud(y)}
	}
	return m.clouds[0], m.clouds[1]
}

// recallJury begins with all that is known about the spaces.
func (m *Memory) recallJury(p Problem, flip FlipRule, threads int) *jury {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := &jury{x: p.X, y: p.Y, flip: flip, threads: threads, shapeX: m.shapeX, shapeY: m.shapeY, judged: maps.Clone(m.levels)}
	if j.judged == nil {
		j.judged = map[int][2]*judge.Level{}
	}
	return j
}

// keepJury remembers what a jury has prepared.
func (m *Memory) keepJury(j *jury) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shapeX, m.shapeY, m.levels = j.shapeX, j.shapeY, maps.Clone(j.judged)
}

// slicerKey has all that the hierarchical slicer's search depends on.
func (s *solve) slicerKey() string {
	key := fmt.Sprint(s.Effort, s.NoPolish, s.Flip, s.Seed, " ", s.Backend)
	if s.features != nil {
		key += fmt.Sprint(" ", s.Alpha, s.Features, s.TipsX, s.TipsY, s.Pins)
	}
	return key
}

// remembered is the hierarchical slicer's search, from memory where it was done before.
func (s *solve) remembered(ctx context.Context) ([]final, error) {
	key := s.slicerKey()
	s.memory.mu.Lock()
	known, ok := s.memory.slicer[key]
	s.memory.mu.Unlock()
	if ok {
		s.cloudX, s.cloudY, s.recalled = known.cloudX, known.cloudY, known.multipliedOn
		s.report.plan(known.finals[0].plan, known.finals[0].gw2)
		return append([]final(nil), known.finals...), nil
	}
	finals, err := s.finals(ctx)
	if err == nil && ctx.Err() == nil && len(finals) > 0 {
		s.memory.mu.Lock()
		defer s.memory.mu.Unlock()
		if s.memory.slicer == nil || len(s.memory.slicer) >= mostRemembered {
			s.memory.slicer = map[string]searched{}
		}
		s.memory.slicer[key] = searched{finals: append([]final(nil), finals...), cloudX: s.cloudX, cloudY: s.cloudY, multipliedOn: s.multipliedOn()}
	}
	return finals, err
}

// mostRemembered bounds the solves that a memory keeps: dragging a pin makes one for each place.
const mostRemembered = 64
