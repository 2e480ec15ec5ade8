//go:build bench && unix

package cohort

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/internal/figures"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// A merge of 1,000 specimens with 5,000 vertices each, with made results instead of matches: a
// cat that is bent in some smooth ways. It prints processor seconds and the largest memory.
//
//	go test -tags bench -run MergeOfAThousand -v ./app/cohort
func TestMergeOfAThousand(t *testing.T) {
	const specimens, vertices = 1000, 5000
	dir := t.TempDir()
	base, err := shapes.Make(fmt.Sprintf("cats/101@%d", vertices))
	if err != nil {
		t.Fatal(err)
	}
	if err := meshio.Save(filepath.Join(dir, "template.ply"), base); err != nil {
		t.Fatal(err)
	}
	// Nothing but their names and keys is asked of the specimens' own files.
	for k := range specimens {
		at := float64(k + 1)
		small := &mesh.Mesh{Vertices: []r3.Vec{{X: at}, {Y: at}, {Z: at}, {X: 1, Y: 1, Z: 1}}, Triangles: [][3]int32{{0, 1, 2}, {0, 1, 3}, {1, 2, 3}}}
		if err := meshio.Save(filepath.Join(dir, "scans", fmt.Sprintf("s%04d.ply", k)), small); err != nil {
			t.Fatal(err)
		}
	}
	c, err := New(filepath.Join(dir, "c"), Plan{Specimens: []string{filepath.Join(dir, "scans")}, Templates: []string{filepath.Join(dir, "template.ply")}})
	if err != nil {
		t.Fatal(err)
	}
	c = open(t, string(c.Dir))
	w := listed(t, c)
	rng := rand.New(rand.NewPCG(5, 5))
	for _, p := range w.Pairs {
		var bend [6]float64
		for k := range bend {
			bend[k] = rng.NormFloat64() * 0.1 / float64(k+1)
		}
		at := make([]r3.Vec, len(base.Vertices))
		for i, v := range base.Vertices {
			s := 1 + bend[0]*math.Sin(3*v.X) + bend[1]*math.Cos(4*v.Y)
			at[i] = r3.Add(r3.Scale(s, v), r3.Vec{X: bend[2]*v.Y*v.Y + 0.002*rng.NormFloat64(), Y: bend[3]*v.X*v.Z + 0.002*rng.NormFloat64(), Z: bend[4]*v.X*v.X + bend[5]*v.Y + 0.002*rng.NormFloat64()})
		}
		r := failed(p, "")
		r.Error, r.Trust, r.Unit, r.GW2 = "", Trust{Trust: figures.Number(rng.Float64())}, 1, 0.002
		for k := range 22 {
			v := at[k*len(at)/22]
			r.Landmarks = append(r.Landmarks, Carried{Name: fmt.Sprintf("l%d", k), At: [3]float64{v.X, v.Y, v.Z}, Confidence: 0.9})
		}
		if err := c.Dir.store(r, at, &Times{Seconds: 2, Stages: map[string]float64{"solve": 1}}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	before := used(t)
	merged(t, c)
	after := used(t)
	t.Logf("merge of %d specimens with %d vertices: %.1f processor seconds, at most %.0f MB", specimens, len(base.Vertices), after.seconds-before.seconds, after.megabytes)
	again := used(t)
	w = listed(t, c)
	s := c.Status(w)
	t.Logf("listing and status of it: %.2f processor seconds, merged %t", used(t).seconds-again.seconds, s.Merged)
	again = used(t)
	if _, err := c.Merge(context.Background(), w); err != nil {
		t.Fatal(err)
	}
	t.Logf("merging again: %.1f processor seconds", used(t).seconds-again.seconds)
}

type usage struct{ seconds, megabytes float64 }

func used(t *testing.T) usage {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	of := func(v syscall.Timeval) float64 { return float64(v.Sec) + float64(v.Usec)/1e6 }
	return usage{of(r.Utime) + of(r.Stime), float64(r.Maxrss) / 1024}
}
