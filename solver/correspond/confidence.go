package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
)

// halfDoubt and halfDoubtShared scale doubt to confidence exp(-(doubt/half)²).
//
// Refined maps ([Dense]) of one species that are right have a doubt of 0.8 (confidence
// 0.78), torn ones 3 and more (0.03).
//
// Right maps in a shared space ([DenseIn]), which is for shapes of other proportions, have
// one of 2.4 to 4.2: by the scale of isometries nearly all of them would be doubted most,
// and those that are wrong as a whole, which are as smooth, no more. There 5 is about
// where confidence, with the agreement of the other minima in it, is the share of points
// that lie within 0.1 √area of the truth (0.6 to 0.8: 87 %; 0.8 and more: 95 %; below
// 0.2: 59 %; over the 17 pairs of species that it was chosen on; 91, 98 and 53 % over 18
// others with other samples).
const (
	halfDoubt       = 1.6
	halfDoubtShared = 5
)

// finish turns a raw map into one for callers: positions and confidence.
//
// Confidence falls with a doubt that needs no truth, the sum of
//
//	how far the way there and back leads from the point, in sample spacings;
//	how far the place is from the point in function space, in the same unit (the
//	mean step from a sample to its neighbours), large where no place of the target fits;
//	twice the relative change of the straight distances to the nearest samples.
//
// Errors of a map are smooth and these signs of them are not, so half of the doubt
// is that of the cells around. Over 17 same-species pairs its rank correlation
// with the true error is 0.37, and the tenth with the most doubt has 2.4 times the
// mean error (3.4 across species).
func finish(ctx context.Context, src, dst *embedding, there, back *rawMap, threads int) (*SurfaceMap, error) {
	v := len(there.places)
	out := &SurfaceMap{Places: there.places, Positions: make([]r3.Vec, v), Confidence: make([]float64, v)}
	err := parallel.For(ctx, threads, v, 1024, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			out.Positions[p] = there.places[p].Position(dst.space.Domain)
		}
	})
	if err != nil {
		return nil, err
	}
	j := newJudge(src, dst, out, there, back)
	doubt := make([]float64, v)
	err = parallel.For(ctx, threads, v, 256, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			doubt[p] = j.doubt(int32(p))
		}
	})
	if err != nil {
		return nil, err
	}
	cells := src.cellMeans(doubt)
	err = parallel.For(ctx, threads, v, 256, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			d := (doubt[p] + src.smooth(cells, int32(p))) / 2 / src.halfDoubt
			out.Confidence[p] = math.Exp(-d * d)
		}
	})
	return out, err
}

// judge doubts one direction of a dense map.
type judge struct {
	src, dst    *embedding
	m           *SurfaceMap
	there, back *rawMap
	spacing     float64 // of the source's samples, in its Domain's units
	step        float64 // the same in function space
	scale       float64 // source units to a target unit
}

func newJudge(src, dst *embedding, m *SurfaceMap, there, back *rawMap) *judge {
	j := &judge{src: src, dst: dst, m: m, there: there, back: back, spacing: src.spacing * src.space.Diameter, scale: 1}
	if span := dst.meanDistance * dst.space.Diameter; span > 0 {
		j.scale = src.meanDistance * src.space.Diameter / span
	}
	var sum float64
	var steps int
	for i, p := range src.space.Samples {
		for _, k := range src.nearest(p) {
			if int(k) != i {
				sum += math.Sqrt(distance2(src.row(src.rowOf[p]), src.row(src.rowOf[src.space.Samples[k]])))
				steps++
			}
		}
	}
	j.step = sum / float64(max(1, steps))
	return j
}

func (j *judge) doubt(p int32) float64 {
	at, place := j.src.space.Domain.Points[p], j.there.places[p]
	var trip float64
	if place.Face < 0 {
		trip = j.awayFrom(at, place.Nearest)
	} else {
		for k, corner := range j.dst.space.Domain.Triangles[place.Face] {
			if place.Bary[k] > 0 {
				trip += place.Bary[k] * j.awayFrom(at, corner)
			}
		}
	}
	var change, length float64
	for _, s := range j.src.nearest(p) {
		q := j.src.space.Samples[s]
		before := r3.Norm(r3.Sub(at, j.src.space.Domain.Points[q]))
		after := j.scale * r3.Norm(r3.Sub(j.m.Positions[p], j.m.Positions[q]))
		change += math.Abs(after - before)
		length += before
	}
	return share(trip, j.spacing) + share(float64(j.there.residual[p]), j.step) + 2*share(change, length)
}

// awayFrom is how far a point of the target comes back from a place of the source.
func (j *judge) awayFrom(at r3.Vec, corner int32) float64 {
	return r3.Norm(r3.Sub(at, j.back.places[corner].Position(j.src.space.Domain)))
}

func share(a, whole float64) float64 {
	if !(whole > 0) {
		return 0
	}
	return a / whole
}

// cellMeans averages values (v) over each cell (n).
func (e *embedding) cellMeans(values []float64) []float64 {
	out := make([]float64, e.space.Len())
	for c := range out {
		rows := e.pointOf[e.cellStart[c]:e.cellStart[c+1]]
		for _, p := range rows {
			out[c] += values[p] / float64(len(rows))
		}
	}
	return out
}

// smooth interpolates values of cells at a point, by exp(-(d/spacing)²) over its
// nearest samples.
func (e *embedding) smooth(cells []float64, p int32) float64 {
	var sum, mass float64
	for _, c := range e.nearest(p) {
		d := share(float64(e.space.Row(int(c)).At(p)), e.spacing)
		w := math.Exp(-d*d) + 1e-12 // a point far from all samples takes their mean
		sum += w * cells[c]
		mass += w
	}
	return sum / mass
}
