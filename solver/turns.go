package solver

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// A turn that leaves a surface as it is leaves its moments as they are. Where these differ along
// all three principal axes, only half turns about the axes do that. Where two are alike, so does
// any turn about the third axis, and any half turn about an axis at right angles to it: turns by
// parts of a whole one down to mostFolds, and half turns in steps of flipStep, are near enough to
// the turns that the shape bears for the rounds of layTurned. Where all are alike, the search has to do.
const (
	mostFolds = 6
	flipStep  = math.Pi / 6
)

// likelyTurns are turns about the centroid that may leave a surface as it is; none for clouds.
func likelyTurns(d *metric.Domain) (turns []correspond.Rigid) {
	if len(d.Triangles) == 0 {
		return nil
	}
	axes, ok := correspond.PrincipalAxes(d)
	if !ok {
		return nil
	}
	add := func(axis r3.Vec, angle float64) {
		turn := r3.NewRotation(angle, axis)
		var m dense.Mat3
		for k, e := range [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			to := turn.Rotate(e)
			m[k], m[3+k], m[6+k] = to.X, to.Y, to.Z
		}
		turns = append(turns, correspond.Rigid{R: m, T: r3.Sub(axes.Centroid, turn.Rotate(axes.Centroid)), Stretch: 1})
	}
	for k := range 3 {
		add(axes.Along[k], math.Pi)
	}
	for k := range 3 {
		u, v := axes.Along[(k+1)%3], axes.Along[(k+2)%3]
		if axes.Alike[k] || !axes.Alike[(k+1)%3] || !axes.Alike[(k+2)%3] {
			continue
		}
		for fold := 3; fold <= mostFolds; fold++ {
			add(axes.Along[k], 2*math.Pi/float64(fold))
		}
		for angle := flipStep; angle < math.Pi-flipStep/2; angle += flipStep {
			if math.Abs(angle-math.Pi/2) > flipStep/2 { // else it is v, which is there already
				add(r3.Add(r3.Scale(math.Cos(angle), u), r3.Scale(math.Sin(angle), v)), math.Pi)
			}
		}
	}
	return turns
}

// A likely turn is a self-map where it lays the surface within turnFits of itself and moves it
// by turnMoves in the mean, both in √area.
const (
	turnFits  = 0.01
	turnMoves = 0.1
)

// turned are the minima at the turns that leave the surface of p, which is matched to itself,
// as it is. A search by losses alone misses them now and then.
func (s *search) turned(ctx context.Context, p Problem) []minimum {
	d := p.X.Domain
	turns := likelyTurns(d)
	found := make([]minimum, len(turns))
	_ = parallel.For(ctx, s.threads, len(turns), 1, func(w, k, _ int) {
		misfit, moves, turn := layTurned(d, turns[k])
		if !(misfit < turnFits) || !(moves >= turnMoves) {
			return
		}
		sigma := s.nearestAfter(ctx, p, turn)
		if sigma == nil {
			return
		}
		found[k] = s.settle(ctx, &s.workers[w], slices.Clone(sigma))
		if found[k].sigma != nil && apart(s.dy, found[k].sigma, sigma) > sameCoarse {
			// The descent has left the turn, by less loss than the samples' jitter.
			found[k] = minimum{sigma: sigma, objective: s.objective(sigma), orientation: judge.Orientation(s.x, s.y, sigma)}
		}
	})
	return found
}

// turnNormals is the length, in √area, that a unit normal counts for beside places: the two sides
// of a slab lie near each other.
const turnNormals = 0.15

// nearestAfter is the permutation that sends the samples of p.X to the nearest of p.Y after a turn;
// nil when ctx ends.
func (s *search) nearestAfter(ctx context.Context, p Problem, turn correspond.Rigid) []int32 {
	d := p.X.Domain
	onlyTurn := correspond.Rigid{R: turn.R}
	cost := dense.New32(s.c, s.c)
	for i := range s.c {
		x := p.X.Samples[i]
		at := turn.Apply(d.Points[x])
		for j := range s.c {
			y := p.Y.Samples[j]
			far := r3.Norm2(r3.Sub(at, d.Points[y]))
			if d.Normals != nil {
				far += turnNormals * turnNormals * r3.Norm2(r3.Sub(onlyTurn.Apply(d.Normals[x]), d.Normals[y]))
			}
			cost.Data[i*cost.Stride+j] = float32(far)
		}
	}
	equal := gw.Uniform(s.c)
	plan, err := gw.LeastCost(ctx, cost.Data, equal, equal)
	if err != nil {
		return nil
	}
	return plan.Targets()
}

