package morphometrics

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func between(points []r3.Vec) [][]float64 {
	out := make([][]float64, len(points))
	for i := range points {
		for j := range points {
			out[i] = append(out[i], r3.Norm(r3.Sub(points[i], points[j])))
		}
	}
	return out
}

// Places with given distances are found again up to a motion.
func TestScalingFindsPlacesAgain(t *testing.T) {
	t.Parallel()
	points := population(1, 9, 8)[0]
	d := between(points)
	s, err := Scaling(d, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Values) != 3 {
		t.Fatalf("%d axes of points in space: %v", len(s.Values), s.Values)
	}
	for i := range points {
		for j := range points {
			var sum float64
			for k := range 3 {
				sum += (s.Places[i][k] - s.Places[j][k]) * (s.Places[i][k] - s.Places[j][k])
			}
			if math.Abs(math.Sqrt(sum)-d[i][j]) > 1e-10 {
				t.Fatalf("distance of %d and %d: %g, not %g", i, j, math.Sqrt(sum), d[i][j])
			}
		}
	}
	if sum := s.Share[0] + s.Share[1] + s.Share[2]; math.Abs(sum-1) > 1e-12 {
		t.Errorf("shares add up to %g", sum)
	}
}

func TestScalingOfOnePlaceHasNoAxes(t *testing.T) {
	t.Parallel()
	s, err := Scaling([][]float64{{0, 0}, {0, 0}}, 2)
	if err != nil || len(s.Values) != 0 || len(s.Places) != 2 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestMatricesThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for want, d := range map[string][][]float64{
		"row 1":         {{0, 1}, {1}},
		"one way":       {{0, 1}, {2, 0}},
		"0 or more":     {{0, -1}, {-1, 0}},
		"at least two":  {{0}},
		"0 and 0 is Na": {{math.NaN(), 1}, {1, 0}},
	} {
		if _, err := Scaling(d, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := Dendrogram(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("dendrogram, %s: %v", want, err)
		}
	}
}

// By hand: 0 and 1 at distance 1, 2 and 3 at distance 2, the pairs at 6 in the mean.
func TestDendrogramJoinsByMeanDistance(t *testing.T) {
	t.Parallel()
	d := [][]float64{
		{0, 1, 5, 6},
		{1, 0, 6, 7},
		{5, 6, 0, 2},
		{6, 7, 2, 0},
	}
	joins, err := Dendrogram(d)
	if err != nil {
		t.Fatal(err)
	}
	want := []Join{{0, 1, 1, 2}, {2, 3, 2, 2}, {4, 5, 6, 4}}
	if !slices.Equal(joins, want) {
		t.Errorf("%v, not %v", joins, want)
	}
	if got := Leaves(joins); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("leaves %v", got)
	}
	if got, want := Newick(joins, []string{"a", "b's", "c", "d"}), "(('a':0.5,'b''s':0.5):2.5,('c':1,'d':1):2);"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
