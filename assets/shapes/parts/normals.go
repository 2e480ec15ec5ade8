package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// creaseCosine is the cosine of 40 degrees: faces that meet at a larger angle meet in a sharp edge. The
// coarsest tubes turn by 30 degrees a face.
var creaseCosine = math.Cos(40 * math.Pi / 180)

// cornerNormals are unit normals at the corners of all triangles, smooth across
// faces but not across creases.
func (s *solid) cornerNormals() [][3]r3.Vec {
	face := make([]r3.Vec, len(s.tri)) // times twice the area
	flatNormal := make([]r3.Vec, len(s.tri))
	count := make([]int32, len(s.pos)+1)
	for t, f := range s.tri {
		a, b, c := s.pos[f[0]], s.pos[f[1]], s.pos[f[2]]
		face[t] = r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
		if l := length(face[t]); l > 0 {
			flatNormal[t] = r3.Scale(1/l, face[t])
		}
		for _, v := range f {
			count[v+1]++
		}
	}
	for v := range s.pos {
		count[v+1] += count[v]
	}
	star := make([]int32, 3*len(s.tri)) // triangles around each vertex
	fill := make([]int32, len(s.pos))
	for t, f := range s.tri {
		for _, v := range f {
			star[count[v]+fill[v]] = int32(t)
			fill[v]++
		}
	}
	out := make([][3]r3.Vec, len(s.tri))
	for t, f := range s.tri {
		for k, v := range f {
			var sum r3.Vec
			for _, o := range star[count[v]:count[v+1]] {
				if r3.Dot(flatNormal[o], flatNormal[t]) >= creaseCosine {
					sum = r3.Add(sum, face[o])
				}
			}
			if l := length(sum); l > 0 {
				out[t][k] = r3.Scale(1/l, sum)
			} else {
				out[t][k] = flatNormal[t]
			}
		}
	}
	return out
}
