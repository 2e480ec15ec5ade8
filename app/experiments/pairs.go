package experiments

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// Pair is a source and a target with the true correspondence.
type Pair struct {
	Name  string
	A, B  *pipeline.Shape
	Truth *correspond.Truth
}

// PairSource makes a pair when it is needed, for all of them would not fit memory.
type PairSource struct {
	Name string
	Make func(ctx context.Context) (*Pair, error)
}

// EmbeddedPairs are pairs of embedded shapes within each species: every pose
// against the next, in their own connectivity, and against the remeshed next.
func EmbeddedPairs() []PairSource {
	byKind := map[string][]string{}
	var kinds []string
	for _, info := range shapes.Names() {
		if strings.HasPrefix(info.Kind, "toy") || info.Remeshed {
			continue
		}
		kind, _, _ := strings.Cut(info.ID, "/")
		if len(byKind[kind]) == 0 {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], info.ID)
	}
	var out []PairSource
	for _, kind := range kinds {
		ids := byKind[kind]
		if len(ids) < 2 {
			continue
		}
		for i, a := range ids {
			b := ids[(i+1)%len(ids)]
			out = append(out, embeddedPair(a, b), embeddedPair(a, b+"r"))
		}
	}
	return out
}

func embeddedPair(a, b string) PairSource {
	name := a + "-" + b
	return PairSource{Name: name, Make: func(ctx context.Context) (*Pair, error) {
		engine := pipeline.NewEngine()
		sa, err := engine.Load(ctx, pipeline.SamplePrefix+a, session.Defaults())
		if err != nil {
			return nil, err
		}
		sb, err := engine.Load(ctx, pipeline.SamplePrefix+b, session.Defaults())
		if err != nil {
			return nil, err
		}
		truth, err := pipeline.LoadTruth(sa, sb, "")
		if err != nil {
			return nil, err
		}
		return disguise(name, sa, sb, truth), nil
	}}
}

// FolderPairs are the pairs of a folder with known truth. A file pairs.txt names
// them, one a line: NAME A B same, where vertex i of A is vertex i of B. Without
// it, meshes of one folder with equal numbers of vertices are taken as pairs of
// that kind, the first of them against each of the others.
func FolderPairs(dir string) ([]PairSource, error) {
	list := filepath.Join(dir, "pairs.txt")
	if f, err := os.Open(list); err == nil {
		defer f.Close()
		return listedPairs(dir, list, f)
	}
	var files []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isMeshName(path) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cannot list the pairs: %w", err)
	}
	slices.Sort(files)
	first := map[string]string{}
	var out []PairSource
	for _, path := range files {
		m, err := pipeline.NewEngine().Load(context.Background(), path, session.Defaults())
		if err != nil {
			return nil, err
		}
		key := fmt.Sprint(filepath.Dir(path), len(m.Mesh.Vertices))
		if a, ok := first[key]; ok {
			out = append(out, filePair(stem(a)+"-"+stem(path), a, path))
		} else {
			first[key] = path
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no pairs.txt and no two meshes with equal numbers of vertices in one folder", dir)
	}
	return out, nil
}

func listedPairs(dir, list string, f *os.File) ([]PairSource, error) {
	var out []PairSource
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		w := strings.Fields(scan.Text())
		if len(w) == 0 || strings.HasPrefix(w[0], "#") {
			continue
		}
		if len(w) != 4 || w[3] != "same" {
			return nil, fmt.Errorf("%s:%d: want NAME A B same, got %q", list, line, scan.Text())
		}
		out = append(out, filePair(w[0], filepath.Join(dir, w[1]), filepath.Join(dir, w[2])))
	}
	return out, scan.Err()
}

func filePair(name, a, b string) PairSource {
	return PairSource{Name: name, Make: func(ctx context.Context) (*Pair, error) {
		engine := pipeline.NewEngine()
		sa, err := engine.Load(ctx, a, session.Defaults())
		if err != nil {
			return nil, err
		}
		sb, err := engine.Load(ctx, b, session.Defaults())
		if err != nil {
			return nil, err
		}
		truth, err := pipeline.SameVertexTruth(sa, sb)
		if err != nil {
			return nil, err
		}
		return disguise(name, sa, sb, truth), nil
	}}
}

// disguise shuffles the vertices and faces of B and turns, moves and scales it,
// and restates the truth for it.
func disguise(name string, a, b *pipeline.Shape, truth *correspond.Truth) *Pair {
	rng := rand.New(rand.NewPCG(11, 0))
	old := b.Mesh
	n := len(old.Vertices)
	newOf := rng.Perm(n)
	faceOrder := rng.Perm(len(old.Triangles))

	axis := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	sin, cos := math.Sincos(rng.Float64() * math.Pi)
	turn := r3.Rotation(quat.Number{Real: cos, Imag: sin * axis.X, Jmag: sin * axis.Y, Kmag: sin * axis.Z})

	m := &mesh.Mesh{Name: old.Name, Vertices: make([]r3.Vec, n), Triangles: make([][3]int32, len(old.Triangles))}
	for i, v := range old.Vertices {
		m.Vertices[newOf[i]] = r3.Add(r3.Scale(3.7, turn.Rotate(v)), r3.Vec{X: 5, Y: 5, Z: 5})
	}
	newFace := make([]int32, len(faceOrder))
	for to, from := range faceOrder {
		newFace[from] = int32(to)
		for k, c := range old.Triangles[from] {
			m.Triangles[to][k] = int32(newOf[c])
		}
	}
	moved := pipeline.ShapeOf(b.Ref, m)
	return &Pair{Name: name, A: a, B: moved, Truth: relabel(truth, newOf, newFace)}
}

// relabel restates a truth for a B whose vertex i became newVertex[i] and whose
// triangle f became newFace[f], with its corners in the same order.
func relabel(t *correspond.Truth, newVertex []int, newFace []int32) *correspond.Truth {
	out := &correspond.Truth{Target: make([]int32, len(t.Target)), Face: append([]int32(nil), t.Face...), Bary: t.Bary}
	for i, v := range t.Target {
		out.Target[i] = v
		if v >= 0 {
			out.Target[i] = int32(newVertex[v])
		}
	}
	for i, f := range out.Face {
		if f >= 0 {
			out.Face[i] = newFace[f]
		}
	}
	if t.Mirror != nil {
		out.Mirror = make([]int32, len(t.Mirror))
		for i, v := range t.Mirror {
			out.Mirror[i] = v
			if v >= 0 {
				out.Mirror[i] = int32(newVertex[v])
			}
		}
	}
	return out
}

func isMeshName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".obj", ".off", ".ply", ".stl", ".glb", ".gltf":
		return true
	}
	return false
}

func stem(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
