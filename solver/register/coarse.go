package register

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/simplify"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
)

const (
	// mostAtOnce is the number of points above which a coarse mesh goes first, of about
	// coarsePoints.
	mostAtOnce, coarsePoints = 12000, 6000
	// largeRounds of the last largeShare of the way to the surface are made with all points
	// after the coarse mesh is there.
	largeRounds, largeShare = 6, 0.3
)

// coarse is a stand-in of about so many of the source's points, and the one of them that is
// nearest to each point.
func (s *source) coarse(points int) (out source, of []int32) {
	positions := make([][3]float32, len(s.points))
	for i, p := range s.points {
		positions[i] = [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	}
	faces := simplify.Cluster(positions, s.faces, 2*points)
	var kept []int32
	for _, t := range faces {
		kept = append(kept, t[:]...)
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	number := make(map[int32]int32, len(kept))
	for k, p := range kept {
		number[p] = int32(k)
		out.points, out.normals = append(out.points, s.points[p]), append(out.normals, s.normals[p])
		out.sense, out.to, out.confidence = append(out.sense, s.sense[p]), append(out.to, s.to[p]), append(out.confidence, s.confidence[p])
		if s.lacking != nil {
			out.lacking = append(out.lacking, s.lacking[p])
		}
	}
	out.faces = make([][3]int32, len(faces))
	for k, t := range faces {
		out.faces[k] = [3]int32{number[t[0]], number[t[1]], number[t[2]]}
	}
	out.spread = s.spread.of(kept)
	of = s.nearestOf(&out)
	out.area = make([]float64, len(kept))
	for p, k := range of {
		out.area[k] += s.area[p]
	}
	for _, p := range s.pins {
		// A pin's own shift against its stand-in is less than the stand-in's spacing.
		out.pins = append(out.pins, correspond.Pin{X: of[p.X], Y: p.Y})
	}
	return out, of
}

// over are the places of the coarse source under every point of s, of those faces that look
// the same way.
func (s *source) over(coarse *source) (face []int32, bary [][3]float64) {
	on := surface{tree: closest.NewTree(coarse.points, coarse.faces), facing: faceNormals(coarse.points, coarse.faces)}
	face, bary = make([]int32, len(s.points)), make([][3]float64, len(s.points))
	dense.Blocks(0, len(s.points), blockSize, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if face[i], bary[i], _ = on.nearest(s.points[i], s.normals[i], 0, -1); face[i] < 0 {
				face[i], bary[i], _ = on.tree.Closest(s.points[i])
			}
		}
	})
	return face, bary
}

func (s *source) nearestOf(coarse *source) []int32 {
	face, bary := s.over(coarse)
	of := make([]int32, len(face))
	for i, f := range face {
		k := 0
		for c := range 3 {
			if bary[i][c] > bary[i][k] {
				k = c
			}
		}
		of[i] = coarse.faces[f][k]
	}
	return of
}

// carry moves all points as the neighbourhoods of a coarse sheet have moved.
func (r *run) carry(coarse *sheet) {
	h := r.sheet
	face, bary := r.source.over(&source{points: coarse.rest, faces: coarse.faces})
	h.each(func(i int) {
		var at r3.Vec
		var turn dense.Mat3
		for c, k := range coarse.faces[face[i]] {
			w := bary[i][c]
			moved := r3.Add(coarse.at[k], times(&coarse.turns[k], r3.Sub(h.rest[i], coarse.rest[k])))
			at = r3.Add(at, r3.Scale(w, moved))
			for e, x := range coarse.turns[k] {
				turn[e] += w * x
			}
		}
		h.at[i] = at
		h.turns[i], _ = dense.Rotation3(turn)
	})
}
