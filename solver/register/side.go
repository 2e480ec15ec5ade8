package register

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// side tells how A's orientation goes with B's along a map.
type side struct {
	// sense is the sense of each patch of A under the map, as correspond.PatchSense gives it,
	// after mirroring and turning: +1 where the map keeps the patch's orientation.
	sense []int8
	// mirrored says that A has to be reflected before it can lie on B.
	mirrored bool
	// inward says that the normals of A look to the other side than B's: the outer side of
	// an open and flat shape is a guess.
	inward bool
}

// sideOf finds the sides. On closed shapes the majority of patches tells whether the map
// mirrors. On open ones orientation is a guess, and so the shape of neighbourhoods tells:
// a mirrored map fits reflections better than rotations; what most patches say then is which
// side is the outer one. Single pieces are not asked: a map may turn one over.
func sideOf(ctx context.Context, x, y *metric.Space, aToB *correspond.SurfaceMap) (side, error) {
	sense, err := correspond.PatchSense(ctx, x.Domain, y.Domain, aToB)
	if err != nil {
		return side{}, err
	}
	s := side{sense: sense}
	closed := x.Domain.Closed && y.Domain.Closed
	if closed {
		s.mirrored = majority(s.sense, x.Domain.PointArea) < 0
	} else {
		s.mirrored = mirrors(x, aToB)
	}
	if s.mirrored {
		for i := range s.sense {
			s.sense[i] = -s.sense[i]
		}
	}
	if closed {
		return s, nil
	}
	if majority(s.sense, x.Domain.PointArea) < 0 {
		s.inward = true
		for i := range s.sense {
			s.sense[i] = -s.sense[i]
		}
	}
	return s, nil
}

// turnsFaces reports that A's faces have to be turned over to be outward as B's are.
func (s side) turnsFaces() bool { return s.inward != s.mirrored }

// majority is the area of patches that keep their orientation less that of the others.
func majority(sense []int8, area []float64) (sum float64) {
	for i, o := range sense {
		sum += float64(o) * area[i]
	}
	return sum
}

// mirrorSamples is how many neighbourhoods are asked whether the map mirrors, and
// mirrorNear how many samples each has: a fair part of a limb.
const mirrorSamples, mirrorNear = 100, 40

// mirrors compares rotations with reflections of neighbourhoods of samples.
func mirrors(x *metric.Space, aToB *correspond.SurfaceMap) bool {
	rows, width := x.Neighbors(mirrorNear)
	proper, improper := 0.0, 0.0
	from, to := make([]r3.Vec, width), make([]r3.Vec, width)
	for i := range min(mirrorSamples, x.Len()) {
		for k, j := range rows[i*width : (i+1)*width] {
			p := x.Samples[j]
			from[k], to[k] = x.Domain.Points[p], aToB.Positions[p]
		}
		proper += correspond.BestRigid(from, to, nil).RMS
		for k, p := range from {
			from[k] = reflect(p)
		}
		improper += correspond.BestRigid(from, to, nil).RMS
	}
	return improper < proper
}

// reflect is the mirror image of a position, in the plane x = 0.
func reflect(p r3.Vec) r3.Vec { return r3.Vec{X: -p.X, Y: p.Y, Z: p.Z} }
