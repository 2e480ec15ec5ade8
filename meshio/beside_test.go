package meshio_test

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio"
)

// Materials that lie beside a mesh on disk become its colours; files above it, by name or by a
// link, are not read.
func TestLoadReadsMaterialsBesideTheMesh(t *testing.T) {
	t.Parallel()
	above := t.TempDir()
	folder := filepath.Join(above, "shape")
	if err := os.MkdirAll(filepath.Join(folder, "maps"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	paint := func(path string) {
		t.Helper()
		img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
		img.SetNRGBA(0, 0, color.NRGBA{R: 200, A: 255})
		f, err := os.Create(path)
		if err == nil {
			err = png.Encode(f, img)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	paint(filepath.Join(folder, "maps", "skin.png"))
	paint(filepath.Join(above, "secret.png"))
	write("a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 1\nusemtl skin\nf 1/1 2/1 3/1\n")
	write("a.mtl", "newmtl skin\nmap_Kd maps/skin.png\n")
	path := filepath.Join(folder, "a.obj")
	m, err := meshio.Load(path, meshio.LoadOptions{})
	if err != nil || len(m.Colors) != 3 || m.Colors[0] != (color.NRGBA{R: 200, A: 255}) {
		t.Fatalf("colours %v, warnings %q, error %v", m.Colors, m.Origin.Warnings, err)
	}
	for _, materials := range []string{"newmtl skin\nmap_Kd ../secret.png\n", "newmtl skin\nmap_Kd maps/linked.png\n"} {
		if strings.Contains(materials, "linked") {
			if err := os.Symlink(filepath.Join(above, "secret.png"), filepath.Join(folder, "maps", "linked.png")); err != nil {
				t.Skipf("links cannot be made here: %v", err)
			}
		}
		write("a.mtl", materials)
		m, err := meshio.Load(path, meshio.LoadOptions{})
		if err != nil || m.Colors != nil || len(m.Origin.Warnings) != 1 {
			t.Errorf("%q: colours %v, warnings %q, error %v", materials, m.Colors, m.Origin.Warnings, err)
		}
	}
}
