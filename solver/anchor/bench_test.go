package anchor

import (
	"context"
	"testing"
)

// The six tips of each have 720 pairings; those of an elephant, with its ears, more.
func BenchmarkSolve(b *testing.B) {
	for _, bb := range []struct{ name, a, b string }{{"6 tips and 6", "cat/2", "horse/3r"}, {"6 tips and 7", "cat/2", "elephant/3r"}} {
		b.Run(bb.name, func(b *testing.B) {
			p := newPair(b, bb.a, bb.b, 500, 500, nil)
			for b.Loop() {
				if _, err := Solve(context.Background(), p.x, p.y, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
