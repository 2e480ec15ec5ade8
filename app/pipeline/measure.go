package pipeline

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/solver/metric"
)

// Measurement has the distances between two vertices of a shape, in the units of its file.
type Measurement struct {
	Straight float64 // through space
	Geodesic float64 // along the surface; in a cloud, from point to near point
	// Path leads along the surface from the first vertex to the second one, in the file's
	// coordinates; Normals are unit vectors of the surface there, nil where it has none.
	Path, Normals []r3.Vec
}

// Domain prepares a shape for distances, as a match with these options does.
func (s *Shape) Domain(opt session.Options) (*metric.Domain, error) {
	return metric.NewDomain(s.Mesh, metric.DomainOptions{LargestComponent: opt.LargestComponent, IncludeIsolated: opt.IncludeIsolated,
		DropFar: opt.DropOutliers, Weld: opt.Weld})
}

// Measure measures from one vertex of a shape's file to another.
func Measure(ctx context.Context, s *Shape, d *metric.Domain, from, to int) (*Measurement, error) {
	if n := len(s.Mesh.Vertices); from < 0 || to < 0 || from >= n || to >= n {
		return nil, fmt.Errorf("%s has %d vertices, counted from 0: there are no vertices %d and %d", s.Ref, n, from, to)
	}
	out := &Measurement{Straight: r3.Norm(r3.Sub(s.Mesh.Vertices[from], s.Mesh.Vertices[to]))}
	a, b := d.PointOf[from], d.PointOf[to]
	return out, d.Geodesics(ctx, []int32{b}, metric.KindAccurate, 1, func(_ int, dist []float64) {
		out.Geodesic = max(dist[a]*d.Scale, out.Straight) // rounding
		for _, p := range d.PathDown(dist, a) {
			out.Path = append(out.Path, d.ToFile(p.At))
			if d.Normals != nil {
				out.Normals = append(out.Normals, unitOr(r3.Add(r3.Scale(1-p.T, d.Normals[p.A]), r3.Scale(p.T, d.Normals[p.B]))))
			}
		}
	})
}

// unitOr is a vector's direction; zero where it has none.
func unitOr(v r3.Vec) r3.Vec {
	if n := r3.Norm(v); n > 0 {
		return r3.Scale(1/n, v)
	}
	return r3.Vec{}
}
