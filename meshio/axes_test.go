package meshio_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio"
	"gwscope/meshio/meshtest"
)

// Each format keeps the anatomical axes, or a person is told that it does not.
func TestAxesAreKeptOrTold(t *testing.T) {
	t.Parallel()
	for _, f := range written() {
		for _, space := range []string{"", "RAS", "LPS"} {
			m := meshtest.CubeQuads()
			m.Space = space
			path := filepath.Join(t.TempDir(), "cube"+f.Extensions[0])
			if err := meshio.Save(path, m); err != nil {
				t.Fatal(err)
			}
			got, err := meshio.Load(path, meshio.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			lost := meshio.Lost(path, m)
			if f.Axes && (got.Space != space || lost != "") || !f.Axes && (got.Space != "" || (lost != "") != (space != "")) {
				t.Errorf("%s: %q came back as %q, told %q", f.Name, space, got.Space, lost)
			}
			if lost != "" && !strings.Contains(lost, space) {
				t.Errorf("%s: told %q of %s", f.Name, lost, space)
			}
		}
	}
}
