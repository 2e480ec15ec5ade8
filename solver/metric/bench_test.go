package metric_test

import (
	"testing"

	"gwscope/solver/metric"
)

func benchmarkSpace(b *testing.B, k int, opt metric.SpaceOptions) {
	m, _ := shuffled(blob(k), 5)
	d := domainOf(b, m, metric.DomainOptions{})
	b.ReportAllocs()
	for b.Loop() {
		spaceOf(b, d, opt)
	}
}

// 8,002 points and 16,000 triangles.
func BenchmarkSources1000x8k(b *testing.B) {
	benchmarkSpace(b, 28, metric.SpaceOptions{Samples: 1000})
}
func BenchmarkSources1000x8kKNN(b *testing.B) {
	benchmarkSpace(b, 28, metric.SpaceOptions{Samples: 1000, Kind: metric.KindKNN})
}
func BenchmarkSources1000x8kAccurate(b *testing.B) {
	benchmarkSpace(b, 28, metric.SpaceOptions{Samples: 1000, Kind: metric.KindAccurate})
}

// 100,002 points and 200,000 triangles.
func BenchmarkSources500x100k(b *testing.B) {
	benchmarkSpace(b, 100, metric.SpaceOptions{Samples: 500})
}

func BenchmarkDomain100k(b *testing.B) {
	m, _ := shuffled(blob(100), 5)
	b.ReportAllocs()
	for b.Loop() {
		domainOf(b, m, metric.DomainOptions{})
	}
}

func BenchmarkClassicalMDS(b *testing.B) {
	s := spaceOf(b, domainOf(b, blob(20), metric.DomainOptions{}), metric.SpaceOptions{Samples: 500})
	for _, n := range []int{100, 150, 500} {
		p := s.Prefix(n)
		b.Run(map[int]string{100: "n=100", 150: "n=150", 500: "n=500"}[n], func(b *testing.B) {
			for b.Loop() {
				p.ClassicalMDS(6)
			}
		})
	}
}

func BenchmarkLandmarkMDS8k(b *testing.B) {
	s := spaceOf(b, domainOf(b, blob(28), metric.DomainOptions{}), metric.SpaceOptions{Samples: 500})
	for b.Loop() {
		s.LandmarkMDS(6, 0)
	}
}
