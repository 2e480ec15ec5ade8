package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/stages"
	"gwscope/solver/internal/dense"
)

const (
	// apart is how far two sheets have to be from each other, / √area, to count as two ways to
	// lie there.
	apart = 0.02
	// leastApart is the share of the area that has to be apart for a second sheet to go on.
	leastApart = 1e-3
	// jointRings is the number of rings about such a part whose strain counts with it: the
	// joint, where a wrong turn shows.
	jointRings = 3
	// chooseAfter is the round to the surface after which parts are chosen.
	chooseAfter = 7
)

// approach moves the sheet from the map to the surface; its progress is from and to.
//
// Means over cells do not see how far a limb is turned about its own axis, and a limb that
// begins half a turn away does not find back. So two sheets start: one with the turns that
// the map has about each point, one with the turn of the whole. A map that is right knows
// the turn of a bent limb. A map that is wrong about a limb has mostly turned it, and there
// the pose at rest knows better. Where the two end apart, the part with less strain is
// taken.
func (r *run) approach(ctx context.Context, from, to float64) error {
	ctx, end := stages.Begin(ctx, "approach")
	defer end()
	r.sheet.kept = &systems{} // both sheets solve the same systems on the way to the map
	other := r.fork()
	r.turnAsMap()
	span := (to - from) / 6
	if err := r.toMap(ctx, from, from+span); err != nil {
		return err
	}
	other.sheet.pattern = r.sheet.pattern
	if err := other.toMap(ctx, 0, 0); err != nil {
		return err
	}
	r.sheet.kept, other.sheet.kept = nil, nil
	r.report(from + 2*span)
	ways := []*run{r}
	if r.areaApart(other) > leastApart {
		ways = append(ways, other)
	}
	for k := range surfaceRounds {
		if k == chooseAfter && len(ways) > 1 {
			r.takeLessStrained(other)
			r.round = 0 // nearest faces are to be sought
			ways = ways[:1]
		}
		// A factor takes one thread, so two sheets move side by side.
		errs := make([]error, len(ways))
		dense.Blocks(r.opt.Threads, len(ways), 1, func(lo, hi int) {
			for w := lo; w < hi; w++ {
				errs[w] = ways[w].closer(ctx, float64(k)/(surfaceRounds-1))
			}
		})
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		r.report(from + 2*span + (to-from-2*span)*float64(k+1)/surfaceRounds)
	}
	return nil
}

// fork is a run from the same start with a sheet of its own, which reports no progress.
func (r *run) fork() *run {
	h, out := *r.sheet, *r
	h.at, h.turns, h.scratch = slices.Clone(h.at), slices.Clone(h.turns), slices.Clone(h.scratch)
	h.last, h.spare = system{}, nil
	out.opt.Progress = nil
	out.sheet, out.lastOnB, out.lastOnA, out.round = &h, none(len(r.lastOnB)), none(len(r.lastOnA)), 0
	out.onA = make([][3]float64, len(r.onA))
	return &out
}

func (r *run) apart(other *run, i int) bool {
	return r3.Norm2(r3.Sub(r.sheet.at[i], other.sheet.at[i])) > apart*apart
}

// areaApart is the share of the area whose points are apart.
func (r *run) areaApart(other *run) float64 {
	sum := 0.0
	for i, m := range r.sheet.mass {
		if r.apart(other, i) {
			sum += m
		}
	}
	return sum / float64(len(r.sheet.at))
}

// takeLessStrained looks at each connected part in which the sheets are apart, and takes the
// other sheet's where that is less strained.
func (r *run) takeLessStrained(other *run) {
	h := r.sheet
	away := make([]bool, len(h.at))
	for i := range away {
		away[i] = r.apart(other, i)
	}
	mine, theirs := h.strains(), other.sheet.strains()
	for _, part := range h.parts(away) {
		gain := 0.0
		for _, i := range h.grown(part, jointRings) {
			gain += mine[i] - theirs[i]
		}
		if gain > 0 {
			for _, i := range part {
				h.at[i], h.turns[i] = other.sheet.at[i], other.sheet.turns[i]
			}
		}
	}
}

// strains are, for every point, its share of the area times log² s1 + log² s2, with s1 and
// s2 the stretches of its triangles after areas were made equal as a whole.
func (h *sheet) strains() []float64 {
	c := newCounter(h.rest, h.at, h.faces, nil)
	out := make([]float64, len(h.at))
	for _, t := range h.faces {
		angle, growth := stretchOf(h.rest, h.at, t)
		la := math.Log(angle)
		lg := math.Log(min(max(growth/c.scale, 1.0/mostStretch), mostStretch))
		e := dense.Length(doubleArea(h.rest, t)) * (la*la + lg*lg) / 6
		for _, p := range t {
			out[p] += e
		}
	}
	return out
}

// parts are the connected sets of marked points.
func (h *sheet) parts(marked []bool) [][]int32 {
	seen := make([]bool, len(marked))
	var out [][]int32
	for i, m := range marked {
		if !m || seen[i] {
			continue
		}
		seen[i] = true
		part := []int32{int32(i)}
		for k := 0; k < len(part); k++ {
			near, _ := h.g.Row(int(part[k]))
			for _, j := range near {
				if marked[j] && !seen[j] {
					seen[j] = true
					part = append(part, j)
				}
			}
		}
		out = append(out, part)
	}
	return out
}

// grown is some points with rings of neighbours about them.
func (h *sheet) grown(part []int32, rings int) []int32 {
	in := make(map[int32]bool, 2*len(part))
	out := slices.Clone(part)
	for _, i := range part {
		in[i] = true
	}
	for begin := 0; rings > 0; rings-- {
		end := len(out)
		for _, i := range out[begin:end] {
			near, _ := h.g.Row(int(i))
			for _, j := range near {
				if !in[j] {
					in[j] = true
					out = append(out, j)
				}
			}
		}
		begin = end
	}
	return out
}
