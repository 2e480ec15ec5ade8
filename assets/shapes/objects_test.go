package shapes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
)

// One object of each category, because each takes about half a second. Other tests take the same
// objects.
func TestObjectsAreGoodMeshes(t *testing.T) {
	t.Parallel()
	handles := map[string]int{"mug": 1, "cap": 0, "laptop": 0, "rocket": 0} // of all objects of some categories
	for _, in := range Names() {
		if !in.Object || in.ID != fmt.Sprintf("%s/%d", in.Kind, 1+len(in.Kind)%objectsOfACategory) {
			continue
		}
		t.Run(in.ID, func(t *testing.T) {
			t.Parallel()
			m := made(t, in.ID)
			if len(m.Vertices) != in.Vertices || in.Vertices < 2000 || in.Vertices > 5000 {
				t.Errorf("%d vertices, announced %d, want 2000 to 5000", len(m.Vertices), in.Vertices)
			}
			r := mesh.Validate(m)
			s := r.Surface()
			if !s.Closed || !s.Manifold || s.Components != 1 || r.InsideOut || r.Duplicates > 0 || r.NonFinite > 0 {
				t.Errorf("%s %v", r.Summary(), r.Troubles())
			}
			if want, ok := handles[in.Kind]; ok && (2-s.Euler)/2 != want {
				t.Errorf("%d handles, want %d", (2-s.Euler)/2, want)
			}
			if r.DegenerateFaces > len(m.Triangles)/100 {
				t.Errorf("%d of %d triangles are degenerate", r.DegenerateFaces, len(m.Triangles))
			}
			checkParts(t, m, in.Kind)
		})
	}
}

// checkParts wants the mesh to lie where the object's own points lie, with the
// same parts there.
func checkParts(t *testing.T, m *mesh.Mesh, kind string) {
	t.Helper()
	c, err := parts.Find(kind)
	if err != nil {
		t.Fatal(err)
	}
	cloud := sampleObject(c, int(m.Name[len(m.Name)-1]-'1')).Cloud(1500)
	if len(m.Scalars) != 1 || m.Scalars[0].Name != "part" || len(m.Colors) != len(m.Vertices) {
		t.Fatalf("scalars %d, colours %d", len(m.Scalars), len(m.Colors))
	}
	part := m.Scalars[0].Values
	on := closest.NewTree(m.Vertices, m.Triangles)
	var far []float64
	same := 0
	for i, p := range cloud.Points {
		at, q := placeNear(on, p)
		far = append(far, r3.Norm(r3.Sub(p, q)))
		for _, v := range m.Triangles[at.Face] {
			if int32(part[v]) == cloud.Labels[i] {
				same++
				break
			}
		}
	}
	slices.Sort(far)
	if median := far[len(far)/2]; median > 0.004 || far[len(far)*97/100] > 0.03 {
		t.Errorf("the object's points lie %.4f off the mesh in the median, %.4f for 97 in 100", median, far[len(far)*97/100])
	}
	if share := float64(same) / float64(len(far)); share < 0.95 {
		t.Errorf("%.0f %% of the object's points lie on a part of the mesh with their label", 100*share)
	}
	for v, l := range part {
		if l != math.Trunc(l) || l < 0 || int(l) >= len(c.Parts) {
			t.Fatalf("vertex %d has part %v", v, l)
		}
	}
}

func TestObjectsHaveNoTruth(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"knife/6", "lamp/5"}, {"knife/6", "knife/6"}, {"lamp/5", "toy2d/1"}} {
		if _, err := Truth(pair[0], pair[1]); err == nil || !strings.Contains(err.Error(), "objects have none") {
			t.Errorf("%v: %v", pair, err)
		}
		if _, err := TruthMirrored(pair[0], pair[1]); err == nil {
			t.Errorf("%v have a mirrored truth", pair)
		}
	}
}
