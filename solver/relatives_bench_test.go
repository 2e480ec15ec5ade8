//go:build bench

package solver

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestRelativesTable prints the errors of every pose of one species against every pose of
// another: as they are, with a leg cut off, with an extremity hidden or doubled, and
// against the mirror image.
//
//	go test -tags bench -run TestRelativesTable -v -timeout 3h ./solver
//
// GWSCOPE_SAMPLES (default 500), GWSCOPE_STEP (take each so many-th pair, default 1) and
// GWSCOPE_PAIRS (part of a row's name) change what is run. Of all, nineteen of twenty have to be
// right as they are.
func TestRelativesTable(t *testing.T) {
	samples, step := number("GWSCOPE_SAMPLES", 500), max(1, number("GWSCOPE_STEP", 1))
	poses := map[string]int{"horse": 6, "cat": 6, "elephant": 5}
	variants := []struct {
		name string
		make func(kin) kin
	}{
		{"as they are", func(k kin) kin { return k }},
		{"leg cut off", func(k kin) kin { k.changeA = cut(foreleg); return k }},
		{"tip hidden", func(k kin) kin { k.tips = withoutTip(2); return k }},
		{"tip doubled", func(k kin) kin { k.tips = withTwin(2); return k }},
		{"mirrored", func(k kin) kin {
			k.b, k.changeB, k.mirror = strings.TrimSuffix(k.b, "r"), mirrorImage, true
			return k
		}},
	}
	fmt.Printf("%-24s %-12s %7s %7s %7s %7s\n", "pair", "variant", "error", "other", "sense", "margin")
	count, right, sum := map[string]int{}, map[string]int{}, map[string]float64{}
	n := 0
	for _, kinds := range [][2]string{{"horse", "elephant"}, {"cat", "horse"}, {"cat", "elephant"}} {
		for i := range poses[kinds[0]] {
			for j := range poses[kinds[1]] {
				if n++; (n-1)%step != 0 {
					continue
				}
				for _, v := range variants {
					k := v.make(kin{a: fmt.Sprintf("%s/%d", kinds[0], i+1), b: fmt.Sprintf("%s/%dr", kinds[1], j+1)})
					name := k.a + " " + k.b + " " + v.name
					if !strings.Contains(name, os.Getenv("GWSCOPE_PAIRS")) {
						continue
					}
					meant, other, r := k.solved(t, samples, 7, Settings{Method: Anchored})
					fmt.Printf("%-24s %-12s %7.3f %7.3f %7.2f %7.2f\n", k.a+" "+k.b, v.name, meant, other, r.Alternatives[0].Orientation, r.Margin)
					count[v.name]++
					sum[v.name] += meant
					if meant <= wrongFrom && meant < other {
						right[v.name]++
					}
				}
			}
		}
	}
	for _, v := range variants {
		if count[v.name] > 0 {
			fmt.Printf("%-12s %d of %d right, mean error %.4f\n", v.name, right[v.name], count[v.name], sum[v.name]/float64(count[v.name]))
		}
	}
	if all := variants[0].name; step == 1 && 20*right[all] < 19*count[all] {
		t.Errorf("%d of %d are right as they are", right[all], count[all])
	}
}
