package amortized

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Survey collects the shapes that Statistics are made of.
type Survey struct {
	learned, held, foreign []sighting
}

type sighting struct {
	signature []float64
	kind      string
}

// Learned adds a shape of the training split, and Held one of a split that the training
// never sees; kind is its category.
func (s *Survey) Learned(c Config, t *Tokens, kind string) {
	s.learned = append(s.learned, sighting{signature(c, t), kind})
}

// Held adds a shape that the model has not learned from.
func (s *Survey) Held(c Config, t *Tokens, kind string) {
	s.held = append(s.held, sighting{signature(c, t), kind})
}

// Foreign adds a shape that the model is not meant for.
func (s *Survey) Foreign(c Config, t *Tokens) {
	s.foreign = append(s.foreign, sighting{signature(c, t), foreign})
}

// foreign is the kind of shapes that the model is not meant for.
const foreign = ""

const (
	// signatureAxes hold nearly all of what distinguishes kinds.
	signatureAxes = 32
	// noveltyQuantile: one in a hundred familiar shapes may be called unfamiliar.
	noveltyQuantile = 0.99
	// kindQuantile of a kind's held-out shapes lie within its radius; the few dozens
	// that there are of each tell no higher one.
	kindQuantile = 0.95
	// fewestOfKind is the number of shapes in each split that tell anything of a kind.
	fewestOfKind = 6
)

// Statistics of all shapes added: two dozen of each kind in both splits are enough. The
// same shapes in the same order give the same bits.
func (s *Survey) Statistics() (*Statistics, error) {
	kinds, err := s.kinds()
	if err != nil {
		return nil, err
	}
	size := len(s.learned[0].signature)
	st := &Statistics{Quantile: noveltyQuantile, size: size, nAxes: min(signatureAxes, size), nKinds: len(kinds)}
	st.mean, st.scale = make([]float32, size), make([]float32, size)
	column := make([]float64, len(s.learned))
	for c := range size {
		for r, l := range s.learned {
			column[r] = l.signature[c]
		}
		mean, deviation := stat.MeanStdDev(column, nil)
		st.mean[c], st.scale[c] = float32(mean), float32(1/max(deviation, leastDeviation))
	}
	if err := s.axes(st, kinds); err != nil {
		return nil, err
	}
	for _, l := range slices.Concat(s.learned, s.foreign) {
		for _, v := range st.whiten(l.signature) {
			st.known = append(st.known, float32(v))
		}
		st.kindOf = append(st.kindOf, float32(slices.Index(kinds, l.kind))) // -1: foreign
	}
	st.nKnown = len(st.kindOf)
	st.radius = make([]float32, len(kinds))
	for k, kind := range kinds {
		var from []float64
		for _, h := range s.held {
			if h.kind == kind {
				nearest, _ := st.nearest(h.signature)
				from = append(from, nearest[k])
			}
		}
		st.radius[k] = float32(max(quantile(from, kindQuantile), leastDeviation))
	}
	var shapes, pairs []float64
	for i, h := range s.held {
		shapes = append(shapes, st.excess(h.signature))
		for _, g := range s.held[:i] {
			if g.kind == h.kind {
				pairs = append(pairs, st.between(g.signature, h.signature))
			}
		}
	}
	st.Shape, st.Pair = quantile(shapes, noveltyQuantile), quantile(pairs, noveltyQuantile)
	return st, nil
}

// leastDeviation keeps what hardly varies among the known shapes from counting without
// measure among others.
const leastDeviation = 1e-3

// kinds are the kinds of the shapes learned from, in the order of their appearance.
func (s *Survey) kinds() ([]string, error) {
	var kinds []string
	learned, held := map[string]int{}, map[string]int{}
	for _, l := range s.learned {
		if learned[l.kind]++; learned[l.kind] == 1 {
			kinds = append(kinds, l.kind)
		}
	}
	for _, h := range s.held {
		held[h.kind]++
	}
	if len(kinds) == 0 {
		return nil, errors.New("statistics of no shapes say nothing")
	}
	for _, k := range kinds {
		if learned[k] < fewestOfKind || held[k] < fewestOfKind {
			return nil, fmt.Errorf("%d learned and %d held-out shapes of kind %q are too few for statistics: at least %d each", learned[k], held[k], k, fewestOfKind)
		}
	}
	return kinds, nil
}

// axes are the directions along which shapes of one kind vary most, divided by their deviation:
// the covariance within kinds is whitened (Lee et al. 2018).
func (s *Survey) axes(st *Statistics, kinds []string) error {
	within := mat.NewSymDense(st.size, nil)
	for _, kind := range kinds {
		var rows []float64
		for _, l := range s.learned {
			if l.kind == kind {
				rows = append(rows, st.standard(l.signature)...)
			}
		}
		var cov mat.SymDense
		stat.CovarianceMatrix(&cov, mat.NewDense(len(rows)/st.size, st.size, rows), nil)
		cov.ScaleSym(1/float64(len(kinds)), &cov)
		within.AddSym(within, &cov)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(within, true) {
		return errors.New("the statistics of the shapes have no principal axes: are their tokens finite?")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil) // ascending
	for a := range st.nAxes {
		from := st.size - 1 - a
		for c := range st.size {
			st.axes = append(st.axes, float32(vectors.At(c, from)/math.Sqrt(max(values[from], 1e-6))))
		}
	}
	return nil
}

func quantile(values []float64, q float64) float64 {
	slices.Sort(values)
	return stat.Quantile(q, stat.LinInterp, values, nil)
}
