//go:build cgo

package gldraw

import (
	"testing"

	"gwscope/render/scene"
)

func TestSidesOfSurfaces(t *testing.T) {
	t.Parallel()
	ps, ts := torus(12)
	turned := make([][3]int32, len(ts))
	for i, tri := range ts {
		turned[i] = [3]int32{tri[1], tri[0], tri[2]}
	}
	var soup []scene.Vec
	var loose [][3]int32
	for _, tri := range ts {
		n := int32(len(soup))
		soup = append(soup, ps[tri[0]], ps[tri[1]], ps[tri[2]])
		loose = append(loose, [3]int32{n, n + 1, n + 2})
	}
	for name, tc := range map[string]struct {
		ps   []scene.Vec
		ts   [][3]int32
		want sides
	}{
		"closed":   {ps, ts, sides{closed: true}},
		"turned":   {ps, turned, sides{closed: true, inward: true}},
		"a soup":   {soup, loose, sides{closed: true}},
		"one gone": {ps, ts[1:], sides{}},
		"nothing":  {nil, nil, sides{}},
		"bad":      {ps[:2], ts, sides{}},
	} {
		if got := sidesOf(tc.ps, tc.ts); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}
