package gltf_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	qgltf "github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// numbers packs values little endian.
func numbers(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

// square has four corners; views: 0 positions, 1 indices of two triangles.
var square = numbers([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, []uint16{0, 1, 2, 0, 2, 3})

// file is a glTF document over the buffer square, with parts of JSON filled in.
func file(primitive, rest string) string {
	return `{"asset":{"version":"2.0"},` +
		`"buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(square) + `"}],` +
		`"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],` +
		`"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],` +
		`"meshes":[{"name":"square","primitives":[` + primitive + `]}]` + rest + `}`
}

const indexed = `{"attributes":{"POSITION":0},"indices":1}`

func decode(t *testing.T, document string) *mesh.Mesh {
	t.Helper()
	m, err := gltf.Decode(strings.NewReader(document), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModesUnrollToTriangles(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		`{"attributes":{"POSITION":0},"indices":1}`:          "[[0 1 2] [0 2 3]]",
		`{"attributes":{"POSITION":0},"indices":1,"mode":4}`: "[[0 1 2] [0 2 3]]",
		`{"attributes":{"POSITION":0},"mode":5}`:             "[[0 1 2] [1 3 2]]",
		`{"attributes":{"POSITION":0},"mode":6}`:             "[[1 2 0] [2 3 0]]",
		`{"attributes":{"POSITION":0},"mode":0}`:             "[]",
		`{"attributes":{"POSITION":0}}`:                      "[[0 1 2]]",
		indexed + "," + indexed:                              "[[0 1 2] [0 2 3] [0 1 2] [0 2 3]]", // shared vertices
		indexed + `,{"attributes":{"POSITION":0},"mode":1}`:  "[[0 1 2] [0 2 3]]",
	} {
		m := decode(t, file(mode, ""))
		if got := fmt.Sprint(m.Triangles); got != want || len(m.Vertices) != 4 {
			t.Errorf("%s: %d vertices, triangles %s, want 4 and %s", mode, len(m.Vertices), got, want)
		}
	}
}

func TestNodesPlaceMeshes(t *testing.T) {
	t.Parallel()
	const half = "0.7071067811865476"
	tests := map[string]struct {
		rest   string
		corner r3.Vec // where (1, 0, 0) goes
		up     float64
	}{
		"no nodes":    {``, r3.Vec{X: 1}, 1},
		"translation": {`,"nodes":[{"mesh":0,"translation":[1,2,3]}],"scenes":[{"nodes":[0]}]`, r3.Vec{X: 2, Y: 2, Z: 3}, 1},
		"rotation":    {`,"nodes":[{"mesh":0,"rotation":[0,0,` + half + `,` + half + `]}],"scene":0,"scenes":[{"nodes":[0]}]`, r3.Vec{Y: 1}, 1},
		"matrix":      {`,"nodes":[{"mesh":0,"matrix":[0,2,0,0,-2,0,0,0,0,0,2,0,5,6,7,1]}]`, r3.Vec{X: 5, Y: 8, Z: 7}, 1},
		"parents": {`,"nodes":[{"children":[1],"scale":[2,2,2]},{"children":[2],"translation":[1,0,0]},{"mesh":0,"scale":[3,1,1]}]`,
			r3.Vec{X: 8}, 1},
		"mirror": {`,"nodes":[{"mesh":0,"scale":[-1,1,1]}]`, r3.Vec{X: -1}, 1}, // turned round again, so that it faces up
	}
	for name, tt := range tests {
		m := decode(t, file(indexed, tt.rest))
		if d := r3.Norm(r3.Sub(m.Vertices[1], tt.corner)); d > 1e-15 {
			t.Errorf("%s: (1, 0, 0) goes to %v, want %v", name, m.Vertices[1], tt.corner)
		}
		if up := m.FaceNormal(0).Z; up != tt.up {
			t.Errorf("%s: the square faces %v", name, m.FaceNormal(0))
		}
	}
	twice := decode(t, file(indexed, `,"nodes":[{"mesh":0,"name":"a"},{"mesh":0,"translation":[0,0,1]}]`))
	if len(twice.Vertices) != 8 || len(twice.Triangles) != 4 || len(twice.Groups) != 2 {
		t.Errorf("two instances: %d vertices, %d triangles, groups %v", len(twice.Vertices), len(twice.Triangles), twice.Groups)
	}
}

func TestAccessorsOfEveryKind(t *testing.T) {
	t.Parallel()
	// Interleaved: position as float32 and colour as normalised bytes, stride 16; then sparse data.
	data := numbers(
		[]float32{1, 2, 3}, []uint8{255, 0, 0, 255},
		[]float32{4, 5, 6}, []uint8{0, 255, 0, 128},
		[]float32{7, 8, 9}, []uint8{0, 0, 255, 255},
		[]uint8{1, 0, 0, 0}, []float32{40, 50, 60}, []uint8{0, 1, 2, 9, 9})
	document := `{"asset":{"version":"2.0"},"buffers":[{"byteLength":69,"uri":"data:application/gltf-buffer;base64,` + base64.StdEncoding.EncodeToString(data) + `"}],
		"bufferViews":[{"buffer":0,"byteLength":48,"byteStride":16},{"buffer":0,"byteOffset":48,"byteLength":4},{"buffer":0,"byteOffset":52,"byteLength":12},{"buffer":0,"byteOffset":64,"byteLength":5}],
		"accessors":[
		{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}},
		{"bufferView":0,"byteOffset":12,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"},
		{"bufferView":3,"componentType":5121,"count":3,"type":"SCALAR"},
		{"componentType":5126,"count":3,"type":"VEC3"}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0,"COLOR_0":1},"indices":2},{"attributes":{"POSITION":3}}]}]}`
	m := decode(t, document)
	if m.Vertices[1] != (r3.Vec{X: 40, Y: 50, Z: 60}) || m.Vertices[2] != (r3.Vec{X: 7, Y: 8, Z: 9}) || m.Vertices[3] != (r3.Vec{}) {
		t.Errorf("vertices %v; want the second replaced and zeros at the end", m.Vertices)
	}
	if m.Colors[1] != (color.NRGBA{G: 255, A: 128}) || m.Colors[5] != (color.NRGBA{R: 255, G: 255, B: 255, A: 255}) {
		t.Errorf("colours %v", m.Colors)
	}
	if got := fmt.Sprint(m.Triangles); got != "[[0 1 2] [3 4 5]]" {
		t.Errorf("triangles %s", got)
	}
}

func TestBuffersBesideTheFile(t *testing.T) {
	t.Parallel()
	with := func(uri string) string {
		document := file(indexed, "")
		start := strings.Index(document, "data:")
		end := start + strings.IndexByte(document[start:], '"')
		return document[:start] + uri + document[end:]
	}
	files := fstest.MapFS{"the square.bin": {Data: square}, "sub/s.bin": {Data: square}}
	for _, uri := range []string{"the%20square.bin", "./sub/s.bin"} {
		if m, err := gltf.Decode(strings.NewReader(with(uri)), files); err != nil || len(m.Vertices) != 4 {
			t.Errorf("%s: %v", uri, err)
		}
	}
	for uri, want := range map[string]string{
		"../secret.bin": "only files beside", "/etc/passwd": "only files beside", "http://x/y.bin": "only files beside",
		"file:///etc/passwd": "only files beside", "sub/../../x": "only files beside", "missing.bin": "cannot be read",
	} {
		if _, err := gltf.Decode(strings.NewReader(with(uri)), files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", uri, err, want)
		}
	}
	if _, err := gltf.Decode(strings.NewReader(with("s.bin")), nil); err == nil || !strings.Contains(err.Error(), "not at hand") {
		t.Errorf("without files: error %v", err)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	replaced := func(old, new string) string { return strings.Replace(file(indexed, ""), old, new, 1) }
	for document, want := range map[string]string{
		"":     "JSON of this glTF file cannot be read",
		"glTF": "GLB header is truncated",
		string(numbers([]byte("glTF"), []uint32{1, 20, 0, 0})):                                                                       "GLB version 1",
		string(numbers([]byte("glTF"), []uint32{2, 28, 4000000000, 0x4E4F534A})):                                                     "a GLB chunk of 4000000000 bytes",
		string(numbers([]byte("glTF"), []uint32{2, 20, 0, 0x004E4942})):                                                              "no JSON chunk",
		`{"asset":{"version":"1.0"}}`:                                                                                                "this is glTF 1.0, which is not supported: convert it to 2.0",
		`{"asset":{"version":"1.0"},"accessors":{"a":{}},"scene":"s","scenes":{"s":{"nodes":[]}}}`:                                   "this is glTF 1.0",
		"{\"asset\":{\"version\":\"2.0\"},\n\"accessors\":{}}":                                                                       `line 2: "accessors" holds an object where a list belongs`,
		`{"asset":{"version":"2.0"},"scene":"s"}`:                                                                                    `"scene" holds a word where a whole number belongs`,
		`{"asset":{"version":"2.0"},"nodes":[`:                                                                                       "cut off in the middle of its JSON",
		file(`{"attributes":{"POSITION":0},"mode":1}`, ""):                                                                           "holds lines only",
		`{"asset":{"version":"2.0"},"nodes":[` + strings.Repeat("{},", 3000) + `{}]}`:                                                "empty objects",
		strings.Replace(file(`{"attributes":{"POSITION":0},"targets":[{"POSITION":1}]}`, ""), `"name":`, `"weights":[1],"name":`, 1): "morph target 0 moves 6 vertices of 4",
		`{"asset":{"version":"2.0"}}`:                                                                                                "no vertices",
		`{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}`:                                            "KHR_draco_mesh_compression",
		`{"buffers":[{"byteLength":1}]}`:                                                                                             "buffer 0 has no data",
		`{"buffers":[null]}`:                                                                                                         "buffer 0 is null",
		replaced(`"byteLength":60`, `"byteLength":61`):                                                                               "promises 61 bytes, but has 60",
		replaced(`"byteLength":60`, `"byteLength":-1`):                                                                               "promises -1 bytes",
		replaced("base64,", "base64,!!"):                                                                                             "not base64",
		replaced(`"byteLength":48`, `"byteLength":480`):                                                                              "lies outside its buffer",
		replaced(`"count":4`, `"count":5`):                                                                                           "no room",
		replaced(`"count":4`, `"count":4000000000000`):                                                                               "no room",
		replaced(`"bufferView":0,"componentType":5126,"count":4`, `"componentType":5126,"count":4000000000`):                         "rows of zeros",
		replaced(`"count":4`, `"count":-4`):                                                                                          "-4 rows",
		replaced(`"count":4`, `"count":3`):                                                                                           "index 3, but the primitive has 3 vertices",
		replaced(`"bufferView":0,`, `"bufferView":7,`):                                                                               "buffer view 7 does not exist",
		replaced(`"POSITION":0`, `"POSITION":7`):                                                                                     "accessor 7 does not exist",
		replaced(`"POSITION":0`, `"POSITION":1`):                                                                                     "positions have 1 columns",
		replaced(`"indices":1`, `"indices":-1`):                                                                                      "accessor -1 does not exist",
		file(indexed, `,"nodes":[{"mesh":3}]`):                                                                                       "mesh 3 does not exist",
		file(indexed, `,"nodes":[{"children":[5]}]`):                                                                                 "node 5 does not exist",
		file(indexed, `,"nodes":[{"children":[1]},{"children":[2]},{"children":[1]}]`):                                               "node 1 appears twice",
		file(indexed, `,"nodes":[null]`):                                                                                             "node 0 does not exist",
		file(indexed, `,"scene":2,"scenes":[{}]`):                                                                                    "scene 2 does not exist",
		file("null", ""): "primitive 0 is null",
	} {
		if _, err := gltf.Decode(strings.NewReader(document), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.300s: error %v, want %q", document, err, want)
		}
	}
}

// Materials of flat colours are kept where they tell places apart.
func TestFlatColoursOfMaterials(t *testing.T) {
	t.Parallel()
	const materials = `,"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},{"pbrMetallicRoughness":{"baseColorFactor":[0,0,1,0.5]}},{},` +
		`{"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0,1,0,1]}}}]`
	one := func(material string) string {
		return `{"attributes":{"POSITION":0},"indices":1,"material":` + material + `}`
	}
	red, blue, green, plain := color.NRGBA{R: 255, A: 255}, color.NRGBA{B: 255, A: 128}, color.NRGBA{G: 255, A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for name, c := range map[string]struct {
		document string
		want     []color.NRGBA // of every fourth vertex
		warnings int
	}{
		"two":        {file(one("0")+","+one("1"), materials), []color.NRGBA{red, blue}, 0},
		"one":        {file(one("0"), materials), nil, 1},
		"beside one": {file(one("2")+","+one("3"), materials), []color.NRGBA{plain, green}, 0},
		"the same":   {file(one("1")+","+one("1"), materials), nil, 1},
		"none":       {file(one("2")+","+one("7"), materials), nil, 0},
	} {
		m := decode(t, c.document)
		var got []color.NRGBA
		for i := 0; i < len(m.Colors); i += 4 {
			got = append(got, m.Colors[i])
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || len(m.Origin.Warnings) != c.warnings {
			t.Errorf("%s: colours %v, want %v; warnings %q", name, got, c.want, m.Origin.Warnings)
		}
	}
}

// Morph targets count as far as the file gives them a weight; a node's own weights go first.
func TestMorphTargetsWithWeights(t *testing.T) {
	t.Parallel()
	const targets = `{"attributes":{"POSITION":0},"indices":1,"targets":[{"POSITION":0},{"POSITION":0}]}`
	weighed := func(rest string) string {
		return strings.Replace(file(targets, rest), `"name":"square"`, `"weights":[0.5,0],"name":"square"`, 1)
	}
	for document, want := range map[string]r3.Vec{
		file(targets, ""): {X: 1, Y: 1},
		weighed(""):       {X: 1.5, Y: 1.5},
		weighed(`,"nodes":[{"mesh":0,"weights":[1,1]}]`):   {X: 3, Y: 3},
		weighed(`,"nodes":[{"mesh":0,"scale":[2,1,1]}]`):   {X: 3, Y: 1.5},
		weighed(`,"nodes":[{"mesh":0,"weights":[0,0,7]}]`): {X: 1, Y: 1},
	} {
		if got := decode(t, document).Vertices[2]; got != want {
			t.Errorf("%.300s: the corner is at %v, want %v", document, got, want)
		}
	}
}

func TestInstancesAreBounded(t *testing.T) {
	t.Parallel()
	// 2,000 instances of a mesh of 2,000 vertices in a file of 54 kB.
	const n = 2_000
	data := base64.StdEncoding.EncodeToString(make([]byte, 12*n))
	document := fmt.Sprintf(`{"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[{"buffer":0,"byteLength":%d}],`+
		`"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],"nodes":[%s]}`,
		12*n, data, 12*n, n, strings.TrimSuffix(strings.Repeat(`{"mesh":0},`, n), ","))
	if _, err := gltf.Decode(strings.NewReader(document), nil); err == nil || !strings.Contains(err.Error(), "repeats its meshes") {
		t.Errorf("error %v, want one about instances", err)
	}
}

// roundTripTolerance is a few units in the last place of float32 at the size of a mesh, which is the
// rounding after the shift to its centre.
func roundTripTolerance(m *mesh.Mesh) float64 {
	box := m.BoundingBox()
	return 8 * r3.Norm(r3.Sub(box.Max, box.Min)) / (1 << 24)
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		dressed := meshtest.Dressed(m, 4)
		if len(m.Vertices) > 0 {
			dressed.Colors[0] = color.NRGBA{R: 1, G: 2, B: 3, A: 4} // dark and clear
		}
		for _, m := range []*mesh.Mesh{m, dressed} {
			for _, encode := range []func(io.Writer, *mesh.Mesh) error{gltf.Encode, gltf.EncodeJSON} {
				var out bytes.Buffer
				err := encode(&out, m)
				if len(m.Vertices) == 0 || m.FirstInvalid() >= 0 {
					if err == nil {
						t.Errorf("%s: written, though glTF cannot hold it", m.Name)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", m.Name, err)
				}
				got, err := gltf.Decode(&out, nil)
				if err != nil {
					t.Fatalf("%s: %v", m.Name, err)
				}
				keeps := meshtest.Keeps{Faces: true, Colors: true, Alpha: true, Tolerance: roundTripTolerance(m)}
				if d := meshtest.Diff(m, got, keeps); d != "" {
					t.Errorf("%s: %s", m.Name, d)
				}
			}
		}
	}
	if err := gltf.Encode(io.Discard, meshtest.Scaled(meshtest.OneTriangle(), 1e39)); err == nil {
		t.Error("coordinates of 1e39 were written as float32")
	}
}

func TestMorphMovesEachVertexToItsTarget(t *testing.T) {
	t.Parallel()
	base := meshtest.HugeOffset()
	target := meshtest.RigidMove(base, 3).Vertices
	var out bytes.Buffer
	if err := gltf.EncodeMorph(&out, base, gltf.Morph{Target: target, Colors: make([]color.NRGBA, len(target))}); err != nil {
		t.Fatal(err)
	}
	doc := new(qgltf.Document)
	if err := qgltf.NewDecoder(bytes.NewReader(out.Bytes())).Decode(doc); err != nil {
		t.Fatal(err)
	}
	primitive := doc.Meshes[0].Primitives[0]
	moves := doc.Accessors[primitive.Targets[0][qgltf.POSITION]]
	view := doc.BufferViews[*moves.BufferView]
	data := doc.Buffers[0].Data[view.ByteOffset:]
	start, err := gltf.Decode(bytes.NewReader(out.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	float := func(at int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))) }
	tolerance := roundTripTolerance(&mesh.Mesh{Vertices: append(target, base.Vertices...)})
	for i, p := range start.Vertices {
		end := r3.Add(p, r3.Vec{X: float(12 * i), Y: float(12*i + 4), Z: float(12*i + 8)})
		if d := r3.Norm(r3.Sub(end, target[i])); d > tolerance {
			t.Fatalf("vertex %d ends %g away from its target", i, d)
		}
	}
	if len(doc.Animations) != 1 || doc.Animations[0].Channels[0].Target.Path != qgltf.TRSWeights || len(doc.Meshes[0].Weights) != 1 {
		t.Error("there is no animation of the weight")
	}
}

func TestMorphRefusesWhatDoesNotMatch(t *testing.T) {
	t.Parallel()
	base := meshtest.OneTriangle()
	if err := gltf.EncodeMorph(io.Discard, base, gltf.Morph{Target: make([]r3.Vec, 2)}); err == nil {
		t.Error("two targets for three vertices were taken")
	}
	if err := gltf.EncodeMorph(io.Discard, base, gltf.Morph{Target: make([]r3.Vec, 3), Colors: make([]color.NRGBA, 1)}); err == nil {
		t.Error("one colour for three vertices was taken")
	}
	if err := gltf.EncodeMorph(io.Discard, base, gltf.Morph{Target: []r3.Vec{{X: math.NaN()}, {}, {}}}); err == nil {
		t.Error("a target that is not a number was taken")
	}
}

func FuzzDecode(f *testing.F) {
	for _, encode := range []func(io.Writer, *mesh.Mesh) error{gltf.Encode, gltf.EncodeJSON} {
		var out bytes.Buffer
		if err := encode(&out, meshtest.Dressed(meshtest.CubeQuads(), 1)); err != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes())
	}
	f.Add([]byte(file(indexed+`,{"attributes":{"POSITION":0},"mode":5}`, `,"nodes":[{"children":[1],"scale":[-1,2,1]},{"mesh":0,"skin":0,"matrix":[0,2,0,0,-2,0,0,0,0,0,2,0,5,6,7,1]}],"scenes":[{"nodes":[0]}]`)))
	f.Add([]byte(strings.Replace(file(indexed, ""), `"type":"VEC3"}`, `"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}}}`, 1)))
	f.Add([]byte(strings.Replace(file(`{"attributes":{"POSITION":0},"targets":[{"POSITION":0}],"material":0}`, `,"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}]`), `"name"`, `"weights":[1],"name"`, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		// Any file may repeat its meshes to some thousand vertices.
		meshtest.Held(t, len(data), 32<<20, func() { m, err = gltf.Decode(bytes.NewReader(data), fstest.MapFS{}) })
		if err != nil {
			return
		}
		mesh.Validate(m)
		var targets []gltf.Target
		meshtest.Held(t, len(data), 32<<20, func() { targets, _ = gltf.DecodeTargets(bytes.NewReader(data), fstest.MapFS{}) })
		for _, target := range targets {
			if len(target.Vertices) != len(m.Vertices) {
				t.Fatalf("target %q has %d vertices, the mesh %d", target.Name, len(target.Vertices), len(m.Vertices))
			}
		}
		var out bytes.Buffer
		if err := gltf.Encode(&out, m); err != nil {
			return // not finite, or too large for float32 after a node's scale
		}
		again, err := gltf.Decode(&out, nil)
		if err != nil {
			t.Fatalf("what Encode wrote cannot be read: %v", err)
		}
		keeps := meshtest.Keeps{Faces: true, Colors: true, Alpha: true, Tolerance: 2 * roundTripTolerance(m)}
		if d := meshtest.Diff(m, again, keeps); d != "" {
			t.Fatal(d)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	var out bytes.Buffer
	if err := gltf.Encode(&out, meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 200), 1)); err != nil { // 200k triangles
		b.Fatal(err)
	}
	b.SetBytes(int64(out.Len()))
	for b.Loop() {
		if _, err := gltf.Decode(bytes.NewReader(out.Bytes()), nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	m := meshtest.Dressed(meshtest.Torus(2, 0.5, 500, 200), 1)
	for b.Loop() {
		if err := gltf.Encode(&bytes.Buffer{}, m); err != nil {
			b.Fatal(err)
		}
	}
}
