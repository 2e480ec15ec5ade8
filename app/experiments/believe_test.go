package experiments

import (
	"math"
	"slices"
	"testing"
)

func TestConfidenceIsComparedWithTheTruth(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	sure, doubtful := NewRow(), NewRow()
	sure.believe([]float64{1, 0.9, 0.85, 0.1, 0.5}, []float64{0, 0.01, 0.5, 0.02, nan})
	doubtful.believe([]float64{0.05, 0.1}, []float64{0.3, 0.4})
	silent := NewRow()
	silent.believe([]float64{1}, []float64{nan})
	if want := []float64{0.25, 0, 0, 0, 0.75}; !slices.Equal(sure.Curves[curveConfident], want) {
		t.Errorf("levels %v, want %v", sure.Curves[curveConfident], want)
	}
	if want := []float64{0.25, 0, 0, 0, 0.5}; !slices.Equal(sure.Curves[curveBelieved], want) {
		t.Errorf("right %v, want %v", sure.Curves[curveBelieved], want)
	}
	got := believeTable([]string{"both", "none"}, [][]Row{{sure, doubtful, silent}, {silent}})
	want := []string{"both", "62 %, 20 % right", "–", "–", "–", "38 %, 67 % right"}
	if len(got.Rows) != 1 || !slices.Equal(got.Rows[0], want) || len(got.Head) != len(want) {
		t.Errorf("table %v under %v, want %v", got.Rows, got.Head, want)
	}
}
