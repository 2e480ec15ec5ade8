package solver

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gwscope/internal/figures"
	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/slicer"
)

// Suggestion is a match to be looked at beside those that a search found, such as one that
// a symmetry of a shape gives.
type Suggestion struct {
	// Name says how it differs from the chosen match: "half turn about the long axis".
	Name string
	// XToY has for each sample of X a point of Y's Domain.
	XToY []int32
}

// sameJoined is the mean distance between the images of two maps, in diameters, below which
// a suggestion brings nothing new: variants of one match, by other samples or another triangulation, differ by less.
const sameJoined = 0.1

const (
	// suggested is with how many samples a suggestion begins.
	suggested = 150
	// hopelessLoss is the GW² with these samples above which a suggestion goes no further, over the highest GW² that a minimum
	// may have with all samples. Of 17 suggestions the loss with few samples was 0.76 to 1.54 times that with all: only
	// minima close to the highest loss can be missed.
	hopelessLoss = 1.5
)

// Join is r with the minima to which suggestions lead among its alternatives, behind the
// chosen one, in order of score, at most so many. A minimum that r has already gets the name
// of the suggestion. r itself stays as it is; its margin is still that of the minima that the search
// found. floor is the GW² that the spacing of the samples explains: a minimum may have up to three times that, or up to
// three times r's own. Where both shapes share their samples, the GW² of r is 0 and that of a turned shape is not; the
// difference means nothing. The same input gives the same bits for any number of threads. When ctx ends, Join returns
// the error of ctx.
func Join(ctx context.Context, problem Problem, r *Result, suggestions []Suggestion, most int, floor float64, settings Settings) (*Result, error) {
	if err := settings.check(); err != nil {
		return nil, err
	}
	settings.NoPolish = false
	s, err := newSolve(problem, settings)
	if err != nil {
		return nil, err
	}
	out := *r
	out.Alternatives = slices.Clone(r.Alternatives)
	j := &joining{solve: s, cell: s.Y.NearestSamples(s.threads)}
	for _, a := range out.Alternatives {
		j.known = append(j.known, a.SnappedXToY)
	}
	var fresh []Suggestion
	for _, g := range suggestions {
		switch k := j.like(g.XToY); {
		case k < 0:
			if len(fresh) < most {
				fresh = append(fresh, g)
				j.known = append(j.known, g.XToY)
			}
		case k > 0 && k < len(out.Alternatives) && out.Alternatives[k].Symmetry == "":
			out.Alternatives[k].Symmetry = g.Name
		}
	}
	mostLoss := tolerable*max(r.GW2(), floor) + 1e-9
	found, err := j.finals(ctx, fresh, mostLoss, out.Alternatives[0].Score-CloseCall)
	if err != nil {
		return nil, err
	}
	for k, f := range found {
		if f.verdict == nil {
			continue
		}
		a := s.alternative(f)
		a.Symmetry, a.Joined = fresh[k].Name, true
		if at := j.end(out.Alternatives, a); at < 0 {
			out.Alternatives = slices.Insert(out.Alternatives, behind(out.Alternatives, a.Score), a)
		} else if at > 0 && out.Alternatives[at].Symmetry == "" {
			out.Alternatives[at].Symmetry = a.Symmetry
		}
	}
	return &out, nil
}

// Promote is r with a joined minimum as the chosen one, where its score is better by [CloseCall] or
// more and its side is the wanted one: it is a minimum like any other, which the search has missed. Otherwise it is r itself. The
// others that have joined are left out, because they belong to the match that was chosen before. The
// same input gives the same bits for any number of threads.
func Promote(problem Problem, r *Result, flip FlipRule, settings Settings) (*Result, error) {
	if err := settings.check(); err != nil {
		return nil, err
	}
	best := 0
	for k, a := range r.Alternatives {
		side := flip == FlipAuto || a.Direct() == (flip == FlipDirect)
		if a.Joined && side && a.Score < r.Alternatives[best].Score {
			best = k
		}
	}
	lead := r.Alternatives[0].Score - r.Alternatives[best].Score
	if best == 0 || !(lead >= CloseCall) {
		return r, nil
	}
	return Prefer(problem, r, best, "A symmetry of a shape has led to a better match than the search found.", settings)
}

// Prefer is r with minimum k as the chosen one, and a note that says why. Those that a symmetry has
// given are left out, because they belong to the match that was chosen before. The same input gives the
// same bits for any number of threads.
func Prefer(problem Problem, r *Result, k int, why string, settings Settings) (*Result, error) {
	s, err := newSolve(problem, settings)
	if err != nil {
		return nil, err
	}
	out := *r
	chosen := r.Alternatives[k]
	chosen.Joined, chosen.Symmetry = false, ""
	out.Alternatives = []Alternative{chosen}
	for i, a := range r.Alternatives {
		if !a.Joined && i != k {
			a.Symmetry = ""
			out.Alternatives = append(out.Alternatives, a)
		}
	}
	out.Margin = figures.Number(r.Alternatives[0].Score - chosen.Score)
	sliced := reslice(new(slicer.Slicer), slicerCloud(s.X), slicerCloud(s.Y), s.full, chosen.Plan, resliceRounds)
	out.Slicer, out.GW2Slicer = sliced.plan, figures.Number(sliced.gw2)
	out.PushX, out.PushY = sliced.slicing.PushX, sliced.slicing.PushY
	out.MarginalError = figures.Number(chosen.Plan.MarginalError(s.X.Weights, s.Y.Weights))
	out.Notes = slices.Clone(r.Notes)
	if r.Anchors != nil {
		anchors := *r.Anchors
		anchors.GW2Map = math.NaN()
		if chosen.Match != nil {
			anchors.GW2Map = s.lossOfMap(chosen.Match)
		}
		out.Anchors = &anchors
		stale := r.notesOnAnchors(s.Method, nil)
		out.Notes = slices.DeleteFunc(out.Notes, func(n string) bool { return slices.Contains(stale, n) })
		out.Notes = append(out.Notes, out.notesOnAnchors(s.Method, nil)...)
	}
	out.Notes = append(out.Notes, why)
	return &out, nil
}

