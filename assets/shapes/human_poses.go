package shapes

import (
	"maps"

	"gonum.org/v1/gonum/spatial/r3"
)

// relaxed are turns that relax the fingers: they come together and curl a little. curl is in degrees a
// joint; side is ".L" or ".R".
func relaxed(side string, curl float64) map[string]r3.Vec {
	sign := 1.0
	if side == ".R" {
		sign = -1
	}
	// Towards the palm is about +z turned into palmward, that is about this axis
	// across the hand; the fan closes about the palm's normal.
	bend := func(deg, close float64) r3.Vec {
		return turned(0.643*close, 0.766*close*sign, -sign*deg)
	}
	return map[string]r3.Vec{
		"index1" + side: bend(curl*0.8, 13), "index2" + side: bend(curl, 0),
		"middle1" + side: bend(curl, 4), "middle2" + side: bend(curl*1.1, 0),
		"ring1" + side: bend(curl*1.1, -6), "ring2" + side: bend(curl*1.2, 0),
		"little1" + side: bend(curl*1.2, -16), "little2" + side: bend(curl*1.2, 0),
		"thumb1" + side: bend(curl*0.4, 22), "thumb2" + side: bend(curl*0.4, 8),
	}
}

func withHands(curlL, curlR float64, turns map[string]r3.Vec) map[string]r3.Vec {
	out := maps.Clone(turns)
	maps.Copy(out, relaxed(".L", curlL))
	maps.Copy(out, relaxed(".R", curlR))
	return out
}

// elbow is the turn that bends an elbow by deg.
func elbow(side string, deg float64) r3.Vec {
	if side == ".R" {
		return turned(-0.643*deg, 0.766*deg, 0)
	}
	return turned(-0.643*deg, -0.766*deg, 0)
}

var humanPoses = []pose{
	{
		label: "walking",
		root:  turned(0, -0.015, 0),
		turns: withHands(18, 18, map[string]r3.Vec{
			"pelvis": turned(2, -7, 0), "spine": turned(1, 6, 0), "chest": turned(0, 8, 0), "neck": turned(0, 10, 0), "head": turned(2, 20, 0),
			"clavicle.L": turned(0, 0, -4), "clavicle.R": turned(0, 0, 4),
			"upperArm.L": turned(18, 0, -36), "forearm.L": elbow(".L", 18),
			"upperArm.R": turned(-20, 0, 36), "forearm.R": elbow(".R", 32),
			"toes.R": turned(-24, 0, 0),
		}),
		goals: []goal{
			{limb: "foot.L", move: turned(0, 0.01, 0.26), turn: turned(-14, 4, 0)},
			{limb: "foot.R", move: turned(0, 0.06, -0.26), turn: turned(28, -4, 0)},
		},
	},
	{
		label: "arms crossed",
		turns: withHands(14, 20, map[string]r3.Vec{
			"pelvis": turned(0, 0, 4), "spine": turned(-2, 0, -4), "chest": turned(-2, 4, -2), "neck": turned(4, -8, 0), "head": turned(4, -14, 4),
			"clavicle.L": turned(0, -8, -4), "clavicle.R": turned(0, 8, 4),
			"upperArm.L": turned(-12, -40, -46), "forearm.L": elbow(".L", 90),
			"upperArm.R": turned(-12, 40, 46), "forearm.R": elbow(".R", 90),
		}),
		goals: []goal{
			{limb: "hand.L", on: "chest", at: turned(-0.02, 1.185, 0.145), loose: true},
			{limb: "hand.R", on: "chest", at: turned(0.02, 1.225, 0.185), loose: true},
			{limb: "foot.L", move: turned(0.02, 0, 0.05), turn: turned(0, 16, 0)},
			{limb: "foot.R", move: turned(0.01, 0, -0.03), turn: turned(0, -10, 0)},
		},
	},
	{
		label: "kicking a ball",
		turns: withHands(12, 22, map[string]r3.Vec{
			"pelvis": turned(-10, 10, 4), "spine": turned(6, -8, -2), "chest": turned(8, -12, -4), "neck": turned(8, 4, 0), "head": turned(10, 2, 0),
			"upperArm.L": turned(-14, -10, 10), "forearm.L": elbow(".L", 22),
			"upperArm.R": turned(24, 8, 14), "forearm.R": elbow(".R", 30),
			"clavicle.L": turned(0, 0, 6), "toes.R": turned(14, 0, 0),
		}),
		goals: []goal{
			{limb: "foot.L", move: turned(-0.04, 0, -0.05), turn: turned(0, 14, 0)},
			{limb: "foot.R", move: turned(0.02, 0.30, 0.52), turn: turned(-22, 8, 0)},
		},
	},
	{
		label: "sitting",
		root:  turned(0, -0.79, -0.10),
		turns: withHands(8, 26, map[string]r3.Vec{
			"pelvis": turned(-14, 0, 0), "spine": turned(6, 6, 0), "chest": turned(8, 8, 0), "neck": turned(2, 8, 0), "head": turned(2, 12, 0),
			"upperArm.L": turned(34, 0, -26), "forearm.L": elbow(".L", 6), "hand.L": turned(0, 0, 60),
			"upperArm.R": turned(-40, 0, 36), "forearm.R": elbow(".R", 30), "hand.R": turned(10, 0, 50),
			"thigh.R": turned(-50, 0, 0), "thigh.L": turned(-70, 0, 0),
		}),
		goals: []goal{
			{limb: "foot.L", move: turned(0.06, 0.02, 0.70), turn: turned(-38, 12, 0)},
			{limb: "foot.R", move: turned(-0.02, 0, 0.36), turn: turned(0, -6, 0)},
			{limb: "hand.R", on: "shin.R", at: turned(-0.13, 0.53, 0.09), loose: true},
		},
	},
	{
		label: "waving",
		turns: withHands(18, 2, map[string]r3.Vec{
			"pelvis": turned(0, 0, -4), "spine": turned(0, 0, 4), "chest": turned(-2, -4, 4), "neck": turned(0, -6, -4), "head": turned(-2, -12, -6),
			"clavicle.R": turned(0, 0, -16), "upperArm.R": turned(0, 10, -66), "forearm.R": turned(-20, 10, -52), "hand.R": turned(0, 0, 8),
			"clavicle.L": turned(0, 0, -2), "upperArm.L": turned(14, 0, -10), "forearm.L": turned(-10, -40, -66), "hand.L": turned(0, 0, 20),
		}),
		goals: []goal{
			{limb: "foot.L", move: turned(0.05, 0, 0.02), turn: turned(0, 18, 0)},
			{limb: "foot.R", move: turned(-0.01, 0, -0.01), turn: turned(0, -8, 0)},
		},
	},
	{
		label: "running",
		root:  turned(0, 0.02, 0),
		turns: withHands(34, 34, map[string]r3.Vec{
			"pelvis": turned(10, 8, 0), "spine": turned(4, -8, 0), "chest": turned(2, -12, 0), "neck": turned(-4, 4, 0), "head": turned(-6, 6, 0),
			"upperArm.L": turned(-34, 0, -34), "forearm.L": elbow(".L", 88),
			"upperArm.R": turned(46, 0, 36), "forearm.R": elbow(".R", 78),
			"toes.L": turned(-12, 0, 0),
		}),
		goals: []goal{
			{limb: "foot.R", move: turned(-0.03, 0.34, 0.16), turn: turned(14, 0, 0)},
			{limb: "foot.L", move: turned(-0.02, 0.24, -0.58), turn: turned(78, 0, 0)},
		},
	},
}
