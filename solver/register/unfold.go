package register

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

const (
	// unfoldPasses are made, with againRounds rounds to the surface between them.
	unfoldPasses, againRounds = 2, 4
	// unfoldRounds is how often the places under the points are found anew.
	unfoldRounds = 6
	// unfoldRings is how far about a fold points may move.
	unfoldRings = 3
	// settleRounds is how often triangles are looked at that putting points onto the surface
	// has folded.
	settleRounds = 4
)

// unfold moves the points about folded triangles along the surface until no triangle is
// folded any more, as far as that is possible, and puts all points onto the surface but for
// those of triangles that this would fold.
func (r *run) unfold(ctx context.Context) error {
	_, err := r.unfolded(ctx)
	return err
}

// unfolded is unfold, which gives the places under the points.
func (r *run) unfolded(ctx context.Context) (*places, error) {
	h := r.sheet
	under, err := r.under(ctx)
	if err != nil {
		return nil, err
	}
	for range r.unfolds {
		folded := r.folded(ctx, under)
		if len(folded) == 0 {
			break
		}
		regions := r.regions(folded, unfoldRings)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := slices.Clone(h.at)
		err = parallel.For(ctx, r.opt.Threads, len(regions), 1, func(_, lo, hi int) {
			for k := lo; k < hi; k++ {
				r.relax(ctx, regions[k], under, next)
			}
		})
		if err != nil {
			return nil, err
		}
		h.at = next
		normals := h.turned()
		for _, reg := range regions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, p := range reg.points {
				r.place(under, int(p), normals[p])
			}
		}
	}
	r.settle(ctx, under)
	return under, ctx.Err()
}

// places are where points stand on B: the place under each, its position and normal.
type places struct {
	face   []int32
	bary   [][3]float64
	at     []r3.Vec
	normal []r3.Vec
}

// under finds the places under the points: the closest that face as they do, or else the
// closest at all.
func (r *run) under(ctx context.Context) (*places, error) {
	h := r.sheet
	n := len(h.at)
	u := &places{make([]int32, n), make([][3]float64, n), make([]r3.Vec, n), make([]r3.Vec, n)}
	normals := h.turned()
	err := parallel.For(ctx, r.opt.Threads, n, 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			r.place(u, i, normals[i])
		}
	})
	for _, p := range r.pins {
		u.at[p.X] = r.y.Points[p.Y]
	}
	return u, err
}

// place finds the place under a point with a normal anew.
func (r *run) place(u *places, i int, normal r3.Vec) {
	face, bary, at := r.ground.nearest(r.sheet.at[i], normal, reach, 0, r.lastOnB[i])
	if face < 0 {
		face, bary, at = r.ground.tree.Closest(r.sheet.at[i])
	}
	r.lastOnB[i] = face
	u.face[i], u.bary[i], u.at[i], u.normal[i] = face, bary, at, r.ground.normalAt(face, bary)
}

// normalOf is the outward normal of B under a triangle.
func (u *places) normalOf(t [3]int32) r3.Vec {
	return unit(r3.Add(u.normal[t[0]], r3.Add(u.normal[t[1]], u.normal[t[2]])))
}

// suspect is the cosine to B's normal below which a triangle is looked at closely.
const suspect = 0.3

// suspects reports whether a triangle may have folded or collapsed, by B's normals under it.
func (c *counter) suspects(t [3]int32, under *places) bool {
	n := doubleArea(c.at, t)
	return r3.Dot(n, under.normalOf(t)) < suspect*dense.Length(n)+2*c.least(t)
}

// folded lists the triangles that are folded or have collapsed; not all where ctx ends.
func (r *run) folded(ctx context.Context, under *places) []int32 {
	h := r.sheet
	c := r.counter()
	if r.y.MakeNearestFaces(ctx) != nil {
		return nil
	}
	bad := make([]bool, len(h.faces))
	_ = parallel.For(ctx, r.opt.Threads, len(h.faces), 512, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			t := h.faces[k]
			bad[k] = c.suspects(t, under) && c.judge(t) != lies
		}
	})
	var out []int32
	for k, b := range bad {
		if b {
			out = append(out, int32(k))
		}
	}
	return out
}

// region is what is moved together.
type region struct {
	points    []int32 // that may move
	triangles []int32 // with at least one such point
}

// regions gathers the points within so many rings of some triangles, apart where they do
// not touch. Pins and points without a partner stay.
func (r *run) regions(about []int32, rings int) []region {
	h := r.sheet
	var corners []int32
	for _, k := range about {
		corners = append(corners, h.faces[k][:]...)
	}
	free := make([]bool, len(h.at))
	for _, p := range h.grown(corners, rings) {
		free[p] = !r.pinned[p] && !r.lacks(int(p))
	}
	of := none(len(h.at))
	var out []region
	for id, part := range h.parts(free) {
		for _, p := range part {
			of[p] = int32(id)
		}
		out = append(out, region{points: part})
	}
	for k, t := range h.faces {
		for _, p := range t {
			if of[p] >= 0 {
				out[of[p]].triangles = append(out[of[p]].triangles, int32(k))
				break
			}
		}
	}
	return out
}

// settle puts the points onto the surface, but for those of triangles that this folds.
func (r *run) settle(ctx context.Context, under *places) {
	h := r.sheet
	before := slices.Clone(h.at)
	for i, q := range under.at {
		if !r.lacks(i) {
			h.at[i] = q
		}
	}
	for range settleRounds {
		undone := false
		for _, k := range r.folded(ctx, under) {
			for _, p := range h.faces[k] {
				if h.at[p] != before[p] && !r.pinned[p] {
					h.at[p] = before[p]
					undone = true
				}
			}
		}
		if !undone {
			break
		}
	}
}