// behind is the place of a score among alternatives, behind the chosen one.
func behind(all []Alternative, score float64) int {
	for k := 1; k < len(all); k++ {
		if !(all[k].Score <= score) {
			return k
		}
	}
	return len(all)
}

// joining has the data for comparing maps.
type joining struct {
	*solve
	cell  []int32   // the sample of Y nearest to each point
	known [][]int32 // maps of samples of X to points of Y
}

// like is which of the known maps sends samples to much the same places; -1: none.
func (j *joining) like(xToY []int32) int {
	return slices.IndexFunc(j.known, func(k []int32) bool { return j.apart(k, xToY) < sameJoined })
}

// apart is the mean distance between the images of two maps, as a share of the diameter.
func (j *joining) apart(a, b []int32) float64 {
	sum, n := 0.0, 0
	for i := range a {
		if a[i] >= 0 && b[i] >= 0 {
			sum += j.Y.Distances.At(int(j.cell[a[i]]), int(j.cell[b[i]]))
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// end is the alternative that is the same minimum as a; -1: none.
func (j *joining) end(all []Alternative, a Alternative) int {
	return slices.IndexFunc(all, func(o Alternative) bool {
		return j.apart(o.SnappedXToY, a.SnappedXToY) < sameJoined && (math.IsNaN(o.Orientation) || math.IsNaN(a.Orientation) || sameSide(o.Orientation, a.Orientation))
	})
}

// finals takes suggestions to all samples, polishes and judges them; those whose GW² is above most have no verdict. Where
// there are many samples, a suggestion is polished there only if its score is at most leading: then it may be chosen.
func (j *joining) finals(ctx context.Context, suggestions []Suggestion, most, leading float64) ([]final, error) {
	if len(suggestions) == 0 {
		return nil, nil
	}
	settled, err := j.settled(ctx, suggestions, hopelessLoss*most)
	if err != nil {
		return nil, err
	}
	found := make([]final, len(suggestions))
	workers := make([]finisher, j.threads)
	_ = parallel.For(ctx, j.threads, len(settled), 1, func(w, i, _ int) {
		k, sigma := settled[i].at, settled[i].sigma
		if j.preselects() {
			found[k] = j.extend(ctx, &workers[w], sigma)
		} else {
			found[k] = j.complete(ctx, &workers[w], sigma, max(1, j.threads/len(settled)))
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var some []final
	var at []int
	for k, f := range found {
		if f.plan != nil && f.gw2 <= most {
			some, at = append(some, f), append(at, k)
		}
	}
	j.jury.judgeFinals(ctx, some)
	for i, f := range some {
		if f.extended && f.verdict != nil && f.verdict.Score <= leading {
			j.descend(ctx, &workers[0], &some[i], j.threads)
			j.jury.judgeFinals(ctx, some[i:i+1])
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, k := range at {
		found[k] = some[i]
	}
	return found, nil
}

// settledMap is a suggestion as a map between the first samples, improved as far as it goes.
type settledMap struct {
	at    int // the place among the suggestions
	sigma []int32
}

// settled are the suggestions whose loss with the first samples is at most bound.
func (j *joining) settled(ctx context.Context, suggestions []Suggestion, bound float64) ([]settledMap, error) {
	c := min(suggested, j.X.Len(), j.Y.Len())
	size := c
	if j.preselects() {
		size = preselectSamples
	}
	few := j.fewSamples(size)
	minima := make([]minimum, len(suggestions))
	err := parallel.For(ctx, j.threads, len(suggestions), 1, func(w, k, _ int) {
		if sigma := j.start(ctx, suggestions[k].XToY, c); sigma != nil {
			minima[k] = few.settle(ctx, w, sigma)
		}
	})
	var out []settledMap
	for k, m := range minima {
		if m.sigma != nil && few.Loss(gw.Permutation(m.sigma)) <= bound {
			out = append(out, settledMap{k, m.sigma})
		}
	}
	return out, cmp.Or(err, ctx.Err())
}

// start is the permutation of the first c samples that is nearest to a map; nil when ctx ends.
func (j *joining) start(ctx context.Context, xToY []int32, c int) []int32 {
	cost := dense.New32(c, c)
	for i := range c {
		row := j.Y.Distances.RawRowView(int(j.cell[max(xToY[i], 0)]))
		for k := range c {
			cost.Data[i*cost.Stride+k] = float32(row[k] * row[k])
		}
	}
	equal := gw.Uniform(c)
	plan, err := gw.LeastCost(ctx, cost.Data, equal, equal)
	if err != nil {
		return nil
	}
	return plan.Targets()
}
