package pipeline

import (
	"testing"

	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
)

// without is a mesh less the vertices within reach of one of them, by straight distance.
func without(m *mesh.Mesh, vertex int, reach float64) *mesh.Mesh {
	out := &mesh.Mesh{Name: m.Name}
	kept := make([]int32, len(m.Vertices))
	for v, p := range m.Vertices {
		kept[v] = -1
		q := m.Vertices[vertex]
		if (p.X-q.X)*(p.X-q.X)+(p.Y-q.Y)*(p.Y-q.Y)+(p.Z-q.Z)*(p.Z-q.Z) >= reach*reach {
			kept[v] = int32(len(out.Vertices))
			out.Vertices = append(out.Vertices, p)
		}
	}
	for _, f := range m.Triangles {
		if kept[f[0]] >= 0 && kept[f[1]] >= 0 && kept[f[2]] >= 0 {
			out.Triangles = append(out.Triangles, [3]int32{kept[f[0]], kept[f[1]], kept[f[2]]})
		}
	}
	return out
}

// A shape against itself without a foot: only the foot has no partner.
func TestUnmatchedNamesWhatIsCutOff(t *testing.T) {
	t.Parallel()
	body, err := shapes.Make("human/1")
	if err != nil {
		t.Fatal(err)
	}
	a := ShapeOf("body", body)
	lowest := 0
	low, high := a.Mesh.Vertices[0].Y, a.Mesh.Vertices[0].Y
	for v, p := range a.Mesh.Vertices {
		if p.Y < a.Mesh.Vertices[lowest].Y {
			lowest = v
		}
		low, high = min(low, p.Y), max(high, p.Y)
	}
	reach := 0.3 * (high - low)
	b := ShapeOf("cut", without(a.Mesh, lowest, reach))
	o := quick()
	o.Samples, o.Surface = 200, session.MapAlone
	m := match(t, a, b, o)
	u := m.Unmatched()
	lost, hit, wrong, rest := 0.0, 0.0, 0.0, 0.0
	for p, marked := range u.Points[0] {
		v := a.Mesh.Vertices[m.X.Domain.VertexOf[p]]
		q := a.Mesh.Vertices[lowest]
		area := m.X.Domain.PointArea[p]
		gone := (v.X-q.X)*(v.X-q.X)+(v.Y-q.Y)*(v.Y-q.Y)+(v.Z-q.Z)*(v.Z-q.Z) < reach*reach
		switch {
		case gone:
			lost += area
			if marked {
				hit += area
			}
		default:
			rest += area
			if marked {
				wrong += area
			}
		}
	}
	if hit < 0.3*lost || wrong > 0.05*rest {
		t.Errorf("%.2f of what is cut off is marked, and %.3f of the rest", hit/lost, wrong/rest)
	}
	if share := (hit + wrong) / (lost + rest); share < u.Area[0]-1e-9 || share > u.Area[0]+1e-9 {
		t.Errorf("the share is %.4f, want %.4f", u.Area[0], share)
	}
	if u.Area[1] > 0.03 {
		t.Errorf("%.3f of the cut shape is marked", u.Area[1])
	}
	if u.Chosen {
		t.Error("nobody asked for a part")
	}

	// By extremities the other foot's partner is no place to come back from.
	tips := o
	tips.Method, tips.Samples = "anchored", 400
	byTips := match(t, a, b, tips)
	if byTips.Alternative().Match == nil {
		t.Fatal("not matched by extremities")
	}
	if u := byTips.Unmatched(); u.Lost[0] < 0.02 || u.Lost[1] > 0.02 || !u.Telling(0) || u.Telling(1) {
		t.Errorf("from %v of the samples the way there and back ends elsewhere; %v of the areas is marked", u.Lost, u.Area)
	}

	// A matched mass below one also marks the places that the plan leaves out, but no single samples.
	o.Method, o.Start, o.Mass = "cg", "hierarchical", 0.7
	part := match(t, a, b, o).Unmatched()
	out := 0
	for _, marked := range part.Samples[1] {
		if marked {
			out++
		}
	}
	if !part.Chosen || part.Area[0] <= u.Area[0] || out < 40 {
		t.Errorf("of a plan of mass 0.7, %d of 200 samples of the target are left out, and %.2f of the source's area", out, part.Area[0])
	}
}
