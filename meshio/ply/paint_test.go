package ply_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/ply"
)

var (
	red   = color.NRGBA{R: 255, A: 255}
	green = color.NRGBA{G: 255, A: 255}
	blue  = color.NRGBA{B: 255, A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

// quarters is a picture of 4 x 4 pixels: red and green above, blue and white below.
func quarters() *fstest.MapFile {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			img.SetNRGBA(x, y, [2][2]color.NRGBA{{red, green}, {blue, white}}[y/2][x/2])
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

const (
	head       = "ply\nformat ascii 1.0\n"
	textured   = "comment TextureFile skin.png\n"
	vertices   = "element vertex 4\n" + xyz
	wedges     = "element face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\n"
	endHeader  = "end_header\n"
	points     = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
	wedgeFaces = "3 0 1 2 6 0.25 0.25 0.75 0.25 0.75 0.75\n3 0 2 3 6 0.25 0.25 0.75 0.75 0.25 0.75\n"
)

func TestTexturesBecomeColours(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"skin.png": quarters(), "my skin.png": quarters(), "maps/skin.png": quarters()}
	lying := [4]color.NRGBA{blue, white, green, red}
	uv := "0 0 0 0.25 0.25\n1 0 0 0.75 0.25\n1 1 0 0.75 0.75\n0 1 0 0.25 0.75\n"
	for name, file := range map[string]string{
		"corners":          head + textured + vertices + wedges + endHeader + points + wedgeFaces,
		"blank in name":    head + "comment TextureFile my skin.png\n" + vertices + wedges + endHeader + points + wedgeFaces,
		"another machine":  head + "comment TextureFile C:\\scans\\skin.png\n" + vertices + wedges + endHeader + points + wedgeFaces,
		"below":            head + "comment TextureFile maps\\skin.png\n" + vertices + wedges + endHeader + points + wedgeFaces,
		"of vertices":      head + textured + vertices + "property float s\nproperty float t\n" + endHeader + uv,
		"of vertices, u v": head + textured + vertices + "property float texture_u\nproperty float texture_v\n" + endHeader + uv,
		"the second picture": head + "comment TextureFile nothing.png\n" + textured + vertices +
			"element face 1\nproperty list uchar float texcoord\nproperty int texnumber\nproperty list uchar int vertex_indices\n" + endHeader + points +
			"8 0.25 0.25 0.75 0.25 0.75 0.75 0.25 0.75 1 4 0 1 2 3\n",
	} {
		m, err := ply.Decode(strings.NewReader(file), files)
		if err != nil || len(m.Colors) != 4 || [4]color.NRGBA(m.Colors) != lying || len(m.Origin.Warnings) != 0 {
			t.Errorf("%s: %v, error %v", name, m, err)
		}
		if m, err := ply.Decode(strings.NewReader(file), nil); err != nil || m.Colors != nil || len(m.Origin.Warnings) != 0 {
			t.Errorf("%s, without files: %v, error %v", name, m, err)
		}
	}
}

func TestTexturesThatCannotBeUsedAreLeftOut(t *testing.T) {
	t.Parallel()
	file := head + textured + vertices + wedges + endHeader + points + wedgeFaces
	for name, c := range map[string]struct {
		files fstest.MapFS
		file  string
		want  string
	}{
		"missing":     {fstest.MapFS{}, file, "cannot be read"},
		"no picture":  {fstest.MapFS{"skin.png": {Data: []byte("no")}}, file, "neither PNG nor JPEG"},
		"not beside":  {fstest.MapFS{}, strings.Replace(file, "skin.png", "..", 1), "only files beside the mesh"},
		"no texcoord": {fstest.MapFS{"skin.png": quarters()}, strings.ReplaceAll(file, "texcoord", "flags"), ""},
		"too few":     {fstest.MapFS{"skin.png": quarters()}, head + textured + vertices + wedges + endHeader + points + "3 0 1 2 2 0 0\n3 0 2 3 0\n", ""},
		"no such one": {fstest.MapFS{"skin.png": quarters()}, head + textured + vertices + "element face 1\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty int texnumber\n" + endHeader + points + "3 0 1 2 6 0 0 0 0 0 0 7\n", ""},
	} {
		m, err := ply.Decode(strings.NewReader(c.file), c.files)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		warned := strings.Join(m.Origin.Warnings, "\n")
		if m.Colors != nil || len(m.Triangles) == 0 || !strings.Contains(warned, c.want) || c.want == "" && warned != "" {
			t.Errorf("%s: colours %v, warnings %q, want %q", name, m.Colors, warned, c.want)
		}
	}
	// Colours of the vertices themselves come first.
	own := head + textured + vertices + "property uchar red\nproperty uchar green\nproperty uchar blue\n" + wedges + endHeader +
		strings.ReplaceAll(points, "\n", " 0 255 0\n") + wedgeFaces
	if m, err := ply.Decode(strings.NewReader(own), fstest.MapFS{"skin.png": quarters()}); err != nil || m.Colors[0] != green {
		t.Errorf("own colours became %v, error %v", m, err)
	}
}

// Whatever a file with a picture holds, there are as many colours as vertices, or none.
func FuzzTextures(f *testing.F) {
	f.Add([]byte(head + textured + vertices + wedges + endHeader + points + wedgeFaces))
	f.Add([]byte(head + textured + wedges + vertices + endHeader + wedgeFaces + points))
	f.Add([]byte(head + "comment TextureFile\ncomment TextureFile ../a b\n" + textured + vertices + "property float s\nproperty double t\n" + endHeader + "0 0 0 nan inf\n1 1 1 -9 1e300\n2 2 2 0 0\n3 3 3 1 1\n"))
	f.Add([]byte("ply\nformat binary_little_endian 1.0\n" + textured + "element vertex 1\n" + xyz + "element face 1\nproperty list uchar uchar vertex_index\nproperty list int double texcoord\n" + endHeader +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\xff\xff\xff\x7f"))
	picture := quarters()
	f.Fuzz(func(t *testing.T, data []byte) {
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data)+len(picture.Data), 0, func() { m, err = ply.Decode(bytes.NewReader(data), fstest.MapFS{"skin.png": picture}) })
		if err == nil && m.Colors != nil && len(m.Colors) != len(m.Vertices) {
			t.Fatalf("%d vertices, %d colours", len(m.Vertices), len(m.Colors))
		}
	})
}
