package meshtest

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Keeps are the contents that a file format can hold, for [Diff].
type Keeps struct {
	Faces, Polygons, Groups bool
	Normals, Colors, Alpha  bool
	Scalars                 bool
	// Tolerance is how far a coordinate may move, absolutely; zero means that every bit must stay.
	Tolerance float64
}

// Everything is for a format that loses nothing.
var Everything = Keeps{Faces: true, Polygons: true, Groups: true, Normals: true, Colors: true, Alpha: true, Scalars: true}

// Diff tells the first difference between two meshes in the contents that a format keeps,
// or nothing. A NaN equals a NaN.
func Diff(want, got *mesh.Mesh, keeps Keeps) string {
	if d := diffVectors("vertex", want.Vertices, got.Vertices, keeps.Tolerance); d != "" {
		return d
	}
	if keeps.Faces {
		if d := diffFaces(want, got, keeps); d != "" {
			return d
		}
	}
	if keeps.Normals {
		if d := diffVectors("normal", want.Normals, got.Normals, keeps.Tolerance); d != "" {
			return d
		}
	}
	if keeps.Colors {
		if len(want.Colors) != len(got.Colors) {
			return fmt.Sprintf("%d colours, want %d", len(got.Colors), len(want.Colors))
		}
		for i, c := range want.Colors {
			g := got.Colors[i]
			if !keeps.Alpha {
				c.A, g.A = 255, 255
			}
			if c != g {
				return fmt.Sprintf("colour %d is %v, want %v", i, g, c)
			}
		}
	}
	if keeps.Scalars {
		if len(want.Scalars) != len(got.Scalars) {
			return fmt.Sprintf("%d scalars, want %d", len(got.Scalars), len(want.Scalars))
		}
		for k, s := range want.Scalars {
			if s.Name != got.Scalars[k].Name {
				return fmt.Sprintf("scalar %d is called %q, want %q", k, got.Scalars[k].Name, s.Name)
			}
			for i, v := range s.Values {
				if !near(v, got.Scalars[k].Values[i], keeps.Tolerance) {
					return fmt.Sprintf("scalar %q at vertex %d is %v, want %v", s.Name, i, got.Scalars[k].Values[i], v)
				}
			}
		}
	}
	if keeps.Groups && !slices.Equal(want.Groups, got.Groups) {
		return fmt.Sprintf("groups %v, want %v", got.Groups, want.Groups)
	}
	return ""
}

func diffFaces(want, got *mesh.Mesh, keeps Keeps) string {
	if len(want.Triangles) != len(got.Triangles) {
		return fmt.Sprintf("%d triangles, want %d", len(got.Triangles), len(want.Triangles))
	}
	for t, f := range want.Triangles {
		if f != got.Triangles[t] {
			return fmt.Sprintf("triangle %d is %v, want %v", t, got.Triangles[t], f)
		}
	}
	if !keeps.Polygons {
		return ""
	}
	if len(want.Polygons) != len(got.Polygons) {
		return fmt.Sprintf("%d polygons, want %d", len(got.Polygons), len(want.Polygons))
	}
	for f, p := range want.Polygons {
		if !slices.Equal(p, got.Polygons[f]) {
			return fmt.Sprintf("polygon %d is %v, want %v", f, got.Polygons[f], p)
		}
	}
	if !slices.Equal(want.PolygonOf, got.PolygonOf) {
		return "triangles belong to other polygons"
	}
	return ""
}

func diffVectors(what string, want, got []r3.Vec, tolerance float64) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d of %s, want %d", len(got), what, len(want))
	}
	for i, p := range want {
		q := got[i]
		if !near(p.X, q.X, tolerance) || !near(p.Y, q.Y, tolerance) || !near(p.Z, q.Z, tolerance) {
			return fmt.Sprintf("%s %d is %v, want %v", what, i, q, p)
		}
	}
	return ""
}

func near(a, b, tolerance float64) bool {
	return a == b || math.Abs(a-b) <= tolerance || math.IsNaN(a) && math.IsNaN(b)
}
