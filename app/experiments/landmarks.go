package experiments

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// trueLandmarks pins count landmarks: on the source at its farthest-point samples, on the
// target where the truth has these. The first sample is left out, because it lies anywhere.
// A person would place landmarks so, too: far apart, and most of them on limbs.
func trueLandmarks(pair *Pair, p *pipeline.Pair, count int) (session.Marks, error) {
	var marks session.Marks
	if pair.Truth == nil {
		return marks, Skip("%d landmarks need a truth to be placed by", count)
	}
	a, b, t := pair.A.Mesh, pair.B.Mesh, pair.Truth
	for _, point := range p.X.Samples[1:] {
		if len(marks.A.Landmarks) == count {
			break
		}
		v := p.X.Domain.VertexOf[point]
		target := t.Target[v]
		if target < 0 {
			continue
		}
		at := b.Vertices[target]
		if t.Face != nil && t.Face[v] >= 0 {
			at = r3.Vec{}
			for k, corner := range b.Triangles[t.Face[v]] {
				at = r3.Add(at, r3.Scale(t.Bary[v][k], b.Vertices[corner]))
			}
		}
		name := fmt.Sprintf("landmark %d", len(marks.A.Landmarks)+1)
		for set, l := range map[*landmark.Set]session.Landmark{&marks.A: landmark.New(name, a.Vertices[v]), &marks.B: landmark.New(name, at)} {
			l.Pinned = true
			set.Landmarks = append(set.Landmarks, l)
		}
	}
	if len(marks.A.Landmarks) < count {
		return marks, Skip("the truth knows fewer than %d places", count)
	}
	return marks, nil
}

// PinnedCell measures a contestant with count true landmarks pinned. Its row has a method of
// its own.
func (k *Matches) PinnedCell(src PairSource, c race.Contestant, shared session.Options, count int) Cell {
	cell := k.Cell(src, c, shared)
	cell.Key += fmt.Sprintf(" landmarks=%d", count)
	cell.Group += fmt.Sprintf(" landmarks=%d", count)
	cell.Measure = func(ctx context.Context, _ SoFar) (Row, error) {
		_, row, err := k.matchMarked(ctx, src, c, shared, func(pair *Pair, p *pipeline.Pair) (session.Marks, error) {
			return trueLandmarks(pair, p, count)
		})
		row.Say("method", fmt.Sprintf("%s, %d landmarks", c, count))
		return row, err
	}
	return cell
}
