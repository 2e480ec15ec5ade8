package experiments

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/solver/correspond"
)

// Pair is a source and a target with the true correspondence.
type Pair struct {
	Name  string
	A, B  *pipeline.Shape
	Truth *correspond.Truth
	// At are vertices of A and B that are matched instead of samples; nil: samples are.
	At [2][]int32
}

// PairSource makes a pair when it is needed, because all pairs would not fit into memory.
type PairSource struct {
	Name string
	// Kind groups pairs in tables, such as "H-E"; empty: a kind of its own.
	Kind string
	// vertices is the least number that each shape has, see finely; 0: as many as in its file.
	vertices int
	Make     func(ctx context.Context) (*Pair, error)
}

func (s PairSource) String() string { return s.Name }

// EmbeddedPairs are pairs of embedded shapes within each species: every pose with the next, in
// their own connectivity, and with the remeshed next.
func EmbeddedPairs() []PairSource {
	byKind := map[string][]string{}
	var kinds []string
	for _, info := range shapes.Names() {
		if strings.HasPrefix(info.Kind, "toy") || info.Remeshed || info.Object {
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

// embeddedPair is a pair of embedded shapes, the second of them disguised.
func embeddedPair(a, b string) PairSource {
	name := a + "-" + b
	return PairSource{Name: name, Make: func(ctx context.Context) (*Pair, error) {
		sa, sb, err := loadPair(ctx, pipeline.SamplePrefix+a, pipeline.SamplePrefix+b)
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
// them, one a line:
//
//	NAME A B TRUTH [KIND]
//
// where TRUTH is "same" (vertex i of A is vertex i of B) or a file that
// [correspond.ReadTruth] reads, and KIND groups pairs in tables. Without pairs.txt,
// meshes of one folder with equal numbers of vertices are pairs with the truth "same": the
// first of them with each of the others.
func FolderPairs(ctx context.Context, dir string) ([]PairSource, error) {
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
		m, err := pipeline.NewEngine().Load(ctx, path, session.Defaults())
		if err != nil {
			return nil, err
		}
		key := fmt.Sprint(filepath.Dir(path), len(m.Mesh.Vertices))
		if a, ok := first[key]; ok {
			out = append(out, filePair(meshio.Stem(a)+"-"+meshio.Stem(path), a, path, same))
		} else {
			first[key] = path
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no pairs.txt and no two meshes with equal numbers of vertices in one folder", dir)
	}
	return out, nil
}

// same is the word for a truth by equal indices.
const same = "same"

func listedPairs(dir, list string, f *os.File) ([]PairSource, error) {
	var out []PairSource
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		w := strings.Fields(scan.Text())
		if len(w) == 0 || strings.HasPrefix(w[0], "#") {
			continue
		}
		if len(w) != 4 && len(w) != 5 {
			return nil, fmt.Errorf("%s:%d: want NAME A B TRUTH [KIND], got %q", list, line, scan.Text())
		}
		truth := w[3]
		if truth != same {
			truth = filepath.Join(dir, truth)
		}
		p := filePair(w[0], filepath.Join(dir, w[1]), filepath.Join(dir, w[2]), truth)
		if len(w) == 5 {
			p.Kind = w[4]
		}
		if slices.ContainsFunc(out, func(o PairSource) bool { return o.Name == p.Name }) {
			return nil, fmt.Errorf("%s:%d: there is a pair %s already", list, line, p.Name)
		}
		out = append(out, p)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s names no pairs", list)
	}
	return out, nil
}

// filePair is a pair of files with the truth "same" or that of a file.
func filePair(name, a, b, truthFile string) PairSource {
	return PairSource{Name: name, Make: func(ctx context.Context) (*Pair, error) {
		sa, sb, err := loadPair(ctx, a, b)
		if err != nil {
			return nil, err
		}
		var truth *correspond.Truth
		if truthFile == same {
			truth, err = pipeline.SameVertexTruth(sa, sb)
		} else {
			truth, err = pipeline.LoadTruth(sa, sb, truthFile)
		}
		if err != nil {
			return nil, err
		}
		return disguise(name, sa, sb, truth), nil
	}}
}

func loadPair(ctx context.Context, a, b string) (sa, sb *pipeline.Shape, err error) {
	engine := pipeline.NewEngine()
	if sa, err = engine.Load(ctx, a, session.Defaults()); err != nil {
		return nil, nil, err
	}
	sb, err = engine.Load(ctx, b, session.Defaults())
	return sa, sb, err
}

// isMeshName reports whether a file's name is that of a format with faces.
func isMeshName(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	return slices.ContainsFunc(meshio.Formats(), func(f meshio.Format) bool {
		return !f.PointsOnly && slices.Contains(f.Extensions, extension)
	})
}
