package shapes

import "gonum.org/v1/gonum/spatial/r3"

// person is the plan of a human body, in metres, looking along +z with the left
// side at +x, arms half raised and fingers spread so that nothing touches.
var person = plan{
	mirror: acrossX, given: ".L", image: ".R",
	bones: append([]boneSpec{
		{"pelvis", "", "hips", false},
		{"spine", "pelvis", "waist", false},
		{"chest", "spine", "ribs", false},
		{"neck", "chest", "neck", false},
		{"head", "neck", "jawline", false},
		{"clavicle", "chest", "clavicle", true},
		{"upperArm", "clavicle", "upperArm", true},
		{"forearm", "upperArm", "forearm", true},
		{"hand", "forearm", "palm", true},
		{"thigh", "pelvis", "thigh", true},
		{"shin", "thigh", "knee", true},
		{"foot", "shin", "instep", true},
		{"toes", "foot", "toes", true},
	}, fingerBones()...),
	groups: []groupSpec{
		{0.04, false, []partSpec{
			{"hips", "pelvis", 0.05, 0}, {"waist", "spine", 0.07, 0}, {"ribs", "chest", 0.07, 0}, {"upperChest", "chest", 0.06, 0},
		}},
		{0.04, true, []partSpec{
			{"lat", "chest", 0.03, 0}, {"pectoral", "chest", 0.03, 0}, {"clavicle", "clavicle", 0.04, 0}, {"trapezius", "clavicle", 0.04, 0},
		}},
		{0.05, false, []partSpec{{"neck", "neck", 0.02, 0}}},
		{0.03, false, []partSpec{
			{"cranium", "head", 0.03, 1.4}, {"face", "head", 0.03, 1.7}, {"jawline", "head", 0.03, 1.7}, {"chin", "head", 0.025, 1.5},
			{"brow", "head", 0.02, 1.2}, {"lips", "head", 0.015, 1}, {"nose", "head", 0.016, 1.2},
		}},
		{0.008, true, []partSpec{{"auricle", "head", 0.01, 1.2}}},
		{0.045, true, []partSpec{
			{"deltoid", "upperArm", 0.03, 0}, {"upperArm", "upperArm", 0.02, 0}, {"biceps", "upperArm", 0.02, 0},
			{"forearm", "forearm", 0.008, 0}, {"wrist", "forearm", 0.006, 0},
			{"palm", "hand", 0.02, 1.1}, {"knuckles", "hand", 0.015, 1.1},
		}},
		{0.012, true, fingerParts()},
		{0.05, true, []partSpec{
			{"buttock", "thigh", 0.03, 0}, {"thigh", "thigh", 0.05, 0}, {"knee", "shin", 0.012, 0}, {"shin", "shin", 0.012, 0}, {"calf", "shin", 0.03, 0},
			{"heel", "foot", 0.02, 0}, {"instep", "foot", 0.02, 0}, {"sole", "foot", 0.02, 0}, {"toes", "toes", 0.012, 0},
		}},
	},
}

var fingers = []string{"thumb", "index", "middle", "ring", "little"}

func fingerBones() []boneSpec {
	var out []boneSpec
	for _, f := range fingers {
		out = append(out, boneSpec{f + "1", "hand", f + "1", true}, boneSpec{f + "2", f + "1", f + "2", true})
	}
	return out
}

func fingerParts() []partSpec {
	var out []partSpec
	for _, f := range fingers {
		out = append(out, partSpec{f + "1", f + "1", 0.004, 1}, partSpec{f + "2", f + "2", 0.003, 1})
	}
	return out
}

