package trial

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"gwscope/assets/shapes"
	"gwscope/assets/shapes/parts"
	"gwscope/meshio/mesh"
)

// family is a kind of bases that are all for fitting or all for testing.
type family struct {
	name string
	kind Kind
	test bool
	// weight is the number of trials that it gets, as a share of the sum of all weights.
	weight int
	// harms are the names of the harms that are done to its bases; nil: all.
	harms []string
	draw  func(rng *rand.Rand) func() (*base, error)
}

// plain are the harms that leave a symmetric shape symmetric.
var plain = []string{"none", "stretched", "noise", "points", "few samples", "uneven triangles"}

// foreign are the harms for pairs of two species.
var foreign = []string{"none", "none", "stretched", "bent", "noise", "part of A missing", "part of B missing", "points", "mirrored", "stray points", "holes", "twisted"}

var (
	fitObjects  = []string{"airplane", "chair", "guitar", "knife", "lamp", "motorbike", "pistol", "mug"}
	testObjects = []string{"bag", "cap", "car", "earphone", "laptop", "rocket", "skateboard", "table"}

	fitBreeds  = []shapes.Build{{Cat: 0.5}, {Cat: 1.25, Elephant: -0.05}, {Cat: 0.2, Elephant: 0.25}}
	testBreeds = []shapes.Build{{Elephant: 0.5}, {Cat: 0.45, Elephant: 0.45}, {Cat: -0.2, Elephant: 0.3}}
)

var families = []family{
	{"horses", Within, false, 16, nil, poses("horse", 1, 6)},
	{"cats", Within, true, 8, nil, poses("cat", 1, 6)},
	{"elephants", Within, true, 8, nil, poses("elephant", 1, 6)},
	{"people", Within, false, 10, nil, poses("human", 1, 3)},
	{"other people", Within, true, 10, nil, poses("human", 4, 6)},
	{"breeds", Within, false, 6, nil, breeds(fitBreeds, true)},
	{"other breeds", Within, true, 6, nil, breeds(testBreeds, true)},
	{"horse and cat", Across, false, 10, foreign, species("horse", "cat")},
	{"between breeds", Across, false, 14, foreign, breeds(fitBreeds, false)},
	{"horse and elephant", Across, true, 8, foreign, species("horse", "elephant")},
	{"cat and elephant", Across, true, 6, foreign, species("cat", "elephant")},
	{"between other breeds", Across, true, 10, foreign, breeds(testBreeds, false)},
	{"objects", Object, false, 22, nil, objects(fitObjects)},
	{"other objects", Object, true, 22, nil, objects(testObjects)},
	{"ellipsoids", Symmetric, false, 6, plain, forms(func(rng *rand.Rand) *mesh.Mesh {
		return ellipsoid(1, 0.5+0.4*rng.Float64(), 0.3+0.3*rng.Float64())
	})},
	{"spheres", Symmetric, false, 3, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return ellipsoid(1, 1, 1) })},
	{"tori", Symmetric, false, 4, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return torus(1, 0.25+0.2*rng.Float64()) })},
	{"boxes", Symmetric, false, 5, plain, forms(func(rng *rand.Rand) *mesh.Mesh {
		return superbox(1, 0.5+0.5*rng.Float64(), 0.4+0.4*rng.Float64(), 10)
	})},
	{"pears", Symmetric, false, 4, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return pear(1, 0.3+0.3*rng.Float64()) })},
	{"spheroids", Symmetric, true, 5, plain, forms(func(rng *rand.Rand) *mesh.Mesh {
		a := 0.4 + 0.4*rng.Float64()
		return ellipsoid(1, a, a)
	})},
	{"balls", Symmetric, true, 3, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return superbox(1, 1, 1, 2.2) })},
	{"cylinders", Symmetric, true, 5, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return cylinder(0.3+0.5*rng.Float64(), 0.9) })},
	{"stars", Symmetric, true, 5, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return star(3+rng.IntN(4), 0.9+0.4*rng.Float64()) })},
	{"cubes", Symmetric, true, 4, plain, forms(func(rng *rand.Rand) *mesh.Mesh { return superbox(0.8, 0.8, 0.8, 6) })},
	{"unrelated", Unrelated, false, 14, []string{"none", "none", "noise", "points", "stretched"}, strangers([]string{"horse", "human", "airplane", "chair", "guitar", "knife", "motorbike", "mug"})},
	{"other unrelated", Unrelated, true, 14, []string{"none", "none", "noise", "points", "stretched"}, strangers([]string{"cat", "elephant", "bag", "car", "laptop", "rocket", "skateboard", "table"})},
}

// ordinary is the number of samples that a match takes by default.
const ordinary = 500

// Full is the number of trials that the model was fitted with and is tested by.
const Full = 800

// share is the number of trials of a family among count trials of families with a total weight.
func (f *family) share(count, total int) int { return (f.weight*count + total/2) / total }

// samplesOf is the number of samples of trial k of a family, which has n trials among [Full]. The last fifth
// of them have the ordinary number, and finer meshes; the others have fewer, because they are quicker.
func samplesOf(k, n int) int {
	if k >= (4*n+4)/5 {
		return ordinary
	}
	return []int{250, 250, 250, 160, 400}[k%5]
}

