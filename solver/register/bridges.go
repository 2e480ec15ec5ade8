package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

const (
	// bridgeGap is how far from B the middle of a triangle is, / √area, that counts as a bridge,
	// and bridgeGrowth the least growth of its longest side beside the mesh as a whole.
	bridgeGap, bridgeGrowth = 0.008, 2
	// mendPasses are made, with mendRounds rounds to the surface after each.
	mendPasses, mendRounds = 5, 2
	// mendRings is how far about a bridge points may glide.
	mendRings = 8
	// mendReach is how far away a closest place may be after bridges were drawn in: in longer
	// reach single points jump across the gap again.
	mendReach = 0.02
	// mendFolds is the share of triangles that mending may fold.
	mendFolds = 1e-3
	// mendGain is the share of the distance from B that mending has to leave at most, and that mendHope passes have to.
	// Between species, where the gap cannot be closed, what is drawn into it lies less well than before. One pass
	// does not tell: on two horses it left .97, and the next .39.
	mendGain, mendHope = 0.8, 2
)

// mend draws the triangles that bridge a gap of B, as from the rim of an ear to the body,
// into the gap, and keeps the pass after which the mesh lies nearest to B, if it lies much nearer
// than before. It takes the sheet's quality, and returns the new one and whether the sheet has moved.
func (r *run) mend(ctx context.Context, before Quality) (after Quality, moved bool, err error) {
	if before.Far99 < bridgeGap {
		return before, false, nil
	}
	best := before
	begin, mostFolds := best.Far99, best.Folded+best.Collapsed+mendFolds
	kept := struct {
		at    []r3.Vec
		turns []dense.Mat3
	}{}
	other, near := r.fork(), mesh.TrianglesAbout(len(r.y.Points), r.y.Triangles)
	other.reach = mendReach
	for pass := range mendPasses {
		if pass == mendHope && best.Far99 > mendGain*begin {
			break
		}
		if err := other.drawIn(ctx, near); err != nil {
			return before, false, err
		}
		for range mendRounds {
			if err := other.closer(ctx, 1); err != nil {
				return before, false, err
			}
		}
		under, err := other.unfolded(ctx)
		if err != nil {
			return before, false, err
		}
		q, err := other.quality(ctx, under)
		if err != nil {
			return before, false, err
		}
		if q.Far99 < best.Far99 && q.Folded+q.Collapsed < mostFolds {
			best = q
			kept.at, kept.turns = slices.Clone(other.sheet.at), slices.Clone(other.sheet.turns)
		}
	}
	if best.Far99 <= mendGain*begin {
		r.sheet.at, r.sheet.turns = kept.at, kept.turns
		r.holdPins(r.sheet.at)
		return best, true, nil
	}
	return before, false, nil
}

// bridges lists the triangles that span a gap: long ones whose middle is off B.
func (r *run) bridges(ctx context.Context) ([]int32, error) {
	h := r.sheet
	grown := bridgeGrowth * math.Sqrt(newCounter(h.rest, h.at, h.faces, &r.ground).scale)
	spans := make([]bool, len(h.faces))
	err := parallel.For(ctx, r.opt.Threads, len(h.faces), 512, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			t := h.faces[k]
			long, rest := 0.0, 0.0
			for e := range 3 {
				a, b := t[e], t[(e+1)%3]
				if now := dense.Length(r3.Sub(h.at[a], h.at[b])); now > long {
					long, rest = now, dense.Length(r3.Sub(h.rest[a], h.rest[b]))
				}
			}
			if long < bridgeGap || long < grown*rest {
				continue
			}
			p := mean3(h.at, t)
			_, _, q := r.ground.tree.Closest(p)
			spans[k] = dense.Length(r3.Sub(p, q)) > bridgeGap
		}
	})
	var out []int32
	for k, spans := range spans {
		if spans {
			out = append(out, int32(k))
		}
	}
	return out, err
}

// drawIn lets the points about bridges glide along B.
func (r *run) drawIn(ctx context.Context, near mesh.CSR) error {
	found, err := r.bridges(ctx)
	if err != nil || len(found) == 0 {
		return err
	}
	under, err := r.under(ctx)
	if err != nil {
		return err
	}
	regions := r.regions(found, mendRings)
	next := slices.Clone(r.sheet.at)
	err = parallel.For(ctx, r.opt.Threads, len(regions), 1, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			g := r.newGlide(near, regions[k].points, under)
			g.run(ctx)
			for i, p := range g.points {
				next[p], r.lastOnB[p] = r.ground.at(g.face[i], g.bary[i]), g.face[i]
			}
		}
	})
	if err != nil {
		return err
	}
	r.sheet.at = next
	return ctx.Err()
}
