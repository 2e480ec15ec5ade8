package solver

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// jury rates matches of two spaces by package judge, and knows which side is wanted.
type jury struct {
	x, y    *metric.Space
	flip    FlipRule
	threads int

	shapeX, shapeY *judge.Shape
	judged         map[int][2]*judge.Level // by number of samples
}

// levels prepares the first c samples of both shapes for the judge, once.
func (j *jury) levels(c int) (x, y *judge.Level) {
	if j.shapeX == nil {
		j.shapeX, j.shapeY = judge.NewShape(j.x, j.threads), judge.NewShape(j.y, j.threads)
	}
	if l, ok := j.judged[c]; ok {
		return l[0], l[1]
	}
	x, y = j.shapeX.Level(c, j.threads), j.shapeY.Level(c, j.threads)
	j.judged[c] = [2]*judge.Level{x, y}
	return x, y
}

// judge snaps and scores count maps between two levels. A verdict is nil when ctx
// ended before it.
func (j *jury) judge(ctx context.Context, x, y *judge.Level, count int, mapOf func(k int) (xToY, yToX []int32)) []*judge.Verdict {
	benches := make([]*judge.Bench, j.threads)
	verdicts := make([]*judge.Verdict, count)
	_ = parallel.For(ctx, j.threads, count, 1, func(w, k, _ int) {
		if benches[w] == nil {
			benches[w] = judge.NewBench(x, y)
		}
		xToY, yToX := mapOf(k)
		verdicts[k] = benches[w].Judge(ctx, xToY, yToX)
	})
	return verdicts
}

func (j *jury) judgeFinals(ctx context.Context, found []final) {
	for k := range found {
		found[k].xToY = targetsOf(j.x.Distances, found[k].plan)
	}
	if ctx.Err() != nil || len(found) == 0 {
		return
	}
	x, y := j.levels(max(j.x.Len(), j.y.Len()))
	verdicts := j.judge(ctx, x, y, len(found), func(k int) (xToY, yToX []int32) {
		return found[k].xToY, targetsOf(j.y.Distances, found[k].plan.Transpose())
	})
	for k, v := range verdicts {
		found[k].verdict = v
		if v != nil && found[k].learned {
			v.Score -= learnedLead
		}
	}
}

// prefer orders verdicts: the wanted side first, then the lower score.
func (j *jury) prefer(a, b *judge.Verdict) int {
	if wa, wb := j.wanted(a), j.wanted(b); wa != wb {
		if wa {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Score, b.Score)
}

// wanted reports whether a map lies on the side that the flip rule asks for. A map
// of unknown orientation counts as direct.
func (j *jury) wanted(v *judge.Verdict) bool {
	mirrored := v.Orientation < 0.5
	switch j.flip {
	case FlipDirect:
		return !mirrored
	case FlipMirrored:
		return mirrored
	}
	return true
}

// order sorts finals: judged before unjudged, then as the judge prefers.
func (j *jury) order(a, b final) int {
	switch {
	case a.verdict != nil && b.verdict != nil:
		return j.prefer(a.verdict, b.verdict)
	case a.verdict != nil:
		return -1
	case b.verdict != nil:
		return 1
	}
	return cmp.Compare(a.gw2, b.gw2)
}

// margin is the score of the second final minus that of the first, +Inf when there is no
// second that was wanted as much.
func (j *jury) margin(finals []final) float64 {
	if len(finals) > 1 && finals[1].verdict != nil && j.wanted(finals[1].verdict) == j.wanted(finals[0].verdict) {
		return finals[1].verdict.Score - finals[0].verdict.Score
	}
	return math.Inf(1)
}

// sameFine is the mean distance between the targets of two plans, in diameters,
// below which they count as one minimum at full size.
const sameFine = 0.05

// distinct sorts finals, best first, and keeps one of each minimum. Between variants
// of one match, other than between different matches, a lower loss is a good sign:
// the score and the loss decide together.
func (j *jury) distinct(all []final) []final {
	slices.SortStableFunc(all, j.order)
	var kept []final
	for _, f := range all {
		k := slices.IndexFunc(kept, func(g final) bool { return j.same(f, g) })
		switch {
		case k < 0:
			kept = append(kept, f)
		case f.verdict != nil && f.verdict.Score+math.Log(f.gw2) < kept[k].verdict.Score+math.Log(kept[k].gw2) &&
			j.wanted(f.verdict) == j.wanted(kept[k].verdict):
			kept[k] = f
		}
	}
	slices.SortStableFunc(kept, j.order)
	return kept
}

// same reports whether two finals are one minimum.
func (j *jury) same(f, g final) bool {
	return apart(j.y.Distances, f.xToY, g.xToY) < sameFine &&
		(f.verdict == nil || g.verdict == nil || sameSide(f.verdict.Orientation, g.verdict.Orientation))
}
