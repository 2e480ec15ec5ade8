package solver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gwscope/assets"
	"gwscope/solver/amortized"
	"gwscope/solver/internal/order"
	"gwscope/solver/metric"
	processor "gwscope/solver/nn/cpu"
	"gwscope/solver/slicer/neural"
)

// Amortized is the amortised matcher: a transformer, trained on many pairs, that reads
// both shapes once and gives numbers whose sort is the plan (package amortized). With
// NoPolish the plan is that instant one, otherwise it is the start of a polish.
const Amortized Method = "amortized"

// ErrNoMatcher is what a program without weights says.
var ErrNoMatcher = errors.New("this program carries no trained matcher: train one with gwscope train and name its file with --model")

// embeddedMatcher are the weights that the program carries, and PaperMatcher those of the paper's network.
var (
	embeddedMatcher = sync.OnceValues(func() (*amortized.Weights, error) { return readMatcher(assets.Matcher()) })
	PaperMatcher    = sync.OnceValues(func() (*amortized.Weights, error) { return readMatcher(assets.PaperMatcher()) })
)

func readMatcher(data []byte) (*amortized.Weights, error) {
	if data == nil {
		return nil, ErrNoMatcher
	}
	return amortized.Read(bytes.NewReader(data))
}

// HasMatcher reports whether the program carries weights for the method Amortized.
func HasMatcher() bool {
	_, err := embeddedMatcher()
	return err == nil
}

// instant is the method. The shapes' samples are the points of its clouds, as they lie in
// space: the network has learned from distances through the air.
func (s *solve) instant(ctx context.Context) (*candidates, error) {
	weights := s.Matcher
	if weights == nil {
		var err error
		if weights, err = embeddedMatcher(); err != nil {
			return nil, err
		}
	}
	s.report.stage("matching at a glance", 0)
	begin := time.Now()
	x, y, err := tokensOf(weights.Config, samplesOf(s.X, s.X.Len()), samplesOf(s.Y, s.Y.Len()), s.threads)
	if err != nil {
		return nil, err
	}
	// Not cut short: a solve that is cancelled hands this plan back.
	match, remarks, err := s.runMatcher(weights, x, y)
	if err != nil {
		return nil, err
	}
	// Left and right have much the same loss on most objects; the judge knows them apart by orientation.
	var finals []final
	for _, m := range match.Sides() {
		f := finalOf(neural.Outcome{PushX: m.PushX, PushY: m.PushY, Plan: m.Plan, GW2: s.full.Loss(m.Plan)})
		s.report.plan(f.plan, f.gw2)
		finals = append(finals, f)
	}
	s.times.Slicing += time.Since(begin)

	return &candidates{finals: finals, goal: s.full, tell: func(r *Result) {
		for k := range r.Alternatives {
			// Snapping would bend the match towards an isometry, and objects of one kind are none.
			a := &r.Alternatives[k]
			a.SnappedXToY = order.Take(s.Y.Samples, targetsOf(s.Y.Distances, a.Plan))
			a.SnappedYToX = order.Take(s.X.Samples, targetsOf(s.X.Distances, a.Plan.Transpose()))
		}
		r.Unfamiliar = weights.Unfamiliar(x, y)
		for _, sentence := range []string{r.Unfamiliar, weights.Numbers(x, y)} {
			if sentence != "" {
				remarks = append(remarks, sentence)
			}
		}
		r.Notes = append(remarks, r.Notes...)
	}}, nil
}

// tokensOf are what the matcher sees of two clouds.
func tokensOf(c amortized.Config, x, y amortized.Cloud, threads int) (tx, ty *amortized.Tokens, err error) {
	if tx, err = c.Tokens(x, threads); err != nil {
		return nil, nil, fmt.Errorf("shape A: %w", err)
	}
	if ty, err = c.Tokens(y, threads); err != nil {
		return nil, nil, fmt.Errorf("shape B: %w", err)
	}
	return tx, ty, nil
}

// samplesOf are the first count samples as a cloud. All samples have the space's masses, fewer have equal ones.
func samplesOf(space *metric.Space, count int) amortized.Cloud {
	first := space.Samples[:count]
	out := amortized.Cloud{Points: order.Take(space.Domain.Points, first)}
	if count == space.Len() {
		out.Mass = space.Weights
	}
	if normals := space.Domain.Normals; normals != nil {
		out.Normals = order.Take(normals, first)
	}
	return out
}

// runMatcher runs the network: on the graphics card where Settings.Backend asks for it, else
// on the processor, for to open a card takes longer than to do without.
func (s *solve) runMatcher(w *amortized.Weights, x, y *amortized.Tokens) (match *amortized.Match, remarks []string, err error) {
	if s.Backend == GPUBackend {
		backend, name, err := s.networkDevice()
		if err != nil {
			return nil, nil, err
		}
		match, err = amortized.NewModel(w, backend).Match(x, y)
		lost := backend.Err()
		backend.Close()
		if lost == nil {
			s.networks = name
			return match, nil, err
		}
		remarks = append(remarks, fmt.Sprintf("The CPU took over: %v.", lost))
	}
	backend := processor.New[float32](s.threads)
	defer backend.Close()
	match, err = amortized.NewModel(w, backend).Match(x, y)
	return match, remarks, err
}
