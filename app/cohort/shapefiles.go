package cohort

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/figures"
	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
)

// mostComponents is the largest number of principal components that are written as meshes.
const mostComponents = 3

// MeanFile is the mean shape, in the folder of results.
const MeanFile = "shape/mean.ply"

// writeMeshes writes the first template's mesh on each specimen: all have its vertices and
// faces in its order.
func (a *Analysis) writeMeshes(ctx context.Context) error {
	c := a.Cohort
	if a.template == nil {
		return nil
	}
	for _, row := range a.Rows {
		r := row.Result
		if row.Pair.Among || row.Pair.Template != 0 || r == nil || r.Error != "" || r.Vertices == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		at, err := c.Dir.positions(r)
		if err != nil {
			return err
		}
		m := a.bare(at, row.Pair.B.Name)
		if r.Mirrored {
			m = m.TurnedOver()
		}
		if err := a.Cohort.Dir.mesh("meshes/"+row.Pair.B.Name+".ply", m); err != nil {
			return err
		}
	}
	return nil
}

// bare is a mesh with the template's triangles and other places of its vertices.
func (a *Analysis) bare(at []r3.Vec, name string) *mesh.Mesh {
	return &mesh.Mesh{Name: name, Vertices: at, Triangles: a.template.Triangles}
}

// writeShapes writes the mean shape and the principal components as meshes, in the mean size
// of the specimens, and as numbers.
func (a *Analysis) writeShapes(context.Context) error {
	s := a.Shapes
	if s == nil {
		return nil
	}
	size := figures.Mean(s.Alignment.Size)
	scaled := func(points []r3.Vec) []r3.Vec {
		out := make([]r3.Vec, len(points))
		for i, p := range points {
			out[i] = r3.Scale(size, p)
		}
		return out
	}
	mean := a.bare(scaled(s.PCA.Mean), "mean")
	if err := a.Cohort.Dir.mesh(MeanFile, mean); err != nil {
		return err
	}
	var targets []gltf.Target
	for k := range min(mostComponents, len(s.PCA.Variance)) {
		for _, deviations := range []int{-3, -2, -1, 1, 2, 3} {
			at := scaled(s.PCA.At(k, float64(deviations)))
			sign := "plus"
			if deviations < 0 {
				sign = "minus"
			}
			name := fmt.Sprintf("pc%d_%s%d", k+1, sign, max(deviations, -deviations))
			if err := a.Cohort.Dir.mesh("shape/"+name+".ply", a.bare(at, name)); err != nil {
				return err
			}
			if deviations == 3 || deviations == -3 {
				targets = append(targets, gltf.Target{Name: fmt.Sprintf("PC %d, %+d sd", k+1, deviations), Vertices: at})
			}
		}
	}
	if err := a.Cohort.Dir.write("shape/components.glb", func(w io.Writer) error { return gltf.EncodeTargets(w, mean, targets) }); err != nil {
		return err
	}
	if err := a.writeSpread(s, size); err != nil {
		return err
	}
	return a.writeScores(s)
}

// SpreadFile has the standard deviation of each vertex of the mean shape, in the folder of
// results.
const SpreadFile = "shape/spread.csv"

// writeSpread writes, for each vertex, the standard deviation of its place over the specimens,
// after alignment: the root of the summed variances of x, y and z, in units of the files at
// the mean size of the specimens.
func (a *Analysis) writeSpread(s *Statistics, size float64) error {
	rows := [][]string{{"vertex", "standard_deviation"}}
	for i := range s.PCA.Mean {
		sum := 0.0
		for k, v := range s.PCA.Variance {
			sum += v * r3.Norm2(s.PCA.Vectors[k][i])
		}
		rows = append(rows, []string{strconv.Itoa(i), number(size * math.Sqrt(sum))})
	}
	return a.Cohort.Dir.table(SpreadFile, rows)
}

// writeScores writes scores and variances.
func (a *Analysis) writeScores(s *Statistics) error {
	scores := [][]string{{"specimen", "group", "centroid_size", "procrustes_distance"}}
	variance := [][]string{{"component", "variance", "share", "cumulative"}}
	sum := 0.0
	for k, v := range s.PCA.Variance {
		sum += s.PCA.Share[k]
		name := fmt.Sprintf("PC%d", k+1)
		scores[0] = append(scores[0], name)
		variance = append(variance, []string{name, number(v), number(s.PCA.Share[k]), number(sum)})
	}
	for i, k := range s.Who {
		who := a.Cohort.Specimens[k]
		row := []string{who.Name, who.Group, number(s.Alignment.Size[i]), number(s.Alignment.Distance[i])}
		for _, v := range s.PCA.Scores[i] {
			row = append(row, number(v))
		}
		scores = append(scores, row)
	}
	if err := a.Cohort.Dir.table("shape/scores.csv", scores); err != nil {
		return err
	}
	return a.Cohort.Dir.table("shape/variance.csv", variance)
}
