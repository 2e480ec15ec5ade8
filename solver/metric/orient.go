package metric

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// flatVolume is the enclosed volume, as a share of area^1.5, below which an open
// patch has no inside to speak of; a sphere has 0.094, a hemisphere with its
// opening capped 0.133.
const flatVolume = 0.01

// patchReport are the findings of orienting.
type patchReport struct {
	patches       int
	flippedFaces  int // faces that now run against the file
	nonOrientable int // patches such as a Möbius strip
}

// orient turns faces in place so that neighbours across edges of two faces agree,
// and patches that enclose a volume face outward. An open and nearly flat patch
// keeps the side that most of its faces had in the file.
//
// The volume is that of the cones from the mean boundary point over the faces:
// exact where there is no boundary, and with every opening capped by a cone
// otherwise.
func orient(points []r3.Vec, faces [][3]int32, edges *edgeTable) patchReport {
	// across[f][k] is the face beyond side k (-1: boundary or non-manifold), and
	// same[f][k] whether both run the same way along it, which is a disagreement.
	across := make([][3]int32, len(faces))
	same := make([][3]bool, len(faces))
	for f := range across {
		across[f] = [3]int32{-1, -1, -1}
	}
	edges.each(func(_, _ int32, uses []edgeUse) {
		if len(uses) != 2 {
			return
		}
		a, b := uses[0], uses[1]
		across[a.face][a.side], across[b.face][b.side] = b.face, a.face
		same[a.face][a.side] = a.forward == b.forward
		same[b.face][b.side] = a.forward == b.forward
	})

	var report patchReport
	seen := make([]bool, len(faces))
	flip := make([]bool, len(faces))
	var patch []int32
	for seed := range faces {
		if seen[seed] {
			continue
		}
		report.patches++
		seen[seed] = true
		patch = append(patch[:0], int32(seed))
		twisted := false
		for i := 0; i < len(patch); i++ {
			f := patch[i]
			for k, g := range across[f] {
				if g < 0 {
					continue
				}
				want := flip[f] != same[f][k]
				if !seen[g] {
					seen[g], flip[g] = true, want
					patch = append(patch, g)
				} else if flip[g] != want {
					twisted = true
				}
			}
		}
		if twisted {
			report.nonOrientable++
		}
		if turnPatch(points, faces, across, flip, patch) {
			for _, f := range patch {
				flip[f] = !flip[f]
			}
		}
	}
	for f, turned := range flip {
		if turned {
			faces[f][1], faces[f][2] = faces[f][2], faces[f][1]
			report.flippedFaces++
		}
	}
	return report
}

// turnPatch decides whether a consistently oriented patch must be turned over.
func turnPatch(points []r3.Vec, faces [][3]int32, across [][3]int32, flip []bool, patch []int32) bool {
	var rim r3.Vec
	var rimCount, flipped int
	for _, f := range patch {
		if flip[f] {
			flipped++
		}
		for k, g := range across[f] {
			if g < 0 {
				rim = r3.Add(rim, r3.Add(points[faces[f][k]], points[faces[f][(k+1)%3]]))
				rimCount += 2
			}
		}
	}
	open := rimCount > 0
	origin := points[faces[patch[0]][0]]
	if open {
		origin = r3.Scale(1/float64(rimCount), rim)
	}
	var volume6, area2 float64
	for _, f := range patch {
		a := r3.Sub(points[faces[f][0]], origin)
		b := r3.Sub(points[faces[f][1]], origin)
		c := r3.Sub(points[faces[f][2]], origin)
		det := r3.Dot(a, r3.Cross(b, c))
		if flip[f] {
			det = -det
		}
		volume6 += det
		area2 += r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
	}
	volume, area := volume6/6, area2/2
	if open && math.Abs(volume) < flatVolume*math.Pow(area, 1.5) {
		return 2*flipped > len(patch)
	}
	return volume < 0
}
