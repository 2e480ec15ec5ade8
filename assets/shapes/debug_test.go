package shapes

import (
	"fmt"
	"os"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func openEdges(s soup) (int, r3.Vec) {
	type e struct{ a, b int32 }
	m := map[e]int{}
	for _, f := range s.tri {
		for c := range 3 {
			m[e{f[c], f[(c+1)%3]}]++
		}
	}
	n := 0
	var at r3.Vec
	for k := range m {
		if m[e{k.b, k.a}] != 1 || m[k] != 1 {
			n++
			at = s.pos[k.a]
		}
	}
	return n, at
}

func TestDebug(t *testing.T) {
	if os.Getenv("SHAPES_PICTURES") == "" {
		t.Skip()
	}
	for name, c := range map[string]cones{"horse": horseCones(), "cat": catCones(), "elephant": elephantCones()} {
		b := quadruped.build(c)
		lo, hi := b.bounds()
		s := polygonize(b.field, lo, hi, 0.014)
		n, at := openEdges(s)
		fmt.Println(name, len(s.pos), len(s.tri)/2-len(s.pos), n, at)
		n, at = openEdges(s)
		fmt.Println(name, at)
		center := at
		d, _ := b.field.eval(center)
		fmt.Println(d)
	}
}
