package cohort

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Estimate is the place of a landmark on a specimen, by all templates together.
type Estimate struct {
	Name string
	// At is the spatial median of the templates' places, in the coordinates of the specimen's
	// file.
	At r3.Vec
	// Votes is the number of templates that count: those whose match is not flagged, or all where
	// all are flagged. Spread is the root mean squared distance of their places from At, / √area
	// of the specimen; NaN for a single one.
	Votes  int
	Spread float64
	// Outlier says that the templates disagree much more than usual about this landmark.
	Outlier bool
	// Off is the distance of At from the specimen's own landmark, / √area, NaN where it has
	// none.
	Off float64
}

// A landmark is an outlier if its spread is above outlierTimes the median spread of this landmark
// over all specimens, and above outlierLeast / √area.
const outlierTimes, outlierLeast = 3, 0.02

// consensus are the landmarks of each specimen, in the order of the templates' lists. Specimens
// without a match have none.
func (a *Analysis) consensus() [][]Estimate {
	var names []string
	for _, row := range a.Rows {
		if row.Result == nil {
			continue
		}
		for _, l := range row.Result.Landmarks {
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	bySpecimen := make([][]Row, len(a.Cohort.Specimens))
	for _, row := range a.Rows {
		if r := row.Result; r != nil && r.Error == "" && !row.Pair.Among && !row.rejected() {
			bySpecimen[row.Pair.Specimen] = append(bySpecimen[row.Pair.Specimen], row)
		}
	}
	out := make([][]Estimate, len(bySpecimen))
	spreads := map[string][]float64{}
	for k, rows := range bySpecimen {
		for _, name := range names {
			if e, ok := estimate(rows, name); ok {
				out[k] = append(out[k], e)
				if !math.IsNaN(e.Spread) {
					spreads[name] = append(spreads[name], e.Spread)
				}
			}
		}
	}
	for _, list := range out {
		for k, e := range list {
			list[k].Outlier = e.Spread > max(outlierLeast, outlierTimes*medianOf(spreads[e.Name]))
		}
	}
	return out
}

// estimate joins the places of several templates for one landmark.
func estimate(rows []Row, name string) (Estimate, bool) {
	e := Estimate{Name: name, Spread: nan, Off: nan}
	var all, sound, other []r3.Vec // other: of templates that are another shape than the specimen
	unit := 1.0
	var given *[3]float64
	for _, row := range rows {
		r := row.Result
		k := slices.IndexFunc(r.Landmarks, func(l Carried) bool { return l.Name == name })
		if k < 0 {
			continue
		}
		at := vec(r.Landmarks[k].At)
		unit, given = float64(r.Unit), r.Landmarks[k].Given
		all = append(all, at)
		if row.Pair.Self { // a shape on itself
			continue
		}
		other = append(other, at)
		if !r.Flagged {
			sound = append(sound, at)
		}
	}
	votes := sound
	if len(votes) == 0 {
		votes = other
	}
	if len(votes) == 0 {
		votes = all
	}
	if len(votes) == 0 {
		return e, false
	}
	e.At, e.Votes = spatialMedian(votes), len(votes)
	if len(votes) > 1 {
		sum := 0.0
		for _, v := range votes {
			sum += r3.Norm2(r3.Sub(v, e.At))
		}
		e.Spread = math.Sqrt(sum/float64(len(votes))) / unit
	}
	if given != nil {
		e.Off = r3.Norm(r3.Sub(e.At, vec(*given))) / unit
	}
	return e, true
}

func vec(p [3]float64) r3.Vec { return r3.Vec{X: p[0], Y: p[1], Z: p[2]} }

// spatialMedian is the place with the least sum of distances to the points. Up to half of the
// points may lie anywhere: they do not move it far (Weiszfeld 1937, with the step of Vardi and
// Zhang 2000 where it meets a point). For two points it is the middle.
func spatialMedian(points []r3.Vec) r3.Vec {
	var at r3.Vec
	for _, p := range points {
		at = r3.Add(at, r3.Scale(1/float64(len(points)), p))
	}
	if len(points) < 3 {
		return at
	}
	size := 0.0
	for _, p := range points {
		size = max(size, r3.Norm(r3.Sub(p, at)))
	}
	for range 500 {
		var sum, pull r3.Vec
		weight, here := 0.0, 0.0
		for _, p := range points {
			d := r3.Norm(r3.Sub(p, at))
			if d <= 1e-12*size {
				here++
				continue
			}
			sum = r3.Add(sum, r3.Scale(1/d, p))
			pull = r3.Add(pull, r3.Scale(1/d, r3.Sub(p, at)))
			weight += 1 / d
		}
		if weight == 0 {
			return at
		}
		next := r3.Scale(1/weight, sum)
		if here > 0 {
			stay := min(1, here/r3.Norm(pull))
			if math.IsNaN(stay) { // no pull at all
				stay = 1
			}
			next = r3.Add(r3.Scale(1-stay, next), r3.Scale(stay, at))
		}
		moved := r3.Norm(r3.Sub(next, at))
		at = next
		if moved <= 1e-12*size {
			break
		}
	}
	return at
}

// medianOf is the median of values without NaN; NaN of no values.
func medianOf(values []float64) float64 {
	if len(values) == 0 {
		return nan
	}
	s := slices.Clone(values)
	slices.Sort(s)
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}
