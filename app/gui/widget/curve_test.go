package widget

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2/test"
)

// A curve never rises: a chosen value above the least one has a mark, and words name both.
func TestCurveTellsTheChosenFromTheLeast(t *testing.T) {
	test.NewApp()
	c := NewCurve(func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) })
	for _, at := range []struct {
		values []float64
		want   string
	}{
		{[]float64{4, 3, 2}, "last 2"},
		{[]float64{4, 2, 3}, "result 3, least 2"},
		{[]float64{4, 2, 3, 2.5}, "result 2.5, least 2"},
		{[]float64{4, 2, 2.0001}, "last 2.0001"},
	} {
		var points []CurvePoint
		for k, v := range at.values {
			points = append(points, CurvePoint{float64(k), v})
		}
		if c.Set(points); c.value.Text != at.want {
			t.Errorf("%v reads %q, want %q", at.values, c.value.Text, at.want)
		}
		c.prepare()(120, 80, 1)
	}
}
