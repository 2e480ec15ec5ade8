package shapes

import "gonum.org/v1/gonum/spatial/r3"

var elephantPoses = []pose{
	{
		label: "walking",
		turns: map[string]r3.Vec{
			"neck2": turned(0, 6, -4), "head": turned(0, 8, -4),
			"nose1": turned(0, 0, 6), "nose2": turned(4, 0, 6), "nose3": turned(6, 0, 8), "nose4": turned(6, 0, 6), "nose5": turned(4, 0, -10), "nose6": turned(0, 0, -20),
			"tail1": turned(10, 0, 0), "tail3": turned(8, 0, 0), "ear.R": turned(0, 6, 0), "ear.L": turned(0, 4, 0),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.20, 0.04, 0), turn: turned(0, 0, 6)}, {limb: "fore.L", move: turned(-0.14, 0, 0), turn: turned(0, 0, -12)},
			{limb: "hind.R", move: turned(-0.16, 0, 0), turn: turned(0, 0, -16)}, {limb: "hind.L", move: turned(0.14, 0, 0)},
		},
	},
	{
		label: "trunk raised",
		turns: map[string]r3.Vec{
			"neck1": turned(0, -4, 8), "neck2": turned(0, -6, 8), "head": turned(0, -6, 10), "jaw": turned(0, 0, -14),
			"nose1": turned(0, -4, 30), "nose2": turned(0, -4, 32), "nose3": turned(0, -4, 30), "nose4": turned(0, 0, 24), "nose5": turned(0, 0, -10), "nose6": turned(0, 0, -34),
			"ear.R": turned(0, 22, 0), "ear.L": turned(0, -26, 0), "tail1": turned(-10, 0, -30),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(-0.08, 0, 0)}, {limb: "fore.L", move: turned(0.12, 0, 0)},
			{limb: "hind.R", move: turned(0.08, 0, 0)}, {limb: "hind.L", move: turned(-0.10, 0, 0)},
		},
	},
	{
		label: "head turned",
		turns: map[string]r3.Vec{
			"chest": turned(0, 5, 0), "neck1": turned(0, 14, 0), "neck2": turned(0, 18, 0), "head": turned(0, 16, -4),
			"nose2": turned(-10, 0, -6), "nose3": turned(-14, 0, -10), "nose4": turned(-16, 0, -16), "nose5": turned(-10, 0, -24), "nose6": turned(0, 0, -30),
			"ear.R": turned(0, 14, 0), "ear.L": turned(0, -10, 0), "tail1": turned(16, 0, 0), "tail2": turned(10, 0, 0),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(0.06, 0, 0.02)}, {limb: "fore.L", move: turned(-0.06, 0, -0.02)},
			{limb: "hind.R", move: turned(-0.08, 0, 0)}, {limb: "hind.L", move: turned(0.10, 0, 0)},
		},
	},
	{
		label: "on hind legs",
		root:  turned(0, -0.04, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, 38), "loin": turned(0, 0, 6), "chest": turned(0, 0, 4), "neck1": turned(0, -6, -8), "neck2": turned(0, -6, -10), "head": turned(0, -6, -10),
			"humerus.R": turned(0, 0, 20), "radius.R": turned(0, 0, 30), "metacarpal.R": turned(0, 0, -55),
			"humerus.L": turned(0, 0, -5), "radius.L": turned(0, 0, 20), "metacarpal.L": turned(0, 0, -30),
			"nose1": turned(0, 0, 12), "nose2": turned(0, 0, 22), "nose3": turned(6, 0, 30), "nose4": turned(6, 0, 34), "nose5": turned(6, 0, 34), "nose6": turned(0, 0, 30),
			"ear.R": turned(0, 14, 0), "ear.L": turned(0, -22, 0), "tail1": turned(0, 0, -30), "tail2": turned(0, 0, -14),
		},
		goals: []goal{
			{limb: "hind.R", move: turned(0.14, 0, 0.02)}, {limb: "hind.L", move: turned(-0.02, 0, -0.02)},
		},
	},
	{
		label: "charging",
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -3), "chest": turned(0, -4, 3), "neck1": turned(0, -3, 6), "neck2": turned(0, -4, 4), "head": turned(4, -5, 2), "jaw": turned(0, 0, -8),
			"nose1": turned(0, 0, 14), "nose2": turned(-6, 0, 20), "nose3": turned(-10, 0, 22), "nose4": turned(-12, 0, 10), "nose5": turned(-8, 0, -24), "nose6": turned(0, 0, -40),
			"ear.R": turned(0, 26, 8), "ear.L": turned(0, -34, -4), "tail1": turned(-14, 0, -50), "tail2": turned(-8, 0, -16), "metacarpal.L": turned(0, 0, -50),
		},
		goals: []goal{
			{limb: "fore.R", move: turned(-0.20, 0, 0), turn: turned(0, 0, -18)}, {limb: "fore.L", move: turned(0.24, 0.16, 0), turn: turned(0, 0, -30)},
			{limb: "hind.R", move: turned(0.24, 0.05, 0), turn: turned(0, 0, 4)}, {limb: "hind.L", move: turned(-0.22, 0, 0), turn: turned(0, 0, -22)},
		},
	},
	{
		label: "kneeling",
		root:  turned(0, 0.02, 0),
		turns: map[string]r3.Vec{
			"pelvis": turned(0, 0, -14), "chest": turned(0, 3, 2), "neck1": turned(0, 8, 6), "neck2": turned(0, 8, 6), "head": turned(0, 8, 2),
			"nose1": turned(0, 0, 10), "nose2": turned(6, 0, 22), "nose3": turned(8, 0, 34), "nose4": turned(8, 0, 40), "nose5": turned(4, 0, 40), "nose6": turned(0, 0, 36),
			"humerus.R": turned(0, 0, 14), "radius.R": turned(0, 0, 20), "metacarpal.R": turned(0, 0, -110), "forefoot.R": turned(0, 0, -20),
			"ear.R": turned(0, 10, 0), "ear.L": turned(0, -20, 0), "tail1": turned(10, 0, -10),
		},
		goals: []goal{
			{limb: "fore.L", move: turned(0.16, 0, 0)},
			{limb: "hind.R", move: turned(-0.06, 0, 0)}, {limb: "hind.L", move: turned(0.10, 0, 0)},
		},
	},
}
