package trial

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

func quantile(xs []float64, q float64) float64 {
	s := slices.Clone(xs)
	slices.Sort(s)
	return s[min(int(q*float64(len(s))), len(s)-1)]
}

// radial is a closed surface around the origin: in direction u it lies at radius(u). It is
// an icosahedron whose edges are cut into parts.
func radial(parts int, radius func(u r3.Vec) float64) *mesh.Mesh {
	g := (1 + math.Sqrt(5)) / 2
	corner := []r3.Vec{{X: -1, Y: g}, {X: 1, Y: g}, {X: -1, Y: -g}, {X: 1, Y: -g}, {Y: -1, Z: g}, {Y: 1, Z: g}, {Y: -1, Z: -g}, {Y: 1, Z: -g},
		{X: g, Z: -1}, {X: g, Z: 1}, {X: -g, Z: -1}, {X: -g, Z: 1}}
	faces := [][3]int{{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}}
	m := &mesh.Mesh{}
	index := map[[3]int64]int32{}
	at := func(p r3.Vec) int32 {
		u := r3.Unit(p)
		key := [3]int64{int64(math.Round(u.X * 1e7)), int64(math.Round(u.Y * 1e7)), int64(math.Round(u.Z * 1e7))}
		if i, ok := index[key]; ok {
			return i
		}
		i := int32(len(m.Vertices))
		index[key] = i
		m.Vertices = append(m.Vertices, r3.Scale(radius(u), u))
		return i
	}
	for _, f := range faces {
		a, b, c := corner[f[0]], corner[f[1]], corner[f[2]]
		place := func(i, j int) int32 {
			k := parts - i - j
			return at(r3.Add(r3.Scale(float64(k), a), r3.Add(r3.Scale(float64(i), b), r3.Scale(float64(j), c))))
		}
		for i := range parts {
			for j := range parts - i {
				m.Triangles = append(m.Triangles, [3]int32{place(i, j), place(i+1, j), place(i, j+1)})
				if i+j+1 < parts {
					m.Triangles = append(m.Triangles, [3]int32{place(i+1, j), place(i+1, j+1), place(i, j+1)})
				}
			}
		}
	}
	return m
}

// ellipsoid has the half axes a, b and c.
func ellipsoid(a, b, c float64) *mesh.Mesh {
	return radial(13, func(u r3.Vec) float64 {
		return 1 / math.Sqrt(u.X*u.X/(a*a)+u.Y*u.Y/(b*b)+u.Z*u.Z/(c*c))
	})
}

// superbox is a box with half edges a, b and c and edges that are the rounder the lower p.
func superbox(a, b, c, p float64) *mesh.Mesh {
	return radial(13, func(u r3.Vec) float64 {
		return math.Pow(math.Pow(math.Abs(u.X)/a, p)+math.Pow(math.Abs(u.Y)/b, p)+math.Pow(math.Abs(u.Z)/c, p), -1/p)
	})
}

// cylinder has a radius and a half height.
func cylinder(radius, height float64) *mesh.Mesh {
	return radial(13, func(u r3.Vec) float64 {
		return math.Pow(math.Pow(math.Hypot(u.X, u.Y)/radius, 12)+math.Pow(math.Abs(u.Z)/height, 12), -1.0/12)
	})
}

// pear is a surface of revolution with ends that differ.
func pear(height, taper float64) *mesh.Mesh {
	return radial(13, func(u r3.Vec) float64 {
		return 1 / math.Sqrt((u.X*u.X+u.Y*u.Y)*(1+taper*u.Z)*(1+taper*u.Z)*2+u.Z*u.Z/(height*height))
	})
}

// star has that many arms in a plane.
func star(arms int, length float64) *mesh.Mesh {
	return radial(16, func(u r3.Vec) float64 {
		flat := math.Hypot(u.X, u.Y)
		return 0.35 + length*math.Pow(flat, 6)*math.Pow(0.5+0.5*math.Cos(float64(arms)*math.Atan2(u.Y, u.X)), 3)
	})
}

// torus has radii of its ring and its tube.
func torus(ring, tube float64) *mesh.Mesh {
	const around, across = 64, 28
	m := &mesh.Mesh{}
	for i := range around {
		for j := range across {
			a, b := 2*math.Pi*float64(i)/around, 2*math.Pi*float64(j)/across
			r := ring + tube*math.Cos(b)
			m.Vertices = append(m.Vertices, r3.Vec{X: r * math.Cos(a), Y: r * math.Sin(a), Z: tube * math.Sin(b)})
			at := func(i, j int) int32 { return int32(i%around*across + j%across) }
			m.Triangles = append(m.Triangles, [3]int32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return m
}
