package shapes

// quadrupedLimbs are the legs of the animals. A foreleg swings at shoulder blade
// and shoulder together and folds at the elbow; in a hind leg the stifle and the
// hock can only fold together.
var quadrupedLimbs = limbs{
	"fore.R": foreleg(".R"), "fore.L": foreleg(".L"),
	"hind.R": hindleg(".R"), "hind.L": hindleg(".L"),
}

func foreleg(side string) limb {
	return limb{"forefoot" + side, []freedom{
		{[]drive{{"scapula" + side, turned(0, 0, 0.22)}, {"humerus" + side, turned(0, 0, 0.85)}}, -80, 90},
		{[]drive{{"radius" + side, turned(0, 0, 1)}, {"metacarpal" + side, turned(0, 0, -0.15)}}, -25, 120},
		{[]drive{{"humerus" + side, turned(1, 0, 0)}}, -35, 35},
	}}
}

func hindleg(side string) limb {
	return limb{"hindfoot" + side, []freedom{
		{[]drive{{"femur" + side, turned(0, 0, 1)}}, -80, 90},
		{[]drive{{"tibia" + side, turned(0, 0, -1)}, {"metatarsal" + side, turned(0, 0, 0.9)}}, -45, 135},
		{[]drive{{"femur" + side, turned(1, 0, 0)}}, -35, 35},
	}}
}
