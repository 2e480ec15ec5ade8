package train

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/shapenetpart"
)

// Split says what shapes are for. No shape is in two.
type Split int

const (
	Train Split = iota
	Validation
	Test
)

// Cloud is points of an object with normals (of unit length, or zero where unknown) and
// part labels; nothing learns from the latter. Objects of one source stand alike: y up, front along
// z, the plane of symmetry across x, as in the published set.
type Cloud struct {
	Points, Normals []r3.Vec
	// Of a shape that bends at joints, where its points lie on the body at rest, and normals there; else nil.
	Rest, RestNormals []r3.Vec
	Labels            []int32
}

// Source is where shapes come from: kinds of objects, and of each kind as many as Count
// says. Sources are safe for concurrent use.
type Source interface {
	// About describes the source in a sentence, for the model card.
	About() string
	Categories() []string
	Count(s Split, category int) uint64
	// Cloud draws n points of an object (0 to Count-1). The same arguments and the same state of rng
	// give the same points.
	Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error)
}

// Procedural are the objects of package parts: without end.
func Procedural() Source { return procedural{parts.Categories()} }

type procedural struct{ categories []parts.Category }

func (p procedural) About() string {
	return fmt.Sprintf("procedural objects of the %d ShapeNet-part categories, every one new", len(p.categories))
}

func (p procedural) Categories() []string {
	var names []string
	for _, c := range p.categories {
		names = append(names, c.Name)
	}
	return names
}

func (p procedural) Count(Split, int) uint64 { return parts.SplitSize }

// Cloud takes points drawn by area for one half of the objects and evenly spread ones
// for the other when training: points of scans are drawn, and farthest-point samples of meshes are spread
// evenly. Otherwise they are drawn by area, as in the published set.
func (p procedural) Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	split := [...]parts.Split{parts.Train, parts.Validation, parts.Test}[s]
	o := p.categories[category].Make(split.Seed(int64(object)))
	c := o.Cloud
	if s == Train && rng.IntN(2) == 0 {
		c = o.SpreadCloud
	}
	cloud := c(n)
	return Cloud{Points: cloud.Points, Normals: cloud.Normals, Labels: cloud.Labels}, nil
}

// Folder is a copy of the published ShapeNet-part set on disk.
func Folder(dir string) (Source, error) {
	set, err := shapenetpart.Open(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{set: set, categories: shapenetpart.Categories()}
	for s := range f.entries {
		f.entries[s] = make([][]shapenetpart.Entry, len(f.categories))
		for _, e := range set.Entries(shapenetpart.Split(s)) {
			for k, c := range f.categories {
				if c.Name == e.Category.Name {
					f.entries[s][k] = append(f.entries[s][k], e)
				}
			}
		}
	}
	// Kinds without a pair in some split would give nothing to learn or to check.
	kept := 0
	for k := range f.categories {
		if len(f.entries[Train][k]) < 2 || len(f.entries[Validation][k]) < 2 {
			continue
		}
		f.categories[kept] = f.categories[k]
		for s := range f.entries {
			f.entries[s][kept] = f.entries[s][k]
		}
		kept++
	}
	if f.categories = f.categories[:kept]; kept == 0 {
		return nil, fmt.Errorf("%s: no category has two shapes to train on and two for validation", dir)
	}
	return f, nil
}

type folder struct {
	set        *shapenetpart.Dataset
	categories []shapenetpart.Category
	entries    [3][][]shapenetpart.Entry // split, category
}

func (f *folder) About() string {
	count := 0
	for _, e := range f.entries[Train] {
		count += len(e)
	}
	return fmt.Sprintf("%d shapes of %d categories of the published ShapeNet-part set", count, len(f.categories))
}

func (f *folder) Categories() []string {
	var names []string
	for _, c := range f.categories {
		names = append(names, c.Name)
	}
	return names
}

func (f *folder) Count(s Split, category int) uint64 { return uint64(len(f.entries[s][category])) }

func (f *folder) Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	e := f.entries[s][category][object]
	c, err := f.set.Read(e)
	if err != nil {
		return Cloud{}, err
	}
	if len(c.Points) < n {
		return Cloud{}, fmt.Errorf("shape %s of category %s has %d points: ask for no more", e.ID, e.Category.Name, len(c.Points))
	}
	var out Cloud
	for _, i := range rng.Perm(len(c.Points))[:n] {
		out.Points = append(out.Points, c.Points[i])
		out.Normals = append(out.Normals, c.Normals[i])
		out.Labels = append(out.Labels, c.Labels[i])
	}
	return out, nil
}

// Without is a source less some of its categories: a network that has never seen these can be tested on them.
func Without(s Source, names []string) (Source, error) {
	w := &without{Source: s}
	for c, name := range s.Categories() {
		if !slices.Contains(names, name) {
			w.kept = append(w.kept, c)
		}
	}
	for _, name := range names {
		if !slices.Contains(s.Categories(), name) {
			return nil, fmt.Errorf("there is no category %q to leave out: there are %s", name, strings.Join(s.Categories(), ", "))
		}
	}
	if len(w.kept) == 0 {
		return nil, errors.New("nothing is left to learn from: leave out fewer categories")
	}
	return w, nil
}

type without struct {
	Source
	kept []int
}

func (w *without) About() string {
	if left := len(w.Source.Categories()) - len(w.kept); left > 0 {
		return fmt.Sprintf("%s, less %d categories", w.Source.About(), left)
	}
	return w.Source.About()
}

func (w *without) Categories() []string {
	var out []string
	for _, c := range w.kept {
		out = append(out, w.Source.Categories()[c])
	}
	return out
}

func (w *without) Count(s Split, category int) uint64 { return w.Source.Count(s, w.kept[category]) }

func (w *without) Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	return w.Source.Cloud(s, w.kept[category], object, n, rng)
}
