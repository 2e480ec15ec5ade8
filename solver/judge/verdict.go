package judge

import (
	"context"
	"math"
)

// Verdict is the judge's finding about one map.
type Verdict struct {
	Score float64 // S, least is best
	// Rigidity is R in Domain units, Bending h, Turning c, Orientation o; each is
	// the mean of both directions (R the geometric mean). NaN where it cannot be known: a
	// sheet has no orientation.
	Rigidity, Bending, Turning, Orientation float64
	// XToY and YToX are the snapped maps: Domain points of the other shape.
	XToY, YToX []int32
}

// Orientation counts a quarter, because snapping and thin limbs turn triangles at
// random. The guard keeps a share or a correlation near 1 from deciding alone, because
// between 0.98 and 0.99 lies nothing but noise.
const (
	orientationShare = 0.25
	guard            = 1.02
)

// Judge snaps a map given between samples in both directions (xToY: a sample of
// Y for each of X, yToX the other way) and scores it. It returns nil when ctx ends.
func (b *Bench) Judge(ctx context.Context, xToY, yToX []int32) *Verdict {
	snappedXToY, snappedYToX := b.Snap(ctx, b.X, b.Y, xToY), b.Snap(ctx, b.Y, b.X, yToX)
	if snappedXToY == nil || snappedYToX == nil {
		return nil
	}
	return b.Rate(snappedXToY, snappedYToX)
}

// Rate scores a map that already goes to the surface: xToY gives a Domain point of Y
// for each sample of X, yToX the other way. The two sides of a sheet are equal: its normals
// may as well point the other way, so the map is scored with both and the better one counts.
func (b *Bench) Rate(xToY, yToX []int32) *Verdict {
	if !b.oneSided() {
		return b.rate(xToY, yToX, 1)
	}
	same, turned := b.rate(xToY, yToX, 1), b.rate(xToY, yToX, -1)
	if turned.Score < same.Score {
		return turned
	}
	return same
}

// oneSided reports that orientation means nothing: both shapes have normals, but those of a
// sheet are a guess.
func (b *Bench) oneSided() bool {
	return b.X.HasNormals() && b.Y.HasNormals() && (b.X.space.Domain.Sheet || b.Y.space.Domain.Sheet)
}

// rate is Rate with the normals of Y times outer, 1 or -1.
func (b *Bench) rate(xToY, yToX []int32, outer float64) *Verdict {
	v := &Verdict{XToY: xToY, YToX: yToX}
	v.Rigidity = math.Sqrt(rigidity(b.X, b.Y, v.XToY, outer) * rigidity(b.Y, b.X, v.YToX, outer))
	v.Orientation, v.Bending, v.Turning = math.NaN(), math.NaN(), math.NaN()
	if b.X.HasNormals() && b.Y.HasNormals() {
		if !b.oneSided() {
			v.Orientation = (orientation(b.X, b.Y, v.XToY) + orientation(b.Y, b.X, v.YToX)) / 2
		}
		h, c := b.curvature(xToY, yToX)
		v.Bending, v.Turning = outer*h, outer*c // curvature is odd in the normal
	}
	v.Score = score(v)
	return v
}

// curvature is h and c of a map to the surface, the means of both directions. Normals
// must be known.
func (b *Bench) curvature(xToY, yToX []int32) (h, c float64) {
	return (bendingMatch(b.X, b.Y, xToY) + bendingMatch(b.Y, b.X, yToX)) / 2,
		(turningMatch(b.X, b.Y, xToY) + turningMatch(b.Y, b.X, yToX)) / 2
}

// CurvatureScore is the part of the score that curvature has, log(1.02 - h) + log(1.02 - c),
// for a map to the surface as [Bench.Rate] takes it; 0 without normals. It is the same for
// a shape and its mirror image. Of sheets it is that of the better side.
func (b *Bench) CurvatureScore(xToY, yToX []int32) float64 {
	if !b.X.HasNormals() || !b.Y.HasNormals() {
		return 0
	}
	h, c := b.curvature(xToY, yToX)
	s := math.Log(guard-h) + math.Log(guard-c)
	if b.oneSided() {
		s = min(s, math.Log(guard+h)+math.Log(guard+c))
	}
	return s
}

func score(v *Verdict) float64 {
	s := 0.0
	if !math.IsNaN(v.Rigidity) {
		s += 2 * math.Log(v.Rigidity)
	}
	if !math.IsNaN(v.Bending) {
		s += math.Log(guard - v.Bending)
	}
	if !math.IsNaN(v.Turning) {
		s += math.Log(guard - v.Turning)
	}
	if !math.IsNaN(v.Orientation) {
		s += orientationShare * math.Log(guard-v.Orientation)
	}
	return s
}
