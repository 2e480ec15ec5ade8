package meshio_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio"
	"gwscope/meshio/landmark"
	"gwscope/meshio/meshtest"
)

// Files that promise more than they hold, nest without end, or unpack to far more than they are: each
// is refused, or read without its faulty part, and takes little memory.
func TestFilesOfStrangersAreHarmless(t *testing.T) {
	var swollen, picture bytes.Buffer
	z := gzip.NewWriter(&swollen)
	z.Write(make([]byte, 64<<20)) // a buffer takes everything
	z.Close()
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 9000, 9000))); err != nil {
		t.Fatal(err)
	}
	npy := func(descr, shape string) string {
		dict := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }\n", descr, shape)
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(dict)), byte(len(dict) >> 8)}) + dict
	}
	fields := strings.TrimSuffix(strings.Repeat("('x', '<f8', (64,)), ", 64), ", ")
	for name, data := range map[string]string{
		"a.obj.gz":   swollen.String(),
		"a.npz":      "PK\x03\x04" + strings.Repeat("\x00", 100),
		"count.ply":  "ply\nformat ascii 1.0\nelement vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n",
		"count.off":  "OFF\n2000000000 2000000000 0\n0 0 0\n",
		"count.stl":  strings.Repeat("x", 80) + "\xff\xff\xff\xff",
		"count.npy":  npy("'<f8'", "4000000000, 3"),
		"fields.npy": npy("["+fields+"]", "4000000000,"),
		"count.glb":  "glTF\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xffJSON",
		"empty.gltf": `{"asset":{"version":"2.0"},"nodes":[` + strings.Repeat("{},", 300_000) + `{}]}`,
		"deep.gltf":  `{"asset":{"version":"2.0"},"nodes":` + strings.Repeat("[", 300_000),
		"far.gltf":   `{"asset":{"version":"2.0"},"buffers":[{"byteLength":9,"uri":"../../etc/passwd"}]}`,
		"lists.ply":  "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n" + strings.Repeat("\x00", 12) + "\xff\xff\xff\x7f",
	} {
		meshtest.Held(t, len(data), 4<<20, func() {
			if _, err := meshio.Decode(strings.NewReader(data), name, meshio.LoadOptions{}); err == nil {
				t.Errorf("%s was read", name)
			}
		})
	}
	painted := `{"asset":{"version":"2.0"},"images":[{"uri":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(picture.Bytes()) + `"}],"textures":[{"source":0}],` +
		`"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(make([]byte, 36)) + `"}],` +
		`"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteLength":24}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}]}`
	meshtest.Held(t, len(painted), 4<<20, func() {
		m, err := meshio.Decode(strings.NewReader(painted), "bomb.gltf", meshio.LoadOptions{})
		if err != nil || m.Colors != nil || !strings.Contains(strings.Join(m.Origin.Warnings, ""), "make it smaller") {
			t.Errorf("a picture of 81 million pixels: %v, %v", m, err)
		}
	})
	for format, text := range map[string]string{
		"tps":      "LM3=2000000000\n1 2 3\n",
		"mrk.json": `{"markups":[{"controlPoints":[` + strings.Repeat("{},", 300_000) + `{}]}]}`,
		"csv":      "name,x,y,z\n" + strings.Repeat("a,", 1<<16),
		"fcsv":     "# columns = " + strings.Repeat("x,", 1<<15) + "\n1,2\n",
	} {
		meshtest.Held(t, len(text), 1<<20, func() {
			if _, err := landmark.Decode(strings.NewReader(text), format, landmark.Options{}); err == nil {
				t.Errorf("landmarks as %s were read", format)
			}
		})
	}
	if _, err := meshio.Load("/dev/zero", meshio.LoadOptions{}); err == nil {
		t.Error("a file without an end was read")
	}
	// Files outside the folder stay unread, whatever the path says.
	files := fstest.MapFS{"in/a.obj": {Data: []byte("mtllib ../out.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n")}, "out.mtl": {Data: []byte("newmtl a\nKd 1 0 0\n")}}
	if m, err := meshio.LoadFS(files, "in/a.obj", meshio.LoadOptions{}); err != nil || m.Colors != nil {
		t.Errorf("materials from above: %v, %v", m, err)
	}
}
