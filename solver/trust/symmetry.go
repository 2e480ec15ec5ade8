package trust

import (
	"slices"

	"gwscope/solver"
	"gwscope/solver/internal/order"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// Selves are how both shapes lie on themselves, A and B.
type Selves [2]*solver.SelfMaps

// mirrorLoss is the GW² of a mirror image over that of the identity up to which a shape
// counts as its own mirror image.
const mirrorLoss = 1.5

// Floor is the GW² that the spacing of the samples of X and Y explains: it falls like the area
// of a sample's cell.
func (s Selves) Floor(x, y *metric.Space) float64 {
	return max(floorOf(s[0], x, y), floorOf(s[1], x, y))
}

func floorOf(self *solver.SelfMaps, x, y *metric.Space) float64 {
	return self.Floor * float64(self.Samples) / float64(min(x.Len(), y.Len()))
}

// Symmetric are the solver's own match of X and Y after, or before, each symmetry of one of the
// shapes, with its name.
func Symmetric(x, y *metric.Space, r *solver.Result, selves Selves, threads int) []solver.Suggestion {
	chosen := r.Alternatives[0].SnappedXToY
	near := x.NearestSamples(threads)
	onA := symmetric(x, selves[0], func(image func(int32) int32, i int) int32 { return chosen[near[image(x.Samples[i])]] }, len(chosen))
	onB := symmetric(y, selves[1], func(image func(int32) int32, i int) int32 { return image(max(chosen[i], 0)) }, len(chosen))
	return slices.Concat(onA, onB)
}

// symmetric are the matches that each symmetry of x gives; compose is the place of sample i of n.
func symmetric(x *metric.Space, self *solver.SelfMaps, compose func(image func(int32) int32, i int) int32, n int) (out []solver.Suggestion) {
	names := newNaming(x, self)
	for k := range self.Others {
		o := &self.Others[k]
		if !symmetry(o, x) {
			continue
		}
		g := solver.Suggestion{Name: names.of(o), XToY: make([]int32, n)}
		image := imageUnder(o, x)
		for i := range g.XToY {
			g.XToY[i] = compose(image, i)
		}
		out = append(out, g)
	}
	return out
}

// symmetry reports whether a shape lies on itself under a self-map as well as it does as it
// is, but elsewhere.
func symmetry(o *solver.SelfMap, x *metric.Space) bool {
	far := o.Moves*x.Diameter >= verdict.LeastTurn
	switch {
	case rigidly(o):
		return true
	case o.Orientation < 0.5:
		return far && o.Loss < mirrorLoss
	}
	return far && o.Behind < verdict.SelfEqual
}

// rigidly reports whether a self-map is a turn of the surface as it is.
func rigidly(o *solver.SelfMap) bool {
	return o.TurnMoves >= verdict.LeastTurn && o.Turned < verdict.TurnEqual
}

// imageUnder is the point to which a self-map sends a point of the Domain: by its turn where
// it is rigid, else as it sends the nearest of the samples that it knows.
func imageUnder(o *solver.SelfMap, x *metric.Space) func(point int32) int32 {
	d := x.Domain
	if rigidly(o) {
		return func(point int32) int32 { return d.NearestPoints(o.Turn.Apply(d.Points[point]), 1)[0] }
	}
	cell := x.NearestSamples(0)
	return func(point int32) int32 {
		return o.To[order.Least(x.Distances.RawRowView(int(cell[point]))[:len(o.To)])]
	}
}
