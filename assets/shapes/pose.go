package shapes

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// pose says how a character stands: turns of joints first, then goals for the limbs' ends, which the
// limbs reach by further turns.
type pose struct {
	label string
	root  r3.Vec            // shift of the whole skeleton
	turns map[string]r3.Vec // degrees, in the parent's frame; see turnBy
	goals []goal
}

// goal puts the end joint of a limb somewhere.
type goal struct {
	limb string
	// move is the way from the joint's rest position, in the world; or, where on
	// names a bone, at is the place to go to, in rest coordinates of that bone.
	move r3.Vec
	on   string
	at   r3.Vec
	// turn is the end bone's turn in the world (degrees): zero keeps a foot flat.
	// With loose, the end bone follows the limb instead.
	turn  r3.Vec
	loose bool
}

// limb is a chain of joints that can reach.
type limb struct {
	end  string // bone whose joint goes to the goal
	free []freedom
}

// limbs names the limbs of a plan's bodies.
type limbs map[string]limb

// turned is a shorthand for the triples in pose tables.
func turned(x, y, z float64) r3.Vec { return r3.Vec{X: x, Y: y, Z: z} }

// strike puts the character's skeleton into the pose.
func (c *character) strike(p pose, reachable limbs) *stance {
	s := c.stance()
	s.root = p.root
	for name, t := range p.turns {
		s.turns[s.bone(name)] = t
	}
	for _, g := range p.goals {
		l := reachable[g.limb]
		end := s.bone(l.end)
		rest := s.bones[end].joint
		target := r3.Add(rest, g.move)
		if g.on != "" {
			target = s.place(s.bone(g.on), g.at)
		}
		s.reach(l.end, rest, target, l.free)
		if !g.loose {
			s.level[end] = g.turn
		}
	}
	return s
}

// relaxRounds is the number of as-rigid-as-possible rounds after skinning. So many round the joints and
// do not undo the pose.
const relaxRounds = 20

// posed is the character's surface in the pose, standing on y = 0.
func (c *character) posed(p pose, reachable limbs) []r3.Vec {
	return grounded(skin(c.rest, c.near, c.shares, c.strike(p, reachable).motions(), relaxRounds))
}
