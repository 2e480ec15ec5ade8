package experiments

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// edgeStretch is the root mean square of log(length / length on the domain) over the
// edges of a domain's triangles when its points lie at other places. An edge counts once for
// each of its triangles. An edge without length, before or after, counts as a factor of a
// thousand, so that collapse is not overlooked.
func edgeStretch(d *metric.Domain, at []r3.Vec) float64 {
	limit := math.Log(1000)
	var sum float64
	count := 0
	for _, t := range d.Triangles {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			before, after := r3.Norm(r3.Sub(d.Points[a], d.Points[b])), r3.Norm(r3.Sub(at[a], at[b]))
			log := limit
			if before > 0 && after > 0 {
				log = min(math.Abs(math.Log(after/before)), limit)
			}
			sum += log * log
			count++
		}
	}
	return math.Sqrt(sum / float64(count))
}
