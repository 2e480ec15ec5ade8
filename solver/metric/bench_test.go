package metric_test

import (
	"fmt"
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
	s := spaceOf(b, domainOf(b, blob(20), metric.DomainOptions{}), metric.SpaceOptions{Samples: 2000})
	for _, n := range []int{100, 150, 500, 1000, 2000} {
		p := s.Prefix(n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				metric.MDSOf(p.Distances, nil, 6)
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

// One search on 100,002 points, one thread.
func BenchmarkGeodesics100k(b *testing.B) {
	m, _ := shuffled(blob(100), 5)
	d := domainOf(b, m, metric.DomainOptions{})
	sources := make([]int32, 10)
	for i := range sources {
		sources[i] = int32(i * 9973)
	}
	for _, kind := range []metric.Kind{metric.KindGraph, metric.KindAccurate} {
		b.Run(kind.String(), func(b *testing.B) {
			for b.Loop() {
				err := d.Geodesics(b.Context(), sources, kind, 1, func(int, []float64) {})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(sources)), "ms/source")
		})
	}
}
