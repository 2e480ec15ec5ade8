package shapes

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// skeleton is a tree of bones in rest position. Parents come before children;
// all rest frames are parallel to the world's axes, so that a turn about z means
// the same in every bone.
type skeleton struct {
	bones []bone
	index map[string]int
}

type bone struct {
	name   string
	parent int // -1 for the root
	joint  r3.Vec
}

func (s *skeleton) bone(name string) int {
	b, ok := s.index[name]
	if !ok {
		panic(fmt.Sprintf("shapes: no bone %q", name)) // a slip in our own tables
	}
	return b
}

// boneOn is the bone of that name on one side or, if it has no sides, itself.
func (s *skeleton) boneOn(name, side string) int {
	if b, ok := s.index[name+side]; ok {
		return b
	}
	return s.bone(name)
}

// rotation is a 3 x 3 matrix by columns: the images of the axes.
type rotation struct{ x, y, z r3.Vec }

var noRotation = rotation{r3.Vec{X: 1}, r3.Vec{Y: 1}, r3.Vec{Z: 1}}

func (r rotation) apply(p r3.Vec) r3.Vec {
	return r3.Vec{
		X: r.x.X*p.X + r.y.X*p.Y + r.z.X*p.Z,
		Y: r.x.Y*p.X + r.y.Y*p.Y + r.z.Y*p.Z,
		Z: r.x.Z*p.X + r.y.Z*p.Y + r.z.Z*p.Z,
	}
}

func (r rotation) after(s rotation) rotation {
	return rotation{r.apply(s.x), r.apply(s.y), r.apply(s.z)}
}

func (r rotation) inverse() rotation {
	return rotation{
		r3.Vec{X: r.x.X, Y: r.y.X, Z: r.z.X},
		r3.Vec{X: r.x.Y, Y: r.y.Y, Z: r.z.Y},
		r3.Vec{X: r.x.Z, Y: r.y.Z, Z: r.z.Z},
	}
}

// turnBy is the rotation about the direction of deg by its length in degrees.
// For an animal, which looks along x, the three numbers are roll, yaw (to its
// left) and pitch (up); for a person, who looks along z, pitch (down), yaw (to
// the left) and roll.
func turnBy(deg r3.Vec) rotation {
	angle := r3.Norm(deg)
	if angle == 0 {
		return noRotation
	}
	q := r3.NewRotation(angle*math.Pi/180, deg)
	return rotation{q.Rotate(noRotation.x), q.Rotate(noRotation.y), q.Rotate(noRotation.z)}
}

// motion is a rigid motion p -> rot p + shift.
type motion struct {
	rot   rotation
	shift r3.Vec
}

func (m motion) apply(p r3.Vec) r3.Vec { return r3.Add(m.rot.apply(p), m.shift) }

// about is the motion that turns by rot about the point p.
func about(p r3.Vec, rot rotation) motion {
	return motion{rot, r3.Sub(p, rot.apply(p))}
}

func (m motion) after(n motion) motion {
	return motion{m.rot.after(n.rot), m.apply(n.shift)}
}

// stance is a skeleton in a position: a turn (see turnBy) of each bone in its parent's frame, and a
// shift of the root.
type stance struct {
	*skeleton
	turns []r3.Vec
	root  r3.Vec
	// level holds, for bones that keep their direction whatever the parents do
	// (feet on the ground), the turn in the world's frame.
	level map[int]r3.Vec
}

func (s *skeleton) stance() *stance {
	return &stance{skeleton: s, turns: make([]r3.Vec, len(s.bones)), level: map[int]r3.Vec{}}
}

// motions is forward kinematics: where every bone has gone.
func (s *stance) motions() []motion {
	out := make([]motion, len(s.bones))
	for b := range s.bones {
		out[b] = s.motionOf(b, out)
	}
	return out
}

func (s *stance) motionOf(b int, done []motion) motion {
	parent := motion{noRotation, s.root}
	if p := s.bones[b].parent; p >= 0 {
		parent = done[p]
	}
	local := turnBy(s.turns[b])
	if world, ok := s.level[b]; ok {
		local = parent.rot.inverse().after(turnBy(world))
	}
	return parent.after(about(s.bones[b].joint, local))
}

// place is where p, fixed to bone b, has gone.
func (s *stance) place(b int, p r3.Vec) r3.Vec {
	var chain []int
	for c := b; c >= 0; c = s.bones[c].parent {
		chain = append(chain, c)
	}
	done := make([]motion, len(s.bones))
	for i := len(chain) - 1; i >= 0; i-- {
		done[chain[i]] = s.motionOf(chain[i], done)
	}
	return done[b].apply(p)
}