// A turn that fits to leastMisfit of the diameter is as good as exact: no more rounds follow. Nor
// do they where it is still hopeless after some.
const (
	leastMisfit    = 1e-3
	hopeless       = 0.02
	hopelessRounds = 4
)

// A turn is found from turnProbes places of the surface in turnRounds.
const (
	turnProbes = 120
	turnRounds = 8
)

// turnedOnto is layTurned from the proper rigid motion that is nearest to a map of some of the
// surface's points.
func turnedOnto(d *metric.Domain, from, to []int32) (misfit, moves float64, turn correspond.Rigid) {
	var p, q []r3.Vec
	for i := range from {
		p, q = append(p, d.Points[from[i]]), append(q, d.Points[to[i]])
	}
	return layTurned(d, correspond.BestRigid(p, q, nil))
}

// layTurned is how well a surface lies on itself after a motion that is fitted, by turns, to the
// planes at the closest places (iterated closest points; Chen and Medioni 1992). misfit is
// the least mean distance that is reached, and moves how far that motion moves places in the
// mean, both in √area; NaN for clouds. turn is the motion.
func layTurned(d *metric.Domain, motion correspond.Rigid) (misfit, moves float64, turn correspond.Rigid) {
	if len(d.Triangles) == 0 {
		return math.NaN(), math.NaN(), correspond.Identity()
	}
	var p []r3.Vec
	for i := 0; i < len(d.Points); i += 1 + len(d.Points)/turnProbes {
		p = append(p, d.Points[i])
	}
	lies := motion.ApplyAll(p)
	best := slices.Clone(lies)
	misfit = math.Inf(1)
	for round := range turnRounds {
		off, moved := 0.0, 0.0
		normal, gap := mat.NewDense(6, 6, nil), mat.NewVecDense(6, nil)
		for i, at := range lies {
			face, _, closest := d.ClosestPlace(at)
			t := d.Triangles[face]
			n := r3.Cross(r3.Sub(d.Points[t[1]], d.Points[t[0]]), r3.Sub(d.Points[t[2]], d.Points[t[0]]))
			if n == (r3.Vec{}) {
				continue
			}
			n = r3.Unit(n)
			away := r3.Sub(at, closest)
			off += r3.Norm(away) / float64(len(p))
			moved += r3.Norm(r3.Sub(at, p[i])) / float64(len(p))
			c := r3.Cross(at, n)
			row := [6]float64{c.X, c.Y, c.Z, n.X, n.Y, n.Z}
			for j, a := range row {
				gap.SetVec(j, gap.AtVec(j)-a*r3.Dot(away, n))
				for k, b := range row {
					normal.Set(j, k, normal.At(j, k)+a*b)
				}
			}
		}
		if off < misfit {
			misfit, moves = off, moved
			copy(best, lies)
		}
		if misfit < leastMisfit || round+1 >= hopelessRounds && misfit > hopeless {
			break
		}
		for j := range 6 { // a ball may turn about anything
			normal.Set(j, j, normal.At(j, j)+1e-4*float64(len(p)))
		}
		var step mat.VecDense
		if err := step.SolveVec(normal, gap); err != nil {
			break
		}
		axis := r3.Vec{X: step.AtVec(0), Y: step.AtVec(1), Z: step.AtVec(2)}
		shift := r3.Vec{X: step.AtVec(3), Y: step.AtVec(4), Z: step.AtVec(5)}
		for i, at := range lies {
			if angle := r3.Norm(axis); angle > 0 {
				at = r3.NewRotation(angle, axis).Rotate(at)
			}
			lies[i] = r3.Add(at, shift)
		}
	}
	area := 0.0
	for _, a := range d.PointArea {
		area += a
	}
	return misfit / math.Sqrt(area), moves / math.Sqrt(area), correspond.BestRigid(p, best, nil)
}