// humanCones is a lean grown-up 1.75 m tall.
func humanCones() cones {
	c := cones{
		"hips":       tube(0, 0.965, -0.005, 0.150, 0, 1.02, 0, 0.140).thinned(0.70),
		"waist":      tube(0, 1.07, 0, 0.122, 0, 1.15, 0.005, 0.125).thinned(0.72),
		"ribs":       tube(0, 1.20, 0, 0.138, 0, 1.35, -0.010, 0.155).thinned(0.70),
		"upperChest": tube(0, 1.38, -0.015, 0.120, 0, 1.42, -0.02, 0.085).thinned(0.75),
		"lat":        tube(0.09, 1.24, -0.035, 0.060, 0.135, 1.36, -0.035, 0.060),
		"pectoral":   tube(0.065, 1.345, 0.055, 0.060, 0.115, 1.355, 0.040, 0.055).flattened(0.3, 0, 1, 0.7),
		"clavicle":   tube(0.03, 1.435, -0.010, 0.050, 0.165, 1.435, -0.015, 0.055),
		"trapezius":  tube(0.03, 1.500, -0.020, 0.045, 0.125, 1.455, -0.022, 0.038),
		"buttock":    tube(0.075, 0.905, -0.050, 0.090, 0.085, 0.945, -0.045, 0.085),
		"neck":       tube(0, 1.46, -0.020, 0.062, 0, 1.57, 0.000, 0.054),

		"cranium": tube(0, 1.665, -0.022, 0.083, 0, 1.660, 0.022, 0.076).flattened(1, 0, 0, 0.92),
		"face":    tube(0, 1.640, 0.030, 0.066, 0, 1.590, 0.042, 0.050).flattened(1, 0, 0, 0.92),
		"jawline": tube(0, 1.580, 0.005, 0.054, 0, 1.568, 0.040, 0.044),
		"chin":    tube(-0.010, 1.552, 0.070, 0.020, 0.010, 1.552, 0.070, 0.020),
		"nose":    tube(0, 1.648, 0.092, 0.007, 0, 1.616, 0.106, 0.012),
		"brow":    tube(-0.030, 1.668, 0.078, 0.016, 0.030, 1.668, 0.078, 0.016),
		"lips":    tube(-0.014, 1.588, 0.084, 0.011, 0.014, 1.588, 0.084, 0.011),
		"auricle": tube(0.074, 1.630, -0.008, 0.008, 0.081, 1.655, -0.016, 0.016).plate(0.9, 0, 0.4, 0.007),

		"thigh":  tube(0.095, 0.90, 0.000, 0.092, 0.112, 0.53, 0.008, 0.054),
		"knee":   tube(0.113, 0.505, 0.008, 0.050, 0.115, 0.47, 0.004, 0.046),
		"calf":   tube(0.116, 0.43, -0.016, 0.046, 0.125, 0.24, -0.020, 0.033),
		"shin":   tube(0.115, 0.46, 0.000, 0.045, 0.130, 0.10, -0.018, 0.030),
		"heel":   tube(0.130, 0.05, -0.040, 0.034, 0.131, 0.032, -0.040, 0.036),
		"instep": tube(0.130, 0.095, -0.015, 0.036, 0.140, 0.045, 0.080, 0.030),
		"sole":   tube(0.131, 0.028, -0.030, 0.032, 0.145, 0.022, 0.115, 0.040).flattened(0, 1, 0, 0.75),
		"toes":   tube(0.145, 0.020, 0.125, 0.040, 0.150, 0.014, 0.170, 0.032).flattened(0, 1, 0, 0.6),
	}
	// The arm hangs along down, the palm faces palmward, the thumb looks ahead.
	down, ahead := r3.Unit(r3.Vec{X: 0.766, Y: -0.643}), r3.Vec{Z: 1}
	palmward := r3.Vec{X: -0.643, Y: -0.766}
	shoulder := r3.Vec{X: 0.188, Y: 1.425, Z: -0.018}
	// along is the point at distance s down the arm, out of its line by (a, p).
	along := func(s, a, p float64) r3.Vec {
		return r3.Add(shoulder, r3.Add(r3.Scale(s, down), r3.Add(r3.Scale(a, ahead), r3.Scale(p, palmward))))
	}
	limb := func(s, a, p, ra, s2, a2, p2, rb float64) cone {
		return cone{a: along(s, a, p), b: along(s2, a2, p2), ra: ra, rb: rb, flat: palmward, thin: 1}
	}
	flat := func(c cone, thin float64) cone { c.thin = thin; return c }
	c["deltoid"] = limb(-0.01, 0, -0.012, 0.058, 0.07, 0, -0.006, 0.052)
	c["upperArm"] = limb(0, 0, 0, 0.050, 0.275, 0, 0, 0.039)
	c["biceps"] = limb(0.11, 0.010, 0.006, 0.046, 0.19, 0.008, 0.004, 0.043)
	c["forearm"] = limb(0.285, 0, 0, 0.040, 0.37, 0.004, 0, 0.041)
	c["wrist"] = limb(0.37, 0.004, 0, 0.041, 0.52, 0.012, 0, 0.026)
	c["palm"] = flat(limb(0.535, 0.012, 0, 0.030, 0.59, 0.012, 0, 0.040), 0.55)
	c["knuckles"] = flat(limb(0.59, -0.008, 0, 0.034, 0.595, 0.030, 0, 0.034), 0.45)
	// Base (along the arm, ahead), direction ahead per length, length, radius.
	for i, f := range [][5]float64{
		{0.560, 0.036, 0.85, 0.076, 0.0125},
		{0.612, 0.046, 0.24, 0.082, 0.0100},
		{0.620, 0.020, 0.07, 0.090, 0.0102},
		{0.616, -0.006, -0.10, 0.083, 0.0098},
		{0.604, -0.031, -0.28, 0.066, 0.0090},
	} {
		middle, tip := f[0]+0.48*f[3], f[0]+f[3]
		a1, a2 := f[1]+0.48*f[3]*f[2], f[1]+f[3]*f[2]
		droop := 0.004
		c[fingers[i]+"1"] = limb(f[0], f[1], 0, f[4]*1.08, middle, a1, 0, f[4])
		c[fingers[i]+"2"] = limb(middle, a1, 0, f[4], tip, a2, droop, f[4]*0.85)
	}
	return c
}

// humanLimbs are the arms and legs of a person.
var humanLimbs = limbs{
	"hand.L": arm(".L", 1), "hand.R": arm(".R", -1),
	"foot.L": leg(".L"), "foot.R": leg(".R"),
}

func arm(side string, sign float64) limb {
	return limb{"hand" + side, []freedom{
		{[]drive{{"upperArm" + side, turned(1, 0, 0)}}, -120, 120},
		{[]drive{{"upperArm" + side, turned(0, 1, 0)}}, -120, 120},
		{[]drive{{"upperArm" + side, turned(0, 0, 1)}}, -120, 120},
		// The elbow's axis is across the arm and the view ahead.
		{[]drive{{"forearm" + side, turned(-0.643, -0.766*sign, 0)}}, -5, 150},
	}}
}

func leg(side string) limb {
	return limb{"foot" + side, []freedom{
		{[]drive{{"thigh" + side, turned(1, 0, 0)}}, -130, 60},
		{[]drive{{"shin" + side, turned(1, 0, 0)}}, 0, 150},
		{[]drive{{"thigh" + side, turned(0, 0, 1)}}, -50, 50},
	}}
}
