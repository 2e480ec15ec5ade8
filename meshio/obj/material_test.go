package obj_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/obj"
)

// quarters is a picture of 4 x 4 pixels: red and green above, blue and white below.
func quarters() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for y := range 4 {
		for x := range 4 {
			img.SetNRGBA(x, y, [2][2]color.NRGBA{{red, green}, {blue, white}}[y/2][x/2])
		}
	}
	return img
}

var (
	red   = color.NRGBA{R: 255, A: 255}
	green = color.NRGBA{G: 255, A: 255}
	blue  = color.NRGBA{B: 255, A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

func pngOf(img image.Image) *fstest.MapFile {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

func textFile(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// square has its corners in the middles of the quarters: white, red... in the order of
// its vertices lower left, lower right, upper right, upper left.
const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0.25 0.25\nvt 0.75 0.25\nvt 0.75 0.75\nvt 0.25 0.75\n"

var lying = [4]color.NRGBA{blue, white, green, red}

func besides(t *testing.T, file string, files fs.FS) *mesh.Mesh {
	t.Helper()
	m, err := obj.Decode(strings.NewReader(file), files)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTexturesBecomeColours(t *testing.T) {
	t.Parallel()
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, quarters(), &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	const face = "usemtl skin\nf 1/1 2/2 3/3 4/4\n"
	for name, c := range map[string]struct {
		file, materials string
		at              string // of the picture
		want            [4]color.NRGBA
	}{
		"as it lies":       {"mtllib a.mtl\n" + square + face, "newmtl skin\nmap_Kd skin.png\n", "skin.png", lying},
		"materials last":   {square + "mtllib a.mtl\n" + face, "newmtl skin\nmap_Kd skin.png\n", "skin.png", lying},
		"counted back":     {"mtllib a.mtl\n" + square + "usemtl skin\nf -4/-4 -3/-3 -2/-2 -1/-1\n", "newmtl skin\nmap_Kd skin.png", "skin.png", lying},
		"with normals":     {"mtllib a.mtl\n" + square + "vn 0 0 1\nusemtl skin\nf 1/1/1 2/2/1 3/3/1 4/4/1\n", "newmtl skin\nmap_Kd skin.png", "skin.png", lying},
		"black is not":     {"mtllib a.mtl\n" + square + face, "newmtl skin\nKd 0 0 0\nmap_Kd skin.png\n", "skin.png", lying},
		"tinted":           {"mtllib a.mtl\n" + square + face, "newmtl skin\nKd 1 0 0\nd 0.5\nmap_Kd skin.png\n", "skin.png", [4]color.NRGBA{{A: 128}, {R: 255, A: 128}, {A: 128}, {R: 255, A: 128}}},
		"options":          {"mtllib a.mtl\n" + square + face, "newmtl skin\nmap_Kd -blendu on -s 1 1 1 -o 0.5 0 -mm 0 1 -texres 4 skin.png\n", "skin.png", [4]color.NRGBA{white, blue, red, green}},
		"clamped":          {"mtllib a.mtl\n" + square + face, "newmtl skin\nmap_Kd -clamp on -s 9 9 -o -4 -4 skin.png\n", "skin.png", lying},
		"repeated":         {"mtllib a.mtl\n" + square + face, "newmtl skin\nmap_Kd -o 3 -2 skin.png\n", "skin.png", lying},
		"names with blank": {"mtllib my animals.mtl\n" + square + "usemtl wet skin\nf 1/1 2/2 3/3 4/4\n", "newmtl wet skin \nmap_Kd  skin of it.png\t\n", "skin of it.png", lying},
		"below":            {"mtllib a.mtl\n" + square + face, "newmtl skin\nmap_Kd .\\maps\\skin.png\n", "maps/skin.png", lying},
		"another machine":  {"mtllib C:\\work\\a.mtl\n" + square + face, "newmtl skin\nmap_Kd /home/x/skin.png\n", "skin.png", lying},
		"windows ends":     {"mtllib a.mtl\r\n" + strings.ReplaceAll(square+face, "\n", "\r\n"), "newmtl skin\r\nmap_Kd skin.png\r\n", "skin.png", lying},
		"byte order mark":  {"mtllib a.mtl\n" + square + face, "\xef\xbb\xbfnewmtl skin\nmap_Kd skin.png\n", "skin.png", lying},
		"second of two":    {"mtllib no.mtl a.mtl\n" + square + face, "newmtl skin\nmap_Kd skin.png\n", "skin.png", lying},
	} {
		files := fstest.MapFS{"a.mtl": textFile(c.materials), "my animals.mtl": textFile(c.materials), c.at: pngOf(quarters())}
		m := besides(t, c.file, files)
		if len(m.Colors) != 4 || [4]color.NRGBA(m.Colors) != c.want {
			t.Errorf("%s: colours %v, want %v (%q)", name, m.Colors, c.want, m.Origin.Warnings)
		}
		if len(m.Origin.Warnings) != 0 && name != "second of two" {
			t.Errorf("%s: %q", name, m.Origin.Warnings)
		}
	}
	m := besides(t, "mtllib sub/a.mtl\n"+square+face, fstest.MapFS{"sub/a.mtl": textFile("newmtl skin\nmap_Kd ../skin.jpg"), "skin.jpg": {Data: photo.Bytes()}})
	if len(m.Colors) != 4 || m.Colors[1].R < 240 || m.Colors[3].B > 60 {
		t.Errorf("a JPEG beside a folder of materials: %v, %q", m.Colors, m.Origin.Warnings)
	}
}

func TestMaterialsBecomeColours(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"a.mtl": textFile("# two\nKd 9 9 9\nnewmtl a\nKd 1 0 0\nnewmtl b\nKs 1 1 1\nKd 0 0 1\nTr 0.5\nnewmtl grey\nKd 0.5\nnewmtl odd\nKd spectral file.rfl\n")}
	m := besides(t, "mtllib a.mtl\n"+square+"v 9 9 9\nusemtl a\nf 1 2 3\nusemtl b\nf 1 3 4\n", files)
	// Vertices of both triangles take the mean; the vertex of no face is white.
	mean := color.NRGBA{R: 128, B: 128, A: 192}
	if want := [5]color.NRGBA{mean, red, mean, {B: 255, A: 128}, white}; len(m.Colors) != 5 || [5]color.NRGBA(m.Colors) != want {
		t.Errorf("colours %v, want %v", m.Colors, want)
	}
	for name, file := range map[string]string{
		"one colour for all": "mtllib a.mtl\n" + square + "usemtl grey\nf 1 2 3 4\n",
		"a spectrum":         "mtllib a.mtl\n" + square + "usemtl odd\nf 1 2 3 4\n",
		"no material":        "mtllib a.mtl\n" + square + "f 1 2 3 4\n",
		"no faces":           "mtllib a.mtl\n" + square + "usemtl a\n",
		"before its vertex":  "mtllib a.mtl\nusemtl a\nf 1 2 3\n" + square,
	} {
		if m := besides(t, file, files); m.Colors != nil || len(m.Origin.Warnings) != 0 {
			t.Errorf("%s: colours %v, warnings %q", name, m.Colors, m.Origin.Warnings)
		}
	}
	// Colours of the vertices themselves come first.
	m = besides(t, "mtllib a.mtl\nv 0 0 0 0.0 1.0 0.0\nv 1 0 0 0.0 1.0 0.0\nv 0 1 0 0.0 1.0 0.0\nusemtl a\nf 1 2 3\n", files)
	if len(m.Colors) != 3 || m.Colors[0] != green {
		t.Errorf("own colours became %v", m.Colors)
	}
}

// A mesh is read without its materials, with a warning.
func TestMaterialsThatCannotBeUsedAreLeftOut(t *testing.T) {
	t.Parallel()
	cut := pngOf(quarters())
	cut.Data = cut.Data[:50]
	const file = "mtllib a.mtl\n" + square + "usemtl skin\nf 1/1 2/2 3/3\nusemtl skin\nf 1/1 3/3 4/4\n"
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"no materials":   {fstest.MapFS{}, "a.mtl"},
		"no such one":    {fstest.MapFS{"a.mtl": textFile("newmtl other\n")}, `no material "skin"`},
		"no picture":     {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd skin.png")}, "cannot be read"},
		"not a picture":  {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd a.mtl")}, "neither PNG nor JPEG"},
		"cut short":      {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd skin.png"), "skin.png": cut}, "damaged"},
		"too large":      {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd skin.png"), "skin.png": pngOf(image.NewGray(image.Rect(0, 0, 9000, 9000)))}, "make it smaller"},
		"a folder":       {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd maps"), "maps/x": textFile("")}, "cannot be read"},
		"somewhere else": {fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd ../..")}, "only files beside the mesh"},
	} {
		m := besides(t, file, c.files)
		if m.Colors != nil || len(m.Triangles) != 2 || len(m.Origin.Warnings) != 1 || !strings.Contains(m.Origin.Warnings[0], c.want) {
			t.Errorf("%s: colours %v, warnings %q, want one of %q", name, m.Colors, m.Origin.Warnings, c.want)
		}
	}
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "mtllib no%d.mtl\n", i)
	}
	if m := besides(t, many.String()+square, fstest.MapFS{}); len(m.Origin.Warnings) > 6 || !strings.Contains(strings.Join(m.Origin.Warnings, " "), "96 troubles more") {
		t.Errorf("a hundred missing files: %q", m.Origin.Warnings)
	}
}

// Whatever a material file holds, the mesh comes out with its vertices, and with as many
// colours or none.
func FuzzMaterials(f *testing.F) {
	f.Add([]byte("newmtl skin\nKd 1 0.5 0\nmap_Kd -s 2 2 -o 0.1 skin.png\nd 0.5\n"))
	f.Add([]byte("newmtl skin\nKd spectral x\nKd 0.2\nTr nan\nmap_Kd -clamp on -mm 0 1 -o nan inf ..\\..\\skin.png\n"))
	f.Add([]byte("\xff\xfen\x00e\x00w\x00newmtl \nmap_Kd\nmap_Kd -s\nnewmtl skin\nmap_Kd C:/a b/skin.png\nKd -1 1e400 2\n"))
	picture := pngOf(quarters())
	f.Fuzz(func(t *testing.T, data []byte) {
		files := fstest.MapFS{"a.mtl": {Data: data}, "skin.png": picture}
		var m *mesh.Mesh
		var err error
		meshtest.Held(t, len(data)+len(picture.Data), 0, func() {
			m, err = obj.Decode(strings.NewReader("mtllib a.mtl\n"+square+"usemtl skin\nf 1/1 2/2 3/3 4/4\nusemtl\nf 4/9 1/-2 2/x\n"), files)
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Vertices) != 4 || m.Colors != nil && len(m.Colors) != 4 {
			t.Fatalf("%d vertices, %d colours", len(m.Vertices), len(m.Colors))
		}
		for _, w := range m.Origin.Warnings {
			if !strings.HasSuffix(w, ".") {
				t.Fatalf("warning %q", w)
			}
		}
	})
}

func BenchmarkDecodeTextured(b *testing.B) {
	var plain, file bytes.Buffer
	if err := obj.Encode(&plain, meshtest.Torus(2, 0.5, 500, 200)); err != nil { // 200k triangles
		b.Fatal(err)
	}
	file.WriteString("mtllib a.mtl\nusemtl skin\n")
	for line := range strings.Lines(plain.String()) {
		corners, isFace := strings.CutPrefix(line, "f ")
		if !isFace {
			file.WriteString(line)
			if strings.HasPrefix(line, "v ") {
				fmt.Fprintf(&file, "vt 0.3 0.%d\n", file.Len())
			}
			continue
		}
		file.WriteString("f")
		for _, c := range strings.Fields(corners) {
			v, _, _ := strings.Cut(c, "/")
			fmt.Fprintf(&file, " %s/%s", v, v)
		}
		file.WriteString("\n")
	}
	files := fstest.MapFS{"a.mtl": textFile("newmtl skin\nmap_Kd skin.png"), "skin.png": pngOf(quarters())}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		m, err := obj.Decode(bytes.NewReader(file.Bytes()), files)
		if err != nil || m.Colors == nil {
			b.Fatal(err, m.Origin.Warnings)
		}
	}
}
