package experiments

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/stages"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

// SlicerSettings of the experiment "scaling-slicer".
type SlicerSettings struct {
	Presets []neural.Preset
	Points  []int // of each shape, ascending
}

// sliceCoordinates is the number of coordinates that a slicer sees of a point.
const sliceCoordinates = 6

// SlicerScaling measures the pass of many points through a slicer and their sort. A match by a trained
// slicer needs nothing else, and the paper claims that its time grows as n log n.
func SlicerScaling(s SlicerSettings) *Experiment {
	e := &Experiment{Name: "scaling-slicer", Title: "How a trained slicer grows with the points",
		About: "Seconds for N points on each of two shapes: all through the network, and the sort that makes the coupling.",
		Columns: []Column{
			wordColumn("preset", "whose network it is"),
			numberColumn("points", "N, on each of two shapes", 0),
			numberColumn("forward_s", "processor time of the network, both shapes", 6),
			numberColumn("sort_s", "processor time of sorting both and making the coupling", 6),
			numberColumn("cpu_s", "both together", 6),
			numberColumn("wall_s", "both together, time on the wall", 6),
		},
		Notes: []string{
			"The points (six coordinates) and the weights of the network are random: the time depends on neither. The lifting of one shape, a 6 x 6 matrix, is left out.",
			"Small sizes are repeated until a twentieth of a second is over; times are means.",
			"Last column: nanoseconds of processor time over N log N; the network alone grows as N.",
		}}
	for _, p := range s.Presets {
		for _, n := range s.Points {
			e.Cells = append(e.Cells, Cell{
				Key: fmt.Sprintf("slicer %s N=%d", p, n), Group: string(p), Weight: float64(n),
				Measure: func(ctx context.Context, _ SoFar) (Row, error) { return measureSlicer(ctx, p, n) },
			})
		}
	}
	e.Tables, e.Figures = slicerTables, slicerFigures
	return e
}

// repeatFor is the least time for which a size is repeated.
const repeatFor = 50 * time.Millisecond

func measureSlicer(ctx context.Context, preset neural.Preset, n int) (Row, error) {
	row := NewRow()
	row.Say("preset", string(preset))
	row.Put("points", float64(n))
	set, err := preset.Of()
	if err != nil {
		return row, err
	}
	backend := cpu.New[float32](0)
	defer backend.Close()
	backend.Bind(ctx, nil) // kernels stop soon after ctx ends
	scorer := neural.NewScorer(set, n, sliceCoordinates, backend, 1)
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	points, weights := [2]*mat.Dense{}, make([]float64, n)
	for side := range points {
		points[side] = mat.NewDense(n, sliceCoordinates, nil)
		for k := range points[side].RawMatrix().Data {
			points[side].RawMatrix().Data[k] = rng.NormFloat64()
		}
	}
	for i := range weights {
		weights[i] = 1 / float64(n)
	}
	scorer.Scores(points[0].Slice(0, min(n, 1000), 0, sliceCoordinates).(*mat.Dense)) // so that memory is allocated
	var forward, sorting, wall float64
	rounds := 0.0
	for begin := time.Now(); time.Since(begin) < repeatFor || rounds == 0; rounds++ {
		began, used := time.Now(), stages.ProcessorSeconds()
		x, y := scorer.Scores(points[0]), scorer.Scores(points[1])
		if err := ctx.Err(); err != nil {
			return row, err
		}
		passed := stages.ProcessorSeconds()
		slicer.SortedPlan(x, y, weights, weights)
		forward += passed - used
		sorting += stages.ProcessorSeconds() - passed
		wall += time.Since(began).Seconds()
	}
	row.Put("forward_s", forward/rounds)
	row.Put("sort_s", sorting/rounds)
	row.Put("cpu_s", (forward+sorting)/rounds)
	row.Put("wall_s", wall/rounds)
	return row, nil
}

func slicerTables(rows []Row) (out []Table) {
	for _, p := range Distinct(rows, "preset") {
		group := Where(rows, "preset", p)
		t := Table{Title: "A trained slicer, preset " + p, Head: []string{"N", "network", "sort", "both", "on the wall", "ns / N log N"}}
		for _, r := range group {
			line := []string{Format(r.Number("points"), 0, "–")}
			for _, c := range []string{"forward_s", "sort_s", "cpu_s", "wall_s"} {
				line = append(line, Format(r.Number(c), 5, "–"))
			}
			t.Rows = append(t.Rows, append(line, Format(1e9*overNLogN(r, "points", "cpu_s"), 1, "–")))
		}
		out = append(out, t)
	}
	return out
}

func slicerFigures(rows []Row) (out []Figure) {
	for _, p := range Distinct(rows, "preset") {
		chart := growthChart("A trained slicer, preset "+p, "points N on each shape", "points", Where(rows, "preset", p),
			[]growing{{"cpu_s", "network and sort"}, {"forward_s", "network"}, {"sort_s", "sort"}})
		out = append(out, figureOf(chart, "scaling-slicer-"+p, "Processor time of a trained slicer and its sort against the number of points, both logarithmic. The dashed line grows as N log N."))
	}
	return out
}
