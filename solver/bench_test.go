package solver

import (
	"context"
	"fmt"
	"testing"
)

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		for _, effort := range []Effort{Fast, Thorough} {
			b.Run(fmt.Sprintf("%s/n=%d", effort, n), func(b *testing.B) {
				p := embeddedPair(b, "horse/1", "horse/2r", n, 3)
				for b.Loop() {
					if _, err := Solve(context.Background(), Problem{p.x, p.y}, Settings{Effort: effort}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
