package experiments

import (
	"slices"
	"testing"
)

func TestTheSurfaceTableCountsWhatItSays(t *testing.T) {
	t.Parallel()
	row := func(numbers map[string]float64) Row {
		r := NewRow()
		for k, v := range numbers {
			r.Put(k, v)
		}
		return r
	}
	good := row(map[string]float64{"folded": 0.001, "collapsed": 0.001, "far99": 0.004, "reversed_map": 0.08, "reversed": 0.01, "dense_direct_map": 0.04, "dense_direct": 0.03, "register_s": 1})
	open := row(map[string]float64{"folded": 0, "collapsed": 0, "far99": 0.002, "register_s": 3})
	failed := row(map[string]float64{"folded": 1, "collapsed": 1, "register_s": 9})
	failed.Failed = "no memory"
	alone := row(map[string]float64{"dense_direct": 0.04})
	got := surfaceTable([]string{"some", "none"}, [][]Row{{good, open, failed, alone}, {alone}})
	want := []string{"some", "2", "0.10, 0.10, 0.20", "0.0030, 0.0030, 0.0040", "8.0, 8.0, 8.0", "1.0, 1.0, 1.0", "0.0400, 0.0400, 0.0400", "0.0300, 0.0300, 0.0300",
		"-25, -25, -25 %", "2.00, at most 3.00"}
	if len(got.Rows) != 1 || !slices.Equal(got.Rows[0], want) || len(got.Head) != len(want) {
		t.Errorf("table %q under %q, want %q", got.Rows, got.Head, want)
	}
}
