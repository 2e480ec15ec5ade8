package shapes

import (
	"testing"

	"gwscope/assets/shapes/parts"
)

// BenchmarkGrowHorse is the time of the first horse before it is posed.
func BenchmarkGrowHorse(b *testing.B) {
	for b.Loop() {
		growAnimal("horse", horseCones())
	}
}

func BenchmarkGrowHuman(b *testing.B) {
	for b.Loop() {
		growHuman()
	}
}

func BenchmarkPose(b *testing.B) {
	c := horse()
	for b.Loop() {
		c.posed(horsePoses[1], quadrupedLimbs)
	}
}

func BenchmarkRemesh(b *testing.B) {
	c := horse()
	s := soup{c.posed(horsePoses[1], quadrupedLimbs), c.rest.tri}
	b.ResetTimer()
	for b.Loop() {
		remeshed(s, 5000, 7)
	}
}

// BenchmarkObject is the time of an embedded object at the first call.
func BenchmarkObject(b *testing.B) {
	c, err := parts.Find("chair")
	if err != nil {
		b.Fatal(err)
	}
	solids := c.Make(parts.Samples.Seed(0)).Solids()
	for b.Loop() {
		fused(solids, 4000)
	}
}
