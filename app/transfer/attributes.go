package transfer

import (
	"image/color"
	"math"
	"slices"

	"gwscope/meshio/mesh"
)

// Kinds name the attributes to carry. Shape keys are no part of a mesh: [Way.Keys] carries them.
type Kinds struct{ Colors, Scalars, Groups, Keys bool }

// Attributes is To with the attributes of From's vertices and faces. Values and colours are
// interpolated in the triangles of From; values that are all whole numbers, such as labels of
// parts, are taken from the nearest vertex. A face gets the group that most of its corners have
// at their places on From. Where the map has no place, values are NaN and colours white. To's
// own scalars stay, unless From has scalars of the same name.
func (w *Way) Attributes(k Kinds) (*mesh.Mesh, error) {
	places, err := w.sources()
	if err != nil {
		return nil, err
	}
	out := *w.To
	if k.Colors && w.From.Colors != nil {
		out.Colors = make([]color.NRGBA, len(places))
		for i, p := range places {
			out.Colors[i] = colorAt(w.From.Colors, p)
		}
	}
	if k.Scalars {
		out.Scalars = nil
		carried := map[string]bool{}
		for _, s := range w.From.Scalars {
			carried[s.Name] = true
		}
		for _, s := range w.To.Scalars {
			if !carried[s.Name] {
				out.Scalars = append(out.Scalars, s)
			}
		}
		for _, s := range w.From.Scalars {
			out.Scalars = append(out.Scalars, mesh.Scalar{Name: s.Name, Values: valuesAt(s.Values, places)})
		}
	}
	if k.Groups && w.From.Groups != nil && !w.From.IsPointCloud() {
		out.Groups = w.groups(places)
	}
	return &out, nil
}

func colorAt(colors []color.NRGBA, p source) color.NRGBA {
	switch {
	case p.vertex < 0:
		return color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	case !p.face:
		return colors[p.vertex]
	}
	var c [4]float64
	for k, v := range p.corners {
		from := colors[v]
		for channel, x := range [4]uint8{from.R, from.G, from.B, from.A} {
			c[channel] += p.bary[k] * float64(x)
		}
	}
	return color.NRGBA{R: level(c[0]), G: level(c[1]), B: level(c[2]), A: level(c[3])}
}

func level(x float64) uint8 { return uint8(math.Round(max(0, min(255, x)))) }

func valuesAt(values []float64, places []source) []float64 {
	labels := true
	for _, v := range values {
		labels = labels && v == math.Trunc(v)
	}
	out := make([]float64, len(places))
	for i, p := range places {
		switch {
		case p.vertex < 0:
			out[i] = math.NaN()
		case !p.face:
			out[i] = values[p.vertex]
		case labels:
			out[i] = values[p.heaviest()]
		default:
			for k, v := range p.corners {
				if p.bary[k] != 0 {
					out[i] += p.bary[k] * values[v]
				}
			}
		}
	}
	return out
}

func (p source) heaviest() int32 { return p.corners[slices.Index(p.bary[:], slices.Max(p.bary[:]))] }

// groups are runs of To's faces, in the order of the file.
func (w *Way) groups(places []source) []mesh.Group {
	// All groups of the faces at each vertex of From. All corners of a face have the face's group.
	of := make([][]int, len(w.From.Vertices))
	for g, group := range w.From.Groups {
		for f := group.First; f < group.First+group.Count; f++ {
			for _, v := range w.From.Face(f) {
				if n := len(of[v]); n == 0 || of[v][n-1] != g {
					of[v] = append(of[v], g)
				}
			}
		}
	}
	var out []mesh.Group
	last := ""
	for f := range w.To.FaceCount() {
		votes := map[int]int{}
		best := -1
		for _, v := range w.To.Face(f) {
			p := places[v]
			if p.face {
				p.vertex = p.heaviest()
			}
			if p.vertex < 0 {
				continue
			}
			for _, g := range of[p.vertex] {
				if votes[g]++; best < 0 || votes[g] > votes[best] {
					best = g
				}
			}
		}
		name := "unknown"
		if best >= 0 {
			name = w.From.Groups[best].Name
		}
		if len(out) == 0 || name != last {
			out = append(out, mesh.Group{Name: name, First: f})
		}
		last = name
		out[len(out)-1].Count++
	}
	return out
}
