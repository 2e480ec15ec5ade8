package shapes

import (
	"fmt"
	"sync"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/mesh"
)

// Specimen is a shape whose places are known on its relatives. It is for tests and
// measurements that need more shapes than the catalogue has.
type Specimen struct {
	Mesh  *mesh.Mesh
	shape *shape
}

// To returns, for every vertex of s, its true place on a relative, and its true place after a
// reflection; mirrored is nil where s has no left and right.
func (s *Specimen) To(relative *Specimen) (truth, mirrored []Place, err error) {
	towards := s.shape.kin.towards(relative.shape.kin)
	if towards == nil {
		return nil, nil, fmt.Errorf("%s and %s have no known correspondence", s.shape.kin.name, relative.shape.kin.name)
	}
	truth = s.shape.on(relative.shape, towards)
	if turn := s.shape.kin.mirrored; turn != nil {
		mirrored = s.shape.on(relative.shape, func(p Place) Place { return towards(turn(p)) })
	}
	return truth, mirrored, nil
}

// Embedded is the shape with the given id as a specimen.
func Embedded(id string) (*Specimen, error) {
	s, err := find(id)
	if err != nil {
		return nil, err
	}
	return &Specimen{s.mesh, s}, nil
}

// Build is the share of cat and the share of elephant in an animal; the rest is horse. Shares above 1
// or below 0 exaggerate.
type Build struct{ Cat, Elephant float64 }

// breeds keeps the animals that were grown, because growing takes seconds.
var breeds sync.Map

// Bred is an animal between the embedded animals, or beyond them, in the pose of the horse with the
// number poseNumber, from 1.
func Bred(b Build, poseNumber int) (*Specimen, error) {
	if poseNumber < 1 || poseNumber > len(horsePoses) {
		return nil, fmt.Errorf("there is no pose %d: poses are 1 to %d", poseNumber, len(horsePoses))
	}
	name := fmt.Sprintf("animal %+v", b)
	grow, _ := breeds.LoadOrStore(name, sync.OnceValue(func() *character {
		c := horseCones()
		if rest := b.Cat + b.Elephant; rest != 0 {
			c = c.lerp(catCones().lerp(elephantCones(), b.Elephant/rest), rest)
		}
		return growAnimal(name, c)
	}))
	who := grow.(func() *character)()
	id := fmt.Sprint(name, "/", poseNumber)
	s := who.kin.templateShape(who.posed(horsePoses[poseNumber-1], quadrupedLimbs), seedOf(id))
	s.mesh.Name = id
	return &Specimen{s.mesh, s}, nil
}

// Object is an object of a category by its seed, see [parts.Category.Make]; it has no
// relatives but itself.
func Object(c parts.Category, seed uint64, vertices int) *mesh.Mesh {
	s, _ := fused(c.Make(seed).Solids(), vertices)
	return &mesh.Mesh{Name: fmt.Sprint(c.Name, " ", seed), Vertices: s.pos, Triangles: s.tri}
}

// Remeshed is a closed surface in a triangulation of its own with so many vertices.
func Remeshed(m *mesh.Mesh, vertices int, seed uint64) *mesh.Mesh {
	s := remeshed(soup{m.Vertices, m.Triangles}, vertices, seed)
	return &mesh.Mesh{Name: m.Name, Vertices: s.pos, Triangles: s.tri}
}
