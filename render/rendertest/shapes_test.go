package rendertest

import (
	"math"
	"math/rand/v2"

	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// creature is a bent, bumpy torus with a tail: no symmetry, so that a mirrored
// or flipped picture is a different one. Vertices and triangles are shuffled.
func creature(n int) (ps []scene.Vec, ts [][3]int32) {
	for i := range n {
		for j := range n {
			u, v := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(n)
			tail := math.Exp(-8 * (1 - math.Cos(u-0.9)))
			fat := 0.38 + 0.07*math.Sin(3*u)*math.Cos(2*v) + 0.15*math.Exp(-4*(1-math.Cos(u+2)))
			r := 1 + 0.9*tail + fat*(1-0.6*tail)*math.Cos(v)
			ps = append(ps, scene.Vec{
				float32(r * math.Cos(u)),
				float32(r * math.Sin(u)),
				float32(fat*math.Sin(v) + 0.3*math.Sin(2*u)),
			})
			at := func(i, j int) int32 { return int32(i%n*n + j%n) }
			ts = append(ts, [3]int32{at(i, j), at(i+1, j), at(i, j+1)}, [3]int32{at(i+1, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	rng := rand.New(rand.NewPCG(11, 1))
	order := rng.Perm(len(ps))
	shuffled := make([]scene.Vec, len(ps))
	for i, k := range order {
		shuffled[k] = ps[i]
	}
	for i := range ts {
		for k := range 3 {
			ts[i][k] = int32(order[ts[i][k]])
		}
	}
	rng.Shuffle(len(ts), func(a, b int) { ts[a], ts[b] = ts[b], ts[a] })
	return shuffled, ts
}

func surface(n int) scene.Surface {
	ps, ts := creature(n)
	return scene.Surface{
		ID: "creature", Positions: ps, Triangles: ts,
		Colors: colormap.NewPositions(scene.BoundsOf(ps), 2).All(ps),
	}
}

// heights are values for isolines and scales.
func heights(ps []scene.Vec) []float32 {
	out := make([]float32, len(ps))
	for i, p := range ps {
		out[i] = p[0] + 0.5*p[1]
	}
	return out
}
