package gltf_test

import (
	"bytes"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/meshtest"
)

// Targets come back with their names and places, whatever their weights at rest.
func TestTargetsComeBack(t *testing.T) {
	t.Parallel()
	base := meshtest.Bumpy(2)
	var want []gltf.Target
	for k, name := range []string{"smile", "größer", "smile again"} {
		at := append([]r3.Vec{}, base.Vertices...)
		for i := range at {
			if i%(k+2) == 0 {
				at[i] = r3.Add(at[i], r3.Vec{X: 0.25, Y: float64(k), Z: -0.5})
			}
		}
		want = append(want, gltf.Target{Name: name, Vertices: at})
	}
	var file bytes.Buffer
	if err := gltf.EncodeTargets(&file, base, want); err != nil {
		t.Fatal(err)
	}
	got, err := gltf.DecodeTargets(&file, nil)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d targets, error %v", len(got), err)
	}
	for k, w := range want {
		if got[k].Name != w.Name {
			t.Errorf("target %d is called %q", k, got[k].Name)
		}
		for i, p := range w.Vertices {
			if r3.Norm(r3.Sub(got[k].Vertices[i], p)) > 1e-5 {
				t.Fatalf("%s: vertex %d at %v, want %v", w.Name, i, got[k].Vertices[i], p)
			}
		}
	}
	var plain bytes.Buffer
	if err := gltf.Encode(&plain, base); err != nil {
		t.Fatal(err)
	}
	if none, err := gltf.DecodeTargets(&plain, nil); none != nil || err != nil {
		t.Errorf("a mesh without targets has %v, error %v", none, err)
	}
}

// Files of other programs: targets without names, a weight at rest, one name in two meshes, a placed mesh, and
// more vertices than the file can hold.
func TestTargetsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	const target = `{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}`
	weighted := strings.Replace(file(target, `,"nodes":[{"mesh":0,"scale":[2,2,2]}]`), `"name"`, `"weights":[1],"name"`, 1)
	named := strings.Replace(weighted, `"weights":[1],`, `"extras":{"targetNames":["open"]},`, 1)
	for name, tt := range map[string]struct {
		file string
		want string  // the name
		far  float64 // how far the last vertex is, in lengths of the one in the file
	}{
		"no name, at rest": {weighted, "target 1", 6}, // scaled by 2: at rest twice, and once more
		"named":            {named, "open", 4},
	} {
		m, err := gltf.Decode(strings.NewReader(tt.file), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := gltf.DecodeTargets(strings.NewReader(tt.file), nil)
		if err != nil || len(got) != 1 || got[0].Name != tt.want || len(got[0].Vertices) != len(m.Vertices) {
			t.Fatalf("%s: %v, error %v", name, got, err)
		}
		last := len(m.Vertices) - 1
		plain, err := gltf.Decode(strings.NewReader(file(`{"attributes":{"POSITION":0}}`, "")), nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := r3.Scale(tt.far, plain.Vertices[last]); r3.Norm(r3.Sub(got[0].Vertices[last], want)) > 1e-5 {
			t.Errorf("%s: the last vertex goes to %v, want %v", name, got[0].Vertices[last], want)
		}
	}
	many := file(strings.Replace(target, `{"POSITION":0}]`, `{"POSITION":0}`+strings.Repeat(`,{"POSITION":0}`, 2000)+`]`, 1), "")
	if _, err := gltf.DecodeTargets(strings.NewReader(many), nil); err == nil || !strings.Contains(err.Error(), "2,001 morph targets") {
		t.Errorf("2001 targets: error %v", err)
	}
}
