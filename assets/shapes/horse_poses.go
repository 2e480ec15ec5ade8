package shapes

import "gonum.org/v1/gonum/spatial/r3"

var horsePoses = []pose{
	{
		label: "head turned",
		turns: map[string]r3.Vec{
			"neck1": turned(0, 22, -6), "neck2": turned(0, 26, -4), "head": turned(0, 24, -4),
			"tail1": turned(14, 0, 0), "tail3": turned(8, 0, 0), "ear.R": turned(0, 0, -18),
		},
		goals: []goal{
			{limb: "hind.R", move: turned(0.10, 0, 0)}, {limb: "hind.L", move: turned(-0.07, 0, 0)},
			{limb: "fore.L", move: turned(0.06, 0, 0)}, {limb: "fore.R", move: turned(-0.05, 0, 0)},
		},
	},
	{
		label: "gallop",
		root:  turned(0, 0.02, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -4), "loin": turned(0, 0, 3), "chest": turned(0, -4, 4),
			"neck1": turned(0, 4, -20), "neck2": turned(0, 3, -8), "head": turned(0, -4, 18),
			"tail1": turned(6, 6, -45), "tail2": turned(0, 8, -10), "tail3": turned(0, 8, 10), "tail4": turned(0, 0, 10),
			"metacarpal.L": turned(0, 0, -75), "ear.R": turned(0, 0, 20), "ear.L": turned(0, 0, 26),
			"metacarpal.R": turned(0, 0, -8),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.44, 0.14, 0.01), turn: turned(0, 0, 20)},
			{limb: "fore.L", move: turned(0.12, 0.24, 0), turn: turned(0, 0, -85)},
			{limb: "hind.R", move: turned(-0.36, 0.14, 0), turn: turned(0, 0, -70)},
			{limb: "hind.L", move: turned(-0.16, 0.05, 0), turn: turned(0, 0, -40)},
		},
	},
	{
		label: "rearing",
		root:  turned(0.02, -0.06, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, 42), "loin": turned(0, 0, 8), "chest": turned(0, 5, 6),
			"neck1": turned(0, 6, -12), "neck2": turned(0, 8, -16), "head": turned(0, 8, -20),
			"humerus.R": turned(0, 0, 25), "radius.R": turned(0, 0, 25), "metacarpal.R": turned(0, 0, -95), "forefoot.R": turned(0, 0, -35),
			"humerus.L": turned(0, 0, 5), "radius.L": turned(0, 0, 20), "metacarpal.L": turned(0, 0, -60), "forefoot.L": turned(0, 0, -30),
			"tail1": turned(10, 0, -55), "tail2": turned(6, 0, -8), "tail3": turned(4, 0, 15),
		},
		goals: []goal{
			{limb: "hind.R", move: turned(0.16, 0, 0.02)}, {limb: "hind.L", move: turned(0.02, 0, -0.02)},
		},
	},
	{
		label: "grazing",
		turns: map[string]r3.Vec{
			"chest": turned(0, -2, -8), "neck1": turned(0, -10, -56), "neck2": turned(0, -8, -30), "head": turned(0, -4, 36),
			"jaw": turned(0, 0, -4), "tail1": turned(-12, 0, 0), "tail3": turned(-8, 0, 0), "tail4": turned(-8, 0, 0),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.16, 0, 0)}, {limb: "fore.L", move: turned(-0.10, 0, 0), turn: turned(0, 0, -12)},
			{limb: "hind.L", move: turned(0.08, 0, 0)}, {limb: "hind.R", move: turned(-0.06, 0, 0)},
		},
	},
	{
		label: "kicking",
		root:  turned(0, 0.06, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -24), "loin": turned(0, 0, -4), "chest": turned(0, 0, 4),
			"neck1": turned(0, 10, -18), "neck2": turned(0, 10, -14), "head": turned(0, 6, -6),
			"tail1": turned(8, 10, -60), "tail2": turned(0, 10, -12), "tail3": turned(0, 6, 14),
			"ear.R": turned(0, 0, 35), "ear.L": turned(0, 0, 35),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(-0.02, 0, 0)}, {limb: "fore.L", move: turned(0.10, 0, 0)},
			{limb: "hind.R", move: turned(-0.56, 0.66, 0.02), turn: turned(0, 0, -95)},
			{limb: "hind.L", move: turned(-0.22, 0.38, -0.02), turn: turned(0, 0, -70)},
		},
	},
	{
		label: "trot",
		turns: map[string]r3.Vec{
			"neck1": turned(0, -3, 6), "neck2": turned(0, -3, -8), "head": turned(0, -2, -18),
			"metacarpal.L": turned(0, 0, -70), "metacarpal.R": turned(0, 0, 4),
			"tail1": turned(-6, 0, -20), "tail2": turned(-4, 0, 0),
		},
		goals: []goal{
			{limb: "fore.L", move: turned(0.20, 0.26, 0), turn: turned(0, 0, -75)},
			{limb: "fore.R", move: turned(-0.14, 0, 0), turn: turned(0, 0, -18)},
			{limb: "hind.R", move: turned(0.22, 0.10, 0), turn: turned(0, 0, -25)},
			{limb: "hind.L", move: turned(-0.20, 0, 0), turn: turned(0, 0, -22)},
		},
	},
}
