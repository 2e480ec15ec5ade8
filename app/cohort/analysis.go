package cohort

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/solver/morphometrics"
)

// Analysis are the statistics of a cohort from its results so far.
type Analysis struct {
	Cohort *Cohort
	Rows   Rows
	// Landmarks are the landmarks of each specimen, by all templates together.
	Landmarks [][]Estimate
	// Shapes are statistics of the first template's mesh on the specimens, Marks those of the
	// landmarks; nil where there are too few.
	Shapes, Marks *Statistics
	// Distances are between specimens; nil where there are none.
	Distances *Matrix
	// Notes are sentences on things left out, with the reasons.
	Notes []string

	template *mesh.Mesh // the first template
}

// Statistics are the statistics of corresponding points on several specimens.
type Statistics struct {
	// Who lists the specimens, as indices into the cohort's list.
	Who []int
	// Points are the points of each specimen (len(Who) x p) in the coordinates of its file; those
	// of mirrored matches are reflected.
	Points    [][]r3.Vec
	Alignment *morphometrics.Alignment
	PCA       *morphometrics.Components
}

// Matrix are distances between the specimens Who, with their tree and their map.
type Matrix struct {
	// Kind names the distances.
	Kind    string
	Who     []int
	Between [][]float64
	Map     *morphometrics.Scaled
	Joins   []morphometrics.Join
}

// mapAxes is the number of axes of the map of specimens.
const mapAxes = 5

func (a *Analysis) note(format string, args ...any) {
	a.Notes = append(a.Notes, fmt.Sprintf(format, args...))
}

// Analyse reads all results and makes the statistics.
func (c *Cohort) Analyse(ctx context.Context, w *Work) (*Analysis, error) {
	a := &Analysis{Cohort: c}
	missing, failed := 0, 0
	review, err := c.Review()
	if err != nil {
		return nil, err
	}
	backends, programs := map[string]bool{}, map[string]bool{}
	for _, p := range w.Pairs {
		judged := review.Of(p)
		r := c.reviewed(p, judged)
		switch {
		case r == nil:
			missing++
		case r.Error != "":
			failed++
		default:
			backends[r.Backend], programs[r.Program] = true, true
		}
		a.Rows = append(a.Rows, Row{Pair: p, Result: r, Judged: judged})
	}
	a.noteReview(review, w)
	if missing > 0 {
		a.note("%d of %d pairs have no result yet: run the cohort again, then merge it again.", missing, len(w.Pairs))
	}
	if w.More {
		a.note("More pairs of specimens follow from the results of the first: run the cohort again, then merge it again.")
	} else if n := len(c.Specimens); c.Nearest > 0 {
		among := 0
		for _, p := range w.Pairs {
			if p.Among {
				among++
			}
		}
		a.note("%d of %d pairs of specimens were not matched: a lower bound of their distance proves that they are not among the nearest %d specimens of each other.", n*(n-1)/2-among, n*(n-1)/2, c.Nearest)
	}
	if failed > 0 {
		a.note("%d of %d pairs could not be matched; the table says why.", failed, len(w.Pairs))
	}
	if len(programs) > 1 {
		a.note("The results come from %d versions of the program: remove the folder %s to make all results with one version.", len(programs), pairsDir)
	}
	if len(backends) > 1 {
		a.note("The results come from %d kinds of processors, which round differently (OPENBLAS_CORETYPE chooses one kind for all).", len(backends))
	}
	a.Landmarks = a.consensus()
	if err := a.shapes(ctx); err != nil {
		return nil, err
	}
	if err := a.landmarkStatistics(); err != nil {
		return nil, err
	}
	if err := a.matrix(); err != nil {
		return nil, err
	}
	return a, nil
}

// noteReview says how many matches people accepted and rejected.
func (a *Analysis) noteReview(review *Review, w *Work) {
	accepted, rejected := 0, 0
	for _, row := range a.Rows {
		switch row.Judged.Decision {
		case Accepted:
			accepted++
		case Rejected:
			rejected++
		}
	}
	if accepted+rejected > 0 {
		a.note("People accepted %d matches, which count as right, and rejected %d, which are left out of the statistics (%s).", accepted, rejected, ReviewFile)
	}
	if n := review.Stale(w); n > 0 {
		a.note("%d decisions of %s are about pairs whose shapes or options have changed since, and do not count: judge these matches again.", n, ReviewFile)
	}
}

// fewest is the least number of specimens for statistics.
const fewest = 3

