package shapes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"
)

// animalPose is a random pose of an animal: bent along the spine, neck, tail and muzzle, ears turned, each foot somewhere
// about its place; sometimes it crouches, rears or kicks.
func animalPose(rng *rand.Rand, who *character) pose {
	by := func(spread float64) float64 { return spread * max(-2.5, min(2.5, rng.NormFloat64())) }
	p := pose{turns: map[string]r3.Vec{
		"pelvis": turned(by(4), by(4), by(5)), "loin": turned(by(4), by(5), by(5)), "chest": turned(by(4), by(5), by(5)),
		"jaw": turned(0, 0, -math.Abs(by(5))), "ear.L": turned(by(10), by(10), by(18)), "ear.R": turned(by(10), by(10), by(18)),
	}}
	// A neck bends as a whole.
	yaw, pitch := by(16), by(18)-8
	for _, bone := range []string{"neck1", "neck2", "head"} {
		p.turns[bone] = turned(by(5), yaw+by(6), pitch+by(9))
	}
	if rng.IntN(2) == 0 { // and the head looks ahead
		p.turns["head"] = turned(by(5), by(12), -1.5*pitch+by(9))
	}
	bend := func(chain string, first, rest, sideways float64) {
		curl, swing := by(rest), by(sideways)
		for link := 1; link <= chainLinks; link++ {
			p.turns[fmt.Sprint(chain, link)] = turned(by(3), swing+by(sideways/2), curl+by(rest/2))
		}
		t := p.turns[chain+"1"]
		p.turns[chain+"1"] = r3.Add(t, turned(by(first/3), by(first/3), by(first)-first/4))
	}
	bend("tail", 30, 14, 12)
	// A trunk moves, but a muzzle hardly does.
	long := r3.Norm(r3.Sub(who.bones[who.bone("nose6")].joint, who.bones[who.bone("nose1")].joint))
	if soft := min(max(2.5*(long-0.25), 0), 1); soft > 0 {
		bend("nose", 20*soft, 16*soft, 8*soft)
	}
	hip := who.bones[who.bone("femur.L")].joint.Y
	switch rng.IntN(8) {
	case 0, 1: // crouches or sits
		p.root.Y = -hip * 0.6 * rng.Float64()
		p.turns["pelvis"] = r3.Add(p.turns["pelvis"], turned(0, 0, 50*rng.Float64()*float64(rng.IntN(2))))
	case 2: // rears
		p.turns["pelvis"] = r3.Add(p.turns["pelvis"], turned(0, 0, 60*rng.Float64()))
	case 3: // kicks
		p.turns["pelvis"] = r3.Add(p.turns["pelvis"], turned(0, 0, -30*rng.Float64()))
	}
	rearing := p.turns["pelvis"].Z > 25 && p.root.Y == 0
	wild := 0.35
	if rng.IntN(3) == 0 {
		wild = 0.8
	}
	for _, side := range []string{".L", ".R"} {
		if rng.IntN(3) == 0 {
			p.turns["metacarpal"+side] = turned(0, 0, -75*rng.Float64())
		}
		if rearing { // the forelegs hang
			p.turns["humerus"+side], p.turns["radius"+side] = turned(by(8), 0, by(20)), turned(0, 0, 25+by(15))
			p.turns["metacarpal"+side] = turned(0, 0, -95*rng.Float64())
		}
		for _, limb := range []string{"fore", "hind"} {
			if limb == "fore" && rearing {
				continue
			}
			up := 0.0
			if rng.IntN(2) == 0 {
				up = hip * wild * rng.Float64()
			}
			p.goals = append(p.goals, goal{limb: limb + side, move: turned(by(hip*wild), up, by(0.04)), turn: turned(0, 0, min(by(25)-90*up/hip, 20))})
		}
	}
	return p
}

// personPose is a random pose of a person: arms anywhere, legs walking, sitting or kicking.
func personPose(rng *rand.Rand, _ *character) pose {
	by := func(spread float64) float64 { return spread * max(-2.5, min(2.5, rng.NormFloat64())) }
	turns := map[string]r3.Vec{
		"pelvis": turned(by(8), by(8), by(6)), "spine": turned(by(10)+8, by(8), by(8)), "chest": turned(by(8)+4, by(8), by(6)),
		"neck": turned(by(10), by(12), by(6)), "head": turned(by(10), by(16), by(8)),
	}
	for _, side := range []string{".L", ".R"} {
		sign := 1.0
		if side == ".R" {
			sign = -1
		}
		turns["clavicle"+side] = turned(0, by(6), by(6))
		turns["upperArm"+side] = turned(by(35)-10, -sign*(by(30)+10), -sign*(by(40)+5))
		turns["forearm"+side] = elbow(side, 120*rng.Float64()*rng.Float64())
		turns["hand"+side] = turned(by(12), by(12), by(12))
		lift := by(24)
		if rng.IntN(4) == 0 {
			lift = 90 * rng.Float64()
		}
		turns["thigh"+side] = turned(-lift, by(10), sign*(by(8)+4))
		turns["shin"+side] = turned(min(max(math.Abs(by(22)), lift*(0.4+0.8*rng.Float64())), 130), 0, 0)
		turns["foot"+side] = turned(by(12), by(8), by(6))
		turns["toes"+side] = turned(by(10), 0, 0)
	}
	return pose{turns: withHands(35*rng.Float64(), 35*rng.Float64(), turns)}
}
