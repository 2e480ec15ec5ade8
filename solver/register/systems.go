package register

import (
	"slices"

	"gwscope/solver/internal/sparse"
)

// system is a factored system of sheet.pull.
type system struct {
	lambda float64
	weight []float64
	factor *sparse.Cholesky // nil: none yet
}

func (s *system) is(lambda float64, weight []float64) bool {
	return s.factor != nil && s.lambda == lambda && slices.Equal(s.weight, weight)
}

// systems are factors that sheets with the same rest shape share. nil keeps none.
type systems struct{ all []system }

// find is the factor of a system, nil where none is kept.
func (s *systems) find(lambda float64, weight []float64) *sparse.Cholesky {
	if s == nil {
		return nil
	}
	for k := range s.all {
		if s.all[k].is(lambda, weight) {
			return s.all[k].factor
		}
	}
	return nil
}

func (s *systems) keep(one system) {
	if s != nil {
		s.all = append(s.all, one)
	}
}
