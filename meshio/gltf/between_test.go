package gltf_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	qgltf "github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// way is a morph that is not straight: a turn about z by 90°, with places in between.
func way(between int) (*mesh.Mesh, gltf.Morph) {
	base := meshtest.Dressed(meshtest.Torus(1, 0.3, 24, 10), 1)
	at := func(t float64) []r3.Vec {
		sine, cosine := math.Sincos(t * math.Pi / 2)
		out := make([]r3.Vec, len(base.Vertices))
		for i, p := range base.Vertices {
			out[i] = r3.Vec{X: cosine*p.X - sine*p.Y, Y: sine*p.X + cosine*p.Y, Z: p.Z}
		}
		return out
	}
	m := gltf.Morph{Target: at(1)}
	for k := range between {
		m.Between = append(m.Between, at(float64(k+1)/float64(between+1)))
	}
	return base, m
}

// floats are the numbers of an accessor.
func floats(doc *qgltf.Document, accessor int) []float32 {
	a := doc.Accessors[accessor]
	n := a.Count * map[qgltf.AccessorType]int{qgltf.AccessorVec3: 3, qgltf.AccessorScalar: 1}[a.Type]
	data := doc.Buffers[0].Data[doc.BufferViews[*a.BufferView].ByteOffset+a.ByteOffset:]
	out := make([]float32, n)
	for k := range out {
		out[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return out
}

// A player that follows the specification passes through every place in between.
func TestAMorphPassesThroughItsPlacesBetween(t *testing.T) {
	t.Parallel()
	for _, between := range []int{0, 1, 7} {
		base, m := way(between)
		var out bytes.Buffer
		if err := gltf.EncodeMorph(&out, base, m); err != nil {
			t.Fatal(err)
		}
		doc := new(qgltf.Document)
		if err := qgltf.NewDecoder(&out).Decode(doc); err != nil {
			t.Fatal(err)
		}
		primitive := doc.Meshes[0].Primitives[0]
		n := len(primitive.Targets)
		sampler := doc.Animations[0].Samplers[0]
		times, weights := floats(doc, sampler.Input), floats(doc, sampler.Output)
		if n != between+1 || len(weights) != n*len(times) || len(doc.Meshes[0].Weights) != n {
			t.Fatalf("%d targets, %d weights at %d times", n, len(weights), len(times))
		}
		start := floats(doc, primitive.Attributes[qgltf.POSITION])
		places := append(append([][]r3.Vec{base.Vertices}, m.Between...), m.Target)
		for k := range times {
			if k > 0 && times[k] <= times[k-1] {
				t.Fatalf("time %d is %g after %g", k, times[k], times[k-1])
			}
			w := weights[k*n : (k+1)*n]
			want := places[int(math.Round(float64(w[0])*float64(between+1)))]
			for i := range base.Vertices {
				at := [3]float64{}
				for c := range 3 {
					at[c] = float64(start[3*i+c])
					for j, target := range primitive.Targets {
						at[c] += float64(w[j] * floats(doc, target[qgltf.POSITION])[3*i+c])
					}
				}
				if d := r3.Norm(r3.Sub(r3.Vec{X: at[0], Y: at[1], Z: at[2]}, want[i])); d > 1e-6 {
					t.Fatalf("at %g s vertex %d is %g beside its place", times[k], i, d)
				}
				if i > 20 {
					break // each look decodes all of a target
				}
			}
		}
	}
}

// The Khronos validator finds nothing wrong with morphs.
func TestTheKhronosValidatorFindsNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	base, m := way(7)
	cloud := meshtest.Points(2)
	soup := meshtest.Soup(meshtest.Bumpy(2))
	for name, c := range map[string]struct {
		base *mesh.Mesh
		m    gltf.Morph
	}{
		"turning": {base, m}, "straight": {base, gltf.Morph{Target: m.Target}},
		"cloud": {cloud, gltf.Morph{Target: meshtest.RigidMove(cloud, 1).Vertices}},
		"soup":  {soup, gltf.Morph{Target: meshtest.RigidMove(soup, 1).Vertices}},
		"far":   {meshtest.HugeOffset(), gltf.Morph{Target: meshtest.RigidMove(meshtest.HugeOffset(), 2).Vertices}},
	} {
		var out bytes.Buffer
		if err := gltf.EncodeMorph(&out, c.base, c.m); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name+".glb")
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if report := meshtest.Khronos(t, path); !report.Flawless() || !report.Targets || report.Animations != 1 {
			t.Errorf("%s: %+v", name, report)
		}
	}
}