// All are about count trials, shared among the families by their weights. They are always the same.
func All(count int) []Trial {
	total := 0
	for _, f := range families {
		total += f.weight
	}
	var out []Trial
	for _, f := range families {
		allowed := slices.DeleteFunc(slices.Clone(harms), func(h harm) bool {
			return h.testOnly && !f.test || f.harms != nil && !slices.Contains(f.harms, h.name) ||
				h.reflects && f.kind != Within && f.kind != Across
		})
		n := f.share(count, total)
		for k := range n {
			name := fmt.Sprintf("%s %d", f.name, k+1)
			rng := rand.New(rand.NewPCG(seedOf(name), 1))
			h := allowed[k%len(allowed)]
			if k%3 == 0 && f.kind != Symmetric {
				h = harms[0] // none: most pairs of people have no harm
			}
			t := Trial{Name: name + ", " + h.name, Family: f.name, Kind: f.kind, Harm: h.name, Test: f.test, Samples: samplesOf(k, f.share(Full, total)), base: f.draw(rng), harm: h}
			if h.samples > 0 {
				t.Samples = h.samples
			}
			out = append(out, t)
		}
	}
	// Families take turns, so that a part of all is a sample of all.
	slices.SortStableFunc(out, func(a, b Trial) int { return cmp.Compare(seedOf(a.Name), seedOf(b.Name)) })
	return out
}

func related(a, b func() (*shapes.Specimen, error)) func() (*base, error) {
	return func() (*base, error) {
		x, err := a()
		if err != nil {
			return nil, err
		}
		y, err := b()
		if err != nil {
			return nil, err
		}
		truth, mirror, err := x.To(y)
		return &base{a: x.Mesh, b: y.Mesh, place: truth, mirror: mirror}, err
	}
}

func embedded(kind string, pose int) func() (*shapes.Specimen, error) {
	return func() (*shapes.Specimen, error) { return shapes.Embedded(fmt.Sprintf("%s/%d", kind, pose)) }
}

func bred(b shapes.Build, pose int) func() (*shapes.Specimen, error) {
	return func() (*shapes.Specimen, error) { return shapes.Bred(b, pose) }
}

// twoOf draws two different numbers from lo to hi.
func twoOf(rng *rand.Rand, lo, hi int) (a, b int) {
	a, b = lo+rng.IntN(hi-lo+1), lo+rng.IntN(hi-lo)
	if b >= a {
		b++
	}
	return a, b
}

func poses(kind string, lo, hi int) func(*rand.Rand) func() (*base, error) {
	return func(rng *rand.Rand) func() (*base, error) {
		a, b := twoOf(rng, lo, hi)
		return related(embedded(kind, a), embedded(kind, b))
	}
}

func species(one, other string) func(*rand.Rand) func() (*base, error) {
	return func(rng *rand.Rand) func() (*base, error) {
		a, b := 1+rng.IntN(6), 1+rng.IntN(6)
		if rng.IntN(2) == 0 {
			return related(embedded(other, a), embedded(one, b))
		}
		return related(embedded(one, a), embedded(other, b))
	}
}

func breeds(all []shapes.Build, alike bool) func(*rand.Rand) func() (*base, error) {
	return func(rng *rand.Rand) func() (*base, error) {
		i, j := twoOf(rng, 0, len(all)-1)
		a, b := twoOf(rng, 1, 6) // poses
		if alike {
			j = i
		}
		return related(bred(all[i], a), bred(all[j], b))
	}
}

// objectVertices of an object before it is triangulated anew.
const objectVertices = 2600

var objectCache sync.Map

func object(category string, seed uint64) (*mesh.Mesh, error) {
	c, err := parts.Find(category)
	if err != nil {
		return nil, err
	}
	made, _ := objectCache.LoadOrStore(fmt.Sprint(category, seed), sync.OnceValue(func() *mesh.Mesh { return shapes.Object(c, seed, objectVertices) }))
	return made.(func() *mesh.Mesh)(), nil
}

func objects(categories []string) func(*rand.Rand) func() (*base, error) {
	return func(rng *rand.Rand) func() (*base, error) {
		c, seed := categories[rng.IntN(len(categories))], 9000+uint64(rng.IntN(6))
		return func() (*base, error) {
			m, err := object(c, seed)
			if err != nil {
				return nil, err
			}
			return same(m), nil
		}
	}
}

func forms(make func(*rand.Rand) *mesh.Mesh) func(*rand.Rand) func() (*base, error) {
	return func(rng *rand.Rand) func() (*base, error) {
		seed := rng.Uint64()
		return func() (*base, error) { return same(make(rand.New(rand.NewPCG(seed, 2)))), nil }
	}
}

func strangers(kinds []string) func(*rand.Rand) func() (*base, error) {
	one := func(kind string, number int) (*mesh.Mesh, error) {
		if _, err := parts.Find(kind); err == nil {
			return object(kind, 9000+uint64(number))
		}
		s, err := shapes.Embedded(fmt.Sprintf("%s/%d", kind, number+1))
		if err != nil {
			return nil, err
		}
		return s.Mesh, nil
	}
	return func(rng *rand.Rand) func() (*base, error) {
		i, j := twoOf(rng, 0, len(kinds)-1)
		for (kinds[i] == "cat" || kinds[i] == "elephant") && (kinds[j] == "cat" || kinds[j] == "elephant") {
			i, j = twoOf(rng, 0, len(kinds)-1)
		}
		p, q := rng.IntN(6), rng.IntN(6)
		return func() (*base, error) {
			a, err := one(kinds[i], p)
			if err != nil {
				return nil, err
			}
			b, err := one(kinds[j], q)
			return &base{a: a, b: b}, err
		}
	}
}