// shapes are the statistics of the first template's mesh on the specimens.
func (a *Analysis) shapes(ctx context.Context) error {
	c := a.Cohort
	if len(c.Templates) == 0 {
		return nil
	}
	s := &Statistics{}
	flagged := 0
	for k, row := range a.Rows {
		r := row.Result
		if row.Pair.Among || row.Pair.Template != 0 || r == nil || r.Error != "" || r.Vertices == 0 || row.rejected() {
			continue
		}
		if r.Flagged && c.Statistics != EveryOne {
			flagged++
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		at, err := c.Dir.positions(r)
		if err != nil {
			return err
		}
		if r.Mirrored {
			at = reflected(at)
		}
		a.Rows[k].Counted = true
		s.Who, s.Points = append(s.Who, row.Pair.Specimen), append(s.Points, at)
	}
	if flagged > 0 {
		a.note("%d specimens are flagged and left out of the statistics of shapes (statistics: all in %s counts them).", flagged, FileName)
	}
	if len(s.Who) < fewest {
		a.note("There are %d specimens for the statistics of shapes; they need %d.", len(s.Who), fewest)
		return nil
	}
	shape, err := c.Load(ctx, pipeline.NewEngine(), c.Templates[0])
	if err != nil {
		return err
	}
	if len(shape.Mesh.Vertices) != len(s.Points[0]) {
		return fmt.Errorf("template %s has %d vertices and the results have %d: run the cohort again", c.Templates[0].Name, len(shape.Mesh.Vertices), len(s.Points[0]))
	}
	a.template = shape.Mesh
	a.Shapes = a.statistics(s, "meshes", meshVectors)
	return nil
}

// meshVectors is the number of components of the meshes that are kept as displacements: all of
// them would take as much memory as the meshes.
const meshVectors = 12

// statistics aligns the points and finds components. The first of them are kept as displacements
// (vectors says how many; 0: all). It is nil, with a note, where there is no alignment or no
// component.
func (a *Analysis) statistics(s *Statistics, of string, vectors int) *Statistics {
	var err error
	if s.Alignment, err = morphometrics.Procrustes(s.Points); err != nil {
		a.note("There are no statistics of the %s: %v.", of, err)
		return nil
	}
	if s.PCA, err = morphometrics.Principal(s.Alignment.Aligned, vectors); err != nil {
		a.note("There are no principal components of the %s: %v.", of, err)
		return nil
	}
	if !s.Alignment.Converged {
		a.note("The Procrustes analysis of the %s did not settle in %d rounds.", of, s.Alignment.Iterations)
	}
	return s
}

func reflected(points []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		out[i] = r3.Vec{X: -p.X, Y: p.Y, Z: p.Z}
	}
	return out
}

// landmarkStatistics are the statistics of the landmarks of specimens that have all of them.
// Flagged specimens are left out unless the cohort wants all.
func (a *Analysis) landmarkStatistics() error {
	most := 0
	for _, list := range a.Landmarks {
		most = max(most, len(list))
	}
	if most < 3 {
		return nil
	}
	s := &Statistics{}
	for k, list := range a.Landmarks {
		if len(list) < most || a.Rows.doubtful(k) && a.Cohort.Statistics != EveryOne || a.Rows.rejected(k) {
			continue
		}
		var points []r3.Vec
		for _, e := range list {
			points = append(points, e.At)
		}
		if a.Rows.mirrored(k) {
			points = reflected(points)
		}
		s.Who, s.Points = append(s.Who, k), append(s.Points, points)
	}
	if len(s.Who) >= fewest {
		a.Marks = a.statistics(s, "landmarks", 0)
	}
	return nil
}

// matrix are the GW distances of all pairs of specimens where these were matched, and
// otherwise the Procrustes distances of the registered meshes.
func (a *Analysis) matrix() error {
	m := a.gwDistances()
	if m == nil {
		m = a.procrustesDistances()
	}
	if m == nil || len(m.Who) < 2 {
		return nil
	}
	var err error
	if m.Map, err = morphometrics.Scaling(m.Between, mapAxes); err != nil {
		return err
	}
	if m.Joins, err = morphometrics.Dendrogram(m.Between); err != nil {
		return err
	}
	a.Distances = m
	return nil
}

func (a *Analysis) gwDistances() *Matrix {
	if a.Cohort.Pairs != AllPairs || a.Cohort.Nearest > 0 {
		return nil
	}
	n := len(a.Cohort.Specimens)
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, n)
	}
	lacking := make([]int, n) // number of unknown distances of each
	unknown := map[[2]int]bool{}
	out := make([]bool, n)
	leaveOut := func(k int) {
		out[k] = true
		for pair := range unknown {
			if pair[0] == k || pair[1] == k {
				lacking[pair[0]]--
				lacking[pair[1]]--
				delete(unknown, pair)
			}
		}
	}
	for _, row := range a.Rows {
		if !row.Pair.Among {
			continue
		}
		i, j := row.Pair.Template, row.Pair.Specimen
		d := row.Result.distance()
		if math.IsNaN(d) {
			lacking[i]++
			lacking[j]++
			unknown[[2]int{i, j}] = true
			continue
		}
		all[i][j], all[j][i] = d, d
	}
	for k := range out {
		if a.Rows.rejected(k) {
			leaveOut(k)
		}
	}
	// The specimen that lacks most distances is left out, until all are known.
	for len(unknown) > 0 {
		worst := slices.Index(lacking, slices.Max(lacking))
		leaveOut(worst)
		a.note("%s has no distance to some specimens and is left out of the matrix.", a.Cohort.Specimens[worst].Name)
	}
	m := &Matrix{Kind: "GW distance: the root of GW², distances as shares of the largest"}
	for i := range n {
		if !out[i] {
			m.Who = append(m.Who, i)
		}
	}
	for _, i := range m.Who {
		var row []float64
		for _, j := range m.Who {
			row = append(row, all[i][j])
		}
		m.Between = append(m.Between, row)
	}
	return m
}

// procrustesDistances are the distances of the aligned meshes, or of the landmarks where there are no
// meshes. They are the distances of the scores, because principal components keep all distances.
func (a *Analysis) procrustesDistances() *Matrix {
	s, of := a.Shapes, "registered meshes"
	if s == nil {
		s, of = a.Marks, "landmarks"
	}
	if s == nil {
		return nil
	}
	m := &Matrix{Kind: "Procrustes distance of the " + of, Who: s.Who}
	for range s.Who {
		m.Between = append(m.Between, make([]float64, len(s.Who)))
	}
	for i, x := range s.PCA.Scores {
		for j, y := range s.PCA.Scores[:i] {
			sum := 0.0
			for k, v := range x {
				sum += (v - y[k]) * (v - y[k])
			}
			m.Between[i][j], m.Between[j][i] = math.Sqrt(sum), math.Sqrt(sum)
		}
	}
	return m
}
