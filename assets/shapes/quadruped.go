package shapes

import "fmt"

// quadruped is the plan that horse, cat and elephant share. They look along +x,
// their right is +z, and one unit is about the length of the trunk. The chain
// nose1..nose6 is a muzzle's end or a trunk; an ear is a leaf or a sail.
var quadruped = plan{
	mirror: acrossZ, given: ".R", image: ".L",
	bones: append(append([]boneSpec{
		{"pelvis", "", "rump", false},
		{"loin", "pelvis", "belly", false},
		{"chest", "loin", "thorax", false},
		{"neck1", "chest", "neckBase", false},
		{"neck2", "neck1", "neckTop", false},
		{"head", "neck2", "skull", false},
		{"jaw", "head", "jaw", false},
		{"ear", "head", "ear", true},
		{"scapula", "chest", "shoulderBlade", true},
		{"humerus", "scapula", "upperArm", true},
		{"radius", "humerus", "forearm", true},
		{"metacarpal", "radius", "knee", true},
		{"forefoot", "metacarpal", "foreFetlock", true},
		{"femur", "pelvis", "haunch", true},
		{"tibia", "femur", "gaskin", true},
		{"metatarsal", "tibia", "hock", true},
		{"hindfoot", "metatarsal", "hindFetlock", true},
	}, chainBones("nose", "head")...), chainBones("tail", "pelvis")...),
	groups: []groupSpec{
		{0.05, false, []partSpec{
			{"thorax", "chest", 0.08, 0}, {"belly", "loin", 0.08, 0}, {"rump", "pelvis", 0.08, 0},
			{"withers", "chest", 0.08, 0}, {"breast", "chest", 0.08, 0},
			{"neckBase", "neck1", 0.09, 0}, {"neckTop", "neck2", 0.05, 0},
		}},
		{0.05, false, append([]partSpec{
			{"skull", "head", 0.05, 0}, {"cheek", "head", 0.05, 0}, {"jaw", "jaw", 0.045, 1.3},
		}, chainParts("nose", 0.0015, 1.5)...)},
		{0.02, true, []partSpec{{"ear", "ear", 0.02, 1.5}}},
		{0.06, true, []partSpec{
			{"shoulderBlade", "scapula", 0.05, 0}, {"upperArm", "humerus", 0.05, 0},
			{"forearm", "radius", 0.04, 0}, {"knee", "metacarpal", 0.02, 0},
			{"cannon", "metacarpal", 0.015, 0}, {"foreFetlock", "forefoot", 0.015, 0},
			{"pastern", "forefoot", 0.012, 0}, {"hoof", "forefoot", 0.01, 0},
		}},
		{0.06, true, []partSpec{
			{"haunch", "femur", 0.05, 0}, {"thigh", "femur", 0.05, 0}, {"buttock", "femur", 0.05, 0},
			{"gaskin", "tibia", 0.04, 0}, {"hock", "metatarsal", 0.02, 0},
			{"hindCannon", "metatarsal", 0.015, 0}, {"hindFetlock", "hindfoot", 0.015, 0},
			{"hindPastern", "hindfoot", 0.012, 0}, {"hindHoof", "hindfoot", 0.01, 0},
		}},
		{0.03, false, chainParts("tail", 0.0015, 1)},
	},
}

// chainLinks is the number of links in a trunk or a tail.
const chainLinks = 6

func chainBones(name, parent string) []boneSpec {
	var out []boneSpec
	for i := range chainLinks {
		link := fmt.Sprint(name, i+1)
		out = append(out, boneSpec{link, parent, link, false})
		parent = link
	}
	return out
}

func chainParts(name string, blend, fine float64) []partSpec {
	var out []partSpec
	for i := range chainLinks {
		link := fmt.Sprint(name, i+1)
		k := blend
		if i == 0 {
			k = 0.05 // the first link grows out of the body, the others continue it
		}
		out = append(out, partSpec{link, link, k, fine})
	}
	return out
}
