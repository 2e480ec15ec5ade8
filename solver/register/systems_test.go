package register

import (
	"testing"

	"gwscope/solver/internal/sparse"
)

func TestSystemsAreFoundByStiffnessAndWeights(t *testing.T) {
	t.Parallel()
	s := &systems{}
	stiff, soft := &sparse.Cholesky{}, &sparse.Cholesky{}
	s.keep(system{1000, []float64{1, 1, 1}, stiff})
	s.keep(system{30, []float64{1, 1, 1}, soft})
	if s.find(1000, []float64{1, 1, 1}) != stiff || s.find(30, []float64{1, 1, 1}) != soft {
		t.Error("a system that is kept is not found")
	}
	if s.find(300, []float64{1, 1, 1}) != nil || s.find(30, []float64{1, 1, 0.01}) != nil {
		t.Error("the factor of another system is taken")
	}
	var none *systems
	none.keep(system{1, nil, stiff})
	if none.find(1, nil) != nil {
		t.Error("what keeps nothing has something")
	}
}
