//go:build cgo

package gldraw

import (
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/scene"
)

// sides tells the inside of a surface from its outside.
type sides struct {
	inward bool // triangles face inwards: the volume within is negative
	closed bool // no edge is open, so that the surface bounds a solid
}

// sides of a surface, found once; a morph keeps them.
func (c *cache) sides(s *scene.Surface) sides {
	k := cacheKey{role: sidesRole, a: idOf(s.Triangles), b: sliceID{n: len(s.Positions)}}
	return get(c, k, gl.ARRAY_BUFFER, func(a *array) []byte {
		a.sides = sidesOf(s.Positions, s.Triangles)
		return nil // there is nothing to upload
	}).sides
}

// sidesOf looks at each triangle once. A surface is closed if every edge is run along
// as often one way as the other; a sum of hashes of the runs, less that of the
// opposite ones, is then zero, and hardly ever otherwise. Corners are known by their
// places, so that triangle soups close too.
func sidesOf(ps []scene.Vec, ts [][3]int32) sides {
	var volume float64
	var open uint64
	var origin scene.Vec
	first := true
	for _, t := range ts {
		if !inRange(t, len(ps)) {
			continue
		}
		if first {
			origin, first = ps[t[0]], false
		}
		volume += float64(dot(sub(ps[t[0]], origin), cross(sub(ps[t[1]], ps[t[0]]), sub(ps[t[2]], ps[t[0]]))))
		for k := range 3 {
			a, b := hashOf(ps[t[k]]), hashOf(ps[t[(k+1)%3]])
			open += scramble(a+3*b) - scramble(b+3*a)
		}
	}
	return sides{inward: volume < 0, closed: open == 0 && !first}
}

func hashOf(p scene.Vec) uint64 {
	h := uint64(0)
	for _, x := range p {
		h = scramble(h ^ uint64(math.Float32bits(x+0))) // -0 becomes 0
	}
	return h
}

// scramble is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
