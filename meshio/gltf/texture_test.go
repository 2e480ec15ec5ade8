package gltf_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio/gltf"
)

// quarters is a picture of 4 x 4 pixels: red and green above, blue and white below.
func quarters() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			img.SetNRGBA(x, y, [2][2]color.NRGBA{{{R: 255, A: 255}, {G: 255, A: 255}}, {{B: 255, A: 255}, {R: 255, G: 255, B: 255, A: 255}}}[y/2][x/2])
		}
	}
	return img
}

func pngOf(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// paintedSquare is the square with texture coordinates uv and parts of JSON filled in.
func paintedSquare(uv [8]float32, uri, material, sampler string) string {
	data := append(bytes.Clone(square), numbers(uv[:])...)
	return `{"asset":{"version":"2.0"},"buffers":[{"byteLength":92,"uri":"data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(data) + `"}],` +
		`"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12},{"buffer":0,"byteOffset":60,"byteLength":32}],` +
		`"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"},{"bufferView":2,"componentType":5126,"count":4,"type":"VEC2"}],` +
		`"images":[{"uri":"` + uri + `"}],"samplers":[` + sampler + `],"textures":[{"source":0,"sampler":0}],` +
		`"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}` + material + `}}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":2},"indices":1,"material":0}]}]}`
}

// The corners of the square in the middles of the quarters, in the order of its vertices:
// red, green, white, blue.
var middles = [8]float32{0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75}

func TestTexturesBecomeColours(t *testing.T) {
	t.Parallel()
	embedded := "data:image/png;base64," + base64.StdEncoding.EncodeToString(pngOf(quarters()))
	red, green, blue, white := color.NRGBA{R: 255, A: 255}, color.NRGBA{G: 255, A: 255}, color.NRGBA{B: 255, A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	for name, c := range map[string]struct {
		document string
		want     [4]color.NRGBA
	}{
		"as it lies": {paintedSquare(middles, embedded, "", "{}"), [4]color.NRGBA{red, green, white, blue}},
		"tinted":     {paintedSquare(middles, embedded, `,"baseColorFactor":[1,0,0,0.5]`, "{}"), [4]color.NRGBA{{R: 255, A: 128}, {A: 128}, {R: 255, A: 128}, {A: 128}}},
		"repeated":   {paintedSquare([8]float32{1.25, -0.75, -0.25, 0.25, 0.75, 3.75, 0.25, 0.75}, embedded, "", "{}"), [4]color.NRGBA{red, green, white, blue}},
		"clamped":    {paintedSquare([8]float32{-9, -9, 9, -9, 9, 9, -9, 9}, embedded, "", `{"wrapS":33071,"wrapT":33071}`), [4]color.NRGBA{red, green, white, blue}},
		"mirrored":   {paintedSquare([8]float32{1.75, 0.25, 1.25, 0.25, 0.75, 0.75, 0.25, 1.25}, embedded, "", `{"wrapS":33648,"wrapT":33648}`), [4]color.NRGBA{red, green, white, blue}},
	} {
		m := decode(t, c.document)
		if len(m.Colors) != 4 || [4]color.NRGBA(m.Colors) != c.want {
			t.Errorf("%s: colours %v, want %v", name, m.Colors, c.want)
		}
		if len(m.Origin.Warnings) != 0 {
			t.Errorf("%s: %v", name, m.Origin.Warnings)
		}
	}
	// A transform: a quarter turn brings (u, v) to (v, -u), and half the size picks one quarter.
	moved := strings.Replace(paintedSquare(middles, embedded, "", "{}"), `{"index":0}`,
		`{"index":0,"extensions":{"KHR_texture_transform":{"rotation":1.5707963267948966,"offset":[0,1]}}}`, 1)
	if m := decode(t, moved); len(m.Colors) != 4 || [4]color.NRGBA(m.Colors) != [4]color.NRGBA{blue, red, green, white} {
		t.Errorf("turned: %v", m.Colors)
	}
	half := strings.Replace(paintedSquare(middles, embedded, "", "{}"), `{"index":0}`, `{"index":0,"extensions":{"KHR_texture_transform":{"scale":[0.1,0.1],"offset":[0.7,0.1]}}}`, 1)
	if m := decode(t, half); [4]color.NRGBA(m.Colors) != [4]color.NRGBA{green, green, green, green} {
		t.Errorf("shrunk: %v", m.Colors)
	}
	// Between the quarters colours mix.
	if m := decode(t, paintedSquare([8]float32{0.5, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75}, embedded, "", "{}")); m.Colors[0] != (color.NRGBA{R: 128, G: 128, A: 255}) {
		t.Errorf("half way between red and green: %v", m.Colors[0])
	}
	// Beside the file, as JPEG.
	var b bytes.Buffer
	if err := jpeg.Encode(&b, quarters(), &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	m, err := gltf.Decode(strings.NewReader(paintedSquare(middles, "skin%20of%20it.jpg", "", "{}")), fstest.MapFS{"skin of it.jpg": {Data: b.Bytes()}})
	if err != nil || len(m.Colors) != 4 || m.Colors[2].R < 240 || m.Colors[0].B > 60 {
		t.Errorf("a JPEG beside the file: %v, %v", m, err)
	}
}

// A mesh is read without its texture, with a warning.
func TestTexturesThatCannotBeUsedAreLeftOut(t *testing.T) {
	t.Parallel()
	plain := pngOf(image.NewGray(image.Rect(0, 0, 9000, 9000)))
	for name, c := range map[string]struct{ uri, want string }{
		"no image":       {"data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("no picture")), "neither PNG nor JPEG"},
		"cut short":      {"data:image/png;base64," + base64.StdEncoding.EncodeToString(pngOf(quarters())[:50]), "damaged"},
		"too large":      {"data:image/png;base64," + base64.StdEncoding.EncodeToString(plain), "make it smaller"},
		"not at hand":    {"skin.png", "not at hand"},
		"somewhere else": {"../skin.png", "only files beside"},
		"not base64":     {"data:image/png;base64,%%%", "not base64"},
	} {
		m := decode(t, paintedSquare(middles, c.uri, "", "{}"))
		if m.Colors != nil || len(m.Triangles) != 2 || !strings.Contains(strings.Join(m.Origin.Warnings, "\n"), c.want) {
			t.Errorf("%s: colours %v, warnings %q, want %q", name, m.Colors, m.Origin.Warnings, c.want)
		}
	}
	odd := strings.Replace(paintedSquare(middles, "x", "", "{}"), `"TEXCOORD_0":2`, `"TEXCOORD_0":1`, 1)
	if m := decode(t, odd); m.Colors != nil || len(m.Origin.Warnings) != 1 {
		t.Errorf("texture coordinates of another kind: colours %v, warnings %q", m.Colors, m.Origin.Warnings)
	}
	none := strings.Replace(paintedSquare(middles, "x", "", "{}"), `,"TEXCOORD_0":2`, ``, 1)
	if m := decode(t, none); m.Colors != nil || len(m.Origin.Warnings) != 0 {
		t.Errorf("a material without coordinates: colours %v, warnings %q", m.Colors, m.Origin.Warnings)
	}
}
