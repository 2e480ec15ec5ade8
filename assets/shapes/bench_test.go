package shapes

import "testing"

// BenchmarkGrowHorse is what the first horse costs before it is posed.
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
