package register

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/internal/parallel"
)

const (
	// surfaceRounds is the number of rounds from stiffFirst to stiffLast, in equal ratios.
	surfaceRounds         = 28
	stiffFirst, stiffLast = 60, 0.2
	// mapShare is how far the map's means count beside closest places in the first round;
	// after mapUntil of the rounds they count no more.
	mapShare, mapUntil = 1, 0.66
	// lyingFrom is the share of the rounds after which neighbourhoods lie flat on B.
	lyingFrom = 0.4
	// facingAlike is the least cosine between normals of a point and of its place.
	facingAlike = 0.5
	// alongNormal is how far a point moves along the normal of its closest place, and
	// alongSurface how far towards the place itself: it is meant to slide.
	alongNormal, alongSurface = 0.9, 0.1
	// pullAlong is the same for the way that a point of B asks its place to go: the ends of
	// limbs are to be drawn out.
	pullAlong = 0.5
	// loose is the weight of a point that nothing pulls.
	loose = 0.01
	// alternateUntil is the progress up to which nearest faces are sought in every other round alone.
	alternateUntil = 0.8
	// turnAverages is how often turns are averaged.
	turnAverages = 2
)

// closer is a round of the way to the surface, progress of it (0 to 1) being behind.
func (r *run) closer(ctx context.Context, progress float64) error {
	return r.toPlaces(ctx, progress, stiffFirst*math.Pow(stiffLast/stiffFirst, progress), 1)
}

// toPlaces is a round towards closest places, which have the given weight. In every other
// round but the last ones nearest faces, the places of B's points and the stiffness stay: they hardly change from
// one to the next, and searches and factors take most of the time. Shapes of other proportions move further, and
// seek in every round.
func (r *run) toPlaces(ctx context.Context, progress, stiffness, near float64) error {
	h := r.sheet
	seek := h.stretch != nil || r.round%2 == 0 || progress > alternateUntil
	r.round++
	var normals []r3.Vec
	if seek {
		normals, r.lambda = h.turned(), stiffness
	}
	mean := []r3.Vec(nil)
	share := mapShare * max(0, 1-progress/mapUntil)
	if share > 0 {
		mean = r.meanAway(r.away())
	}
	target, weight := make([]r3.Vec, len(h.at)), make([]float64, len(h.at))
	lying := make([]r3.Vec, len(h.at))
	err := parallel.For(ctx, r.opt.Threads, len(h.at), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			target[i], weight[i] = h.at[i], loose
			if r.lacks(i) {
				continue
			}
			face := r.lastOnB[i]
			var bary [3]float64
			var at r3.Vec
			if seek {
				face, bary, at = r.ground.nearest(h.at[i], normals[i], r.reach, facingAlike, face)
				r.lastOnB[i] = face
			} else if face >= 0 {
				bary, at = r.ground.onFace(face, h.at[i])
			}
			if face >= 0 {
				away, n := r3.Sub(at, h.at[i]), r.ground.facing[face]
				target[i] = r3.Add(h.at[i], r3.Add(r3.Scale(alongNormal*r3.Dot(away, n), n), r3.Scale(alongSurface, away)))
				weight[i] = near
				lying[i] = r.ground.normalAt(face, bary)
			}
			if share > 0 {
				target[i] = r3.Add(target[i], r3.Scale(share, mean[i]))
			}
		}
	})
	if err != nil {
		return err
	}
	if err := r.pulled(ctx, normals, target, weight); err != nil {
		return err
	}
	for _, p := range r.pins {
		target[p.X], weight[p.X] = r.y.Points[p.Y], pinWeight
	}
	if progress < lyingFrom {
		lying = nil
	}
	return h.turnAndPull(ctx, turnAverages, lying, r.lambda, target, weight)
}

// pulled adds what the points of B ask of their nearest places on the sheet to targets and
// weights. Without normals the places on the sheet are those of the round before.
func (r *run) pulled(ctx context.Context, normals []r3.Vec, target []r3.Vec, weight []float64) error {
	h := r.sheet
	var on surface
	if normals != nil {
		on = h.surface(normals)
	}
	asked := make([]r3.Vec, len(r.pulls))
	err := parallel.For(ctx, r.opt.Threads, len(asked), 64, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			q, n := r.y.Points[r.pulls[k]], r.y.Normals[r.pulls[k]]
			var at r3.Vec
			if normals != nil {
				r.lastOnA[k], r.onA[k], at = on.nearest(q, n, reach, facingAlike, r.lastOnA[k])
			}
			if face := r.lastOnA[k]; face >= 0 {
				if normals == nil {
					t := h.faces[face]
					at = closest.At(r.onA[k], h.at[t[0]], h.at[t[1]], h.at[t[2]])
				}
				away := r3.Sub(q, at)
				asked[k] = r3.Add(r3.Scale((1-pullAlong)*r3.Dot(away, n), n), r3.Scale(pullAlong, away))
			}
		}
	})
	if err != nil {
		return err
	}
	sum, mass := make([]r3.Vec, len(h.at)), make([]float64, len(h.at))
	for k, away := range asked {
		if r.lastOnA[k] < 0 {
			continue
		}
		area := r.share * r.y.PointArea[r.pulls[k]]
		for c, i := range h.faces[r.lastOnA[k]] {
			w := area * r.onA[k][c] / h.mass[i]
			mass[i] += w
			sum[i] = r3.Add(sum[i], r3.Scale(w, away))
		}
	}
	for i, w := range mass {
		if w > 0 && !r.lacks(i) {
			all := weight[i] + w
			pull := r3.Add(r3.Scale(w, h.at[i]), sum[i])
			target[i] = r3.Add(r3.Scale(weight[i]/all, target[i]), r3.Scale(1/all, pull))
			weight[i] = all
		}
	}
	return nil
}
