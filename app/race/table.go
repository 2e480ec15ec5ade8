package race

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gwscope/app/number"
)

// Column is one figure of the rows, the same in every table.
type Column struct {
	Key   string // the name of the column for sorting
	Title string
	Tip   string // one sentence that explains it
	// Words says that the column has words, which stand at the left; figures stand at the right.
	Words bool
	// Text is the cell of a row.
	Text func(r *Row) string
	// value is the number by which rows are sorted, least first; NaN comes last. nil: by text.
	value func(r *Row) float64
}

// Columns are all columns, the most important first: where there is no room, the last ones are
// left out.
var Columns = []Column{
	{Key: "method", Title: "Method", Words: true, Tip: "The method with its parameters.",
		Text: func(r *Row) string { return r.Contestant.Title() }},
	{Key: "probability", Title: "Sure", Tip: "Probability that the match is the one that is meant, from all that is known without the truth.",
		Text: func(r *Row) string { return share(r.Probability) }, value: func(r *Row) float64 { return -r.Probability }},
	{Key: "gw2", Title: "GW²", Tip: "Squared Gromov-Wasserstein loss of the plan; distances are shares of the diameter. Lower is better.",
		Text: func(r *Row) string { return number.Loss(r.GW2) }, value: func(r *Row) float64 { return r.GW2 }},
	{Key: "error", Title: "Error", Tip: "Mean geodesic error / √area of the map of all vertices, where the truth is known.",
		Text: func(r *Row) string { return number.Fixed(r.DenseDirect, 3) }, value: func(r *Row) float64 { return r.DenseDirect }},
	{Key: "mirrored", Title: "Mirrored", Tip: "The same error against the mirror image of the truth: small where a method chose the other side.",
		Text: func(r *Row) string { return number.Fixed(r.DenseMirrored, 3) }, value: func(r *Row) float64 { return r.DenseMirrored }},
	{Key: "time", Title: "Time", Tip: "Of the method alone, its start included.",
		Text: func(r *Row) string { return clock(r, r.Method) }, value: func(r *Row) float64 { return seconds(r.Method) }},
	{Key: "plan", Title: "Plan", Tip: "Mean geodesic error / √area of the plan alone: each sample at the target that gets most of its mass.",
		Text: func(r *Row) string { return number.Fixed(r.PlanDirect, 3) }, value: func(r *Row) float64 { return r.PlanDirect }},
	{Key: "distortion", Title: "Distortion", Tip: "By how much matched pairs of points differ in distance, as a share of the diameter. Needs no truth.",
		Text: func(r *Row) string { return number.Percent(r.Distortion) }, value: func(r *Row) float64 { return r.Distortion }},
	{Key: "landmarks", Title: "Landmarks", Tip: "Root mean square distance / √area from landmarks that the map carries over to those given on the target; pinned ones are left out.",
		Text: func(r *Row) string { return number.Fixed(r.Landmarks, 3) }, value: func(r *Row) float64 { return r.Landmarks }},
	{Key: "memory", Title: "Memory", Tip: "By how much memory grew at most while the method ran. Side by side it cannot be told apart.",
		Text: func(r *Row) string { return number.Bytes(r.Memory) }, value: func(r *Row) float64 { return positive(float64(r.Memory)) }},
	{Key: "everything", Title: "Everything", Tip: "Time of all steps: reading, spaces, method, judging and the map of all vertices.",
		Text: func(r *Row) string { return clock(r, r.Everything) }, value: func(r *Row) float64 { return seconds(r.Everything) }},
	{Key: "bound", Title: "Bound", Tip: "Proven lower bound on the GW² of all plans, by methods that prove one.",
		Text: func(r *Row) string { return number.Loss(r.Bound) }, value: func(r *Row) float64 { return -r.Bound }},
	{Key: "own", Title: "Own value", Tip: "What the method itself minimises or reports, where that is not GW².",
		Text: func(r *Row) string { return number.Loss(r.Value) }, value: func(r *Row) float64 { return r.Value }},
	{Key: "orientation", Title: "Orientation", Tip: "Share of nearby triples that keep their sense about the outward normal: 1 direct, 0 mirrored.",
		Text: func(r *Row) string { return number.Fixed(r.Orientation, 2) }, value: func(r *Row) float64 { return -r.Orientation }},
	{Key: "spread", Title: "Spread", Tip: "Mean number of target samples that hold 90 % of a source sample's mass: 1 where the plan sends each to one place.",
		Text: func(r *Row) string { return number.Fixed(r.Spread, 1) }, value: func(r *Row) float64 { return r.Spread }},
	{Key: "samples", Title: "Samples", Tip: "On the source and the target.",
		Text: func(r *Row) string { return samples(r) }, value: func(r *Row) float64 { return positive(float64(r.N)) }},
}

// FindColumn is the column of a key.
func FindColumn(key string) (*Column, error) {
	var keys []string
	for i := range Columns {
		if Columns[i].Key == key {
			return &Columns[i], nil
		}
		keys = append(keys, Columns[i].Key)
	}
	return nil, fmt.Errorf("rows cannot be sorted by %q: use one of %s", key, strings.Join(keys, ", "))
}

// share writes a probability in whole percent.
func share(p float64) string {
	if math.IsNaN(p) {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// clock writes a time; a shared one is marked.
func clock(r *Row, d time.Duration) string {
	switch {
	case d == 0:
		return "–"
	case r.Shared:
		return number.Span(d) + " *"
	}
	return number.Span(d)
}

func samples(r *Row) string {
	switch {
	case r.N == 0:
		return "–"
	case r.N == r.M:
		return number.Count(r.N)
	}
	return number.Count(r.N) + ", " + number.Count(r.M)
}

func seconds(d time.Duration) float64 { return positive(d.Seconds()) }

// positive is NaN for 0, which stands for an unknown number.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.NaN()
}

// Order gives the indices of rows sorted by a column, least first or, if descending, largest
// first; without a column (nil) in their order. Rows for which pinned holds (nil: none) come
// first. Rows with unknown figures come after the others in both directions, and rows without a
// result after these; equal rows keep their order.
func Order(rows []Row, by *Column, descending bool, pinned func(i int) bool) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch {
		case pinned != nil && pinned(i):
			return 0
		case by == nil || rows[i].Result() || !rows[i].Over():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(rank(i), rank(j)), by.compare(&rows[i], &rows[j], descending))
	})
	return order
}

func (c *Column) compare(a, b *Row, descending bool) int {
	if c == nil {
		return 0
	}
	sign := 1
	if descending {
		sign = -1
	}
	if c.value == nil {
		return sign * strings.Compare(c.Text(a), c.Text(b))
	}
	x, y := c.value(a), c.value(b)
	switch {
	case math.IsNaN(x) && math.IsNaN(y):
		return 0
	case math.IsNaN(x):
		return 1
	case math.IsNaN(y):
		return -1
	}
	return sign * cmp.Compare(x, y)
}

// Known reports whether any row has a figure in the column.
func (c *Column) Known(rows []Row) bool {
	return c.value == nil || slices.ContainsFunc(rows, func(r Row) bool { return !math.IsNaN(c.value(&r)) })
}

// Sorted is rows in the order of a column.
func Sorted(rows []Row, by *Column) []Row {
	out := make([]Row, 0, len(rows))
	for _, i := range Order(rows, by, false, nil) {
		out = append(out, rows[i])
	}
	return out
}
