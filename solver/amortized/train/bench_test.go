package train

import (
	"fmt"
	"testing"

	"gwscope/solver/amortized"
)

// BenchmarkStep is forward, loss and backward of one pair.
func BenchmarkStep(b *testing.B) {
	for _, width := range []int{64, 128} {
		for _, n := range []int{64, 128, 256} {
			b.Run(fmt.Sprintf("d=%d/n=%d", width, n), func(b *testing.B) {
				c := amortized.Default()
				c.Width, c.Hidden = width, width
				w, err := amortized.NewWeights(c, 1)
				if err != nil {
					b.Fatal(err)
				}
				gr := newGraph(graphSettings{config: c, n: n, m: n, bins: n / 2, features: featureSize, gw2: 0.5, feature: 0.5, withGrads: true}, w.Get)
				defer gr.close()
				gr.tau = 0.05
				for _, data := range [][]float32{values[float32](gr.input), values[float32](gr.dx), values[float32](gr.dy)} {
					for k := range data {
						data[k] = float32(k*7919%1000) / 1000
					}
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := gr.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
