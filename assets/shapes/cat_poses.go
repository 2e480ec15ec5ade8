package shapes

import "gonum.org/v1/gonum/spatial/r3"

var catPoses = []pose{
	{
		label: "head turned",
		turns: map[string]r3.Vec{
			"neck1": turned(0, 20, 0), "neck2": turned(0, 28, 0), "head": turned(0, 22, 0),
			"tail1": turned(0, 6, -30), "tail2": turned(0, 10, -30), "tail3": turned(0, 12, -25), "tail4": turned(0, 12, -10),
			"tail5": turned(0, 14, 15), "tail6": turned(0, 14, 15),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.08, 0, 0)}, {limb: "fore.L", move: turned(-0.06, 0, 0)},
			{limb: "hind.R", move: turned(-0.06, 0, 0)}, {limb: "hind.L", move: turned(0.10, 0, 0)},
		},
	},
	{
		label: "stalking",
		root:  turned(0, -0.20, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -3), "chest": turned(0, -5, 2), "neck1": turned(0, -4, -26), "neck2": turned(0, -4, -8), "head": turned(0, 6, 28),
			"tail1": turned(0, 8, 10), "tail2": turned(0, -14, 0), "tail3": turned(0, -16, -4), "tail4": turned(0, -12, -6), "tail5": turned(0, 14, 0), "tail6": turned(0, 20, 0),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.16, 0, 0)}, {limb: "fore.L", move: turned(-0.02, 0, 0)},
			{limb: "hind.R", move: turned(-0.02, 0, 0.01)}, {limb: "hind.L", move: turned(0.14, 0, -0.01)},
		},
	},
	{
		label: "sitting",
		root:  turned(0.02, -0.33, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, 50), "loin": turned(0, 0, -8), "chest": turned(0, 4, -10), "neck1": turned(0, 0, -2), "neck2": turned(0, -12, -10), "head": turned(0, -20, -20),
			"tail1": turned(0, 20, -66), "tail2": turned(0, 34, 8), "tail3": turned(0, 38, 8), "tail4": turned(0, 34, 4), "tail5": turned(0, 28, 0), "tail6": turned(0, 20, 0),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(-0.24, 0, 0)}, {limb: "fore.L", move: turned(-0.18, 0, 0)},
			{limb: "hind.R", move: turned(0.18, 0, 0.05)}, {limb: "hind.L", move: turned(0.20, 0, -0.05)},
		},
	},
	{
		label: "leaping",
		root:  turned(0, 0.05, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, 16), "loin": turned(0, 0, 0), "chest": turned(0, 4, 4), "neck1": turned(0, 0, -14), "neck2": turned(0, 4, -8), "head": turned(0, 4, 4),
			"tail1": turned(4, 6, 10), "tail2": turned(0, 8, 8), "tail3": turned(0, 8, 6),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.32, 0.38, 0), turn: turned(0, 0, 15)}, {limb: "fore.L", move: turned(0.24, 0.22, 0), turn: turned(0, 0, -15)},
			{limb: "hind.R", move: turned(-0.26, -0.10, 0), turn: turned(0, 0, -75)}, {limb: "hind.L", move: turned(-0.12, -0.08, 0), turn: turned(0, 0, -60)},
		},
	},
	{
		label: "stretching",
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -16), "loin": turned(0, 0, -6), "chest": turned(0, 0, 2), "neck1": turned(0, 6, 12), "neck2": turned(0, 6, 6), "head": turned(0, 6, 6),
			"tail1": turned(4, 0, -50), "tail2": turned(4, 0, -25), "tail3": turned(4, 0, -15), "tail4": turned(0, 0, 10),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.34, 0, 0)}, {limb: "fore.L", move: turned(0.26, 0, 0)},
			{limb: "hind.R", move: turned(0.02, 0, 0)}, {limb: "hind.L", move: turned(-0.05, 0, 0)},
		},
	},
	{
		label: "walking",
		turns: map[string]r3.Vec{
			"neck1": turned(0, -5, -14), "neck2": turned(0, -6, -4), "head": turned(0, -6, 10), "metacarpal.L": turned(0, 0, -40),
			"tail1": turned(0, -8, -10), "tail2": turned(0, -14, -6), "tail3": turned(0, -12, 0), "tail5": turned(0, 20, -20), "tail6": turned(0, 24, -20),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(-0.12, 0, 0)}, {limb: "fore.L", move: turned(0.12, 0.10, 0), turn: turned(0, 0, -35)},
			{limb: "hind.R", move: turned(0.16, 0, 0)}, {limb: "hind.L", move: turned(-0.12, 0, 0), turn: turned(0, 0, -20)},
		},
	},
}
