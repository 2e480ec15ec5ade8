package register

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

// noFolds checks that A's mesh lies on B without folds.
func noFolds(t *testing.T, r *Registered, most float64) {
	t.Helper()
	if q := r.Quality; q.Folded+q.Collapsed > most {
		t.Errorf("%.2f %% of the triangles are folded, %.2f %% have collapsed", 100*q.Folded, 100*q.Collapsed)
	}
}

func TestBentEllipsoidLiesRight(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.05)
	before, err := measureAt(p.x.Domain, p.y.Domain, p.aToB.Positions)
	if err != nil {
		t.Fatal(err)
	}
	if before.Folded < 0.05 {
		t.Fatalf("the shaken map folds only %.1f %% of the triangles: too easy", 100*before.Folded)
	}
	r := p.register(t, Options{})
	noFolds(t, r, 0)
	if r.Quality.Far99 > 0.006 {
		t.Errorf("the surfaces are %.4f apart", r.Quality.Far99)
	}
	if off := meanDistance(p.toY, r.AOnB); off > p.meanA/3 {
		t.Errorf("points are %.4f from where they belong, %.4f by the map", off, p.meanA)
	}
	if off := meanDistance(p.toX, r.BToA.Positions); off > p.meanA/3 {
		t.Errorf("on the way back points are %.4f from where they belong", off)
	}
}

func TestSphereOnEllipsoid(t *testing.T) {
	t.Parallel()
	axes := r3.Vec{X: 0.8, Y: 1, Z: 1.4}
	stretch := func(p r3.Vec) r3.Vec { return r3.Vec{X: axes.X * p.X, Y: axes.Y * p.Y, Z: axes.Z * p.Z} }
	shrink := func(p r3.Vec) r3.Vec { return r3.Vec{X: p.X / axes.X, Y: p.Y / axes.Y, Z: p.Z / axes.Z} }
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(40, 50), stretch), 5)
	p := newPair(t, meshtest.Icosphere(4), b, stretch, shrink, 0.03)
	r := p.register(t, Options{})
	noFolds(t, r, 0)
	for i, at := range r.AOnB {
		if _, _, on := p.y.Domain.ClosestPlace(at); r3.Norm(r3.Sub(at, on)) > 1e-9 {
			t.Fatalf("point %d is %g off the surface", i, r3.Norm(r3.Sub(at, on)))
		}
	}
	exact, err := measureAt(p.x.Domain, p.y.Domain, p.toY)
	if err != nil {
		t.Fatal(err)
	}
	if q := r.Quality; q.AreaStretch > 1.1*exact.AreaStretch || q.AngleStretch > 1.1*exact.AngleStretch {
		t.Errorf("areas are stretched by %.3f and angles by %.3f, %.3f and %.3f by the affine map", q.AreaStretch, q.AngleStretch, exact.AreaStretch, exact.AngleStretch)
	}
}

// A map that exchanges front and back of one half changes distances hardly at all.
func TestReversedLimbIsTurnedBack(t *testing.T) {
	t.Parallel()
	exchange := func(p r3.Vec) r3.Vec {
		if p.Z > 0.5 {
			p.X = -p.X
		}
		return p
	}
	a := moved(meshtest.Icosphere(4), long)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(40, 50), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	p := newPair(t, a, b, func(q r3.Vec) r3.Vec { return bend(exchange(q)) }, func(q r3.Vec) r3.Vec { return exchange(unbend(q)) }, 0.01)
	reversed := func(m *correspond.SurfaceMap) (float64, error) {
		senses, err := correspond.PatchOrientations(t.Context(), p.x.Domain, p.y.Domain, m)
		return correspond.ReversedShare(p.x.Domain, senses[0]), err
	}
	if share, err := reversed(p.aToB); err != nil || share < 0.3 {
		t.Fatalf("only %.0f %% of the map is reversed: too easy", 100*share)
	}
	r := p.register(t, Options{})
	noFolds(t, r, 0.001)
	if share, err := reversed(r.AToB); err != nil || share > 0.01 {
		t.Errorf("%.1f %% of the patches are reversed still", 100*share)
	}
}

func TestMirroredMapLiesInsideOut(t *testing.T) {
	t.Parallel()
	flip := func(p r3.Vec) r3.Vec { return r3.Vec{X: p.X, Y: -p.Y, Z: p.Z} }
	a := meshtest.Bumpy(3)
	b := moved(a, flip)
	for k, f := range b.Triangles { // outward again
		b.Triangles[k] = [3]int32{f[0], f[2], f[1]}
	}
	b, _ = meshtest.Shuffle(b, 3)
	p := newPair(t, a, b, flip, flip, 0.01)
	r := p.register(t, Options{})
	if !r.Mirrored {
		t.Error("a mirrored map is not called so")
	}
	noFolds(t, r, 0)
	if off := meanDistance(p.toY, r.AOnB); off > 0.01 {
		t.Errorf("points are %.4f from where they belong", off)
	}
	if off := meanDistance(p.toX, r.BToA.Positions); off > 0.01 {
		t.Errorf("on the way back points are %.4f from where they belong", off)
	}
}

func TestPinsAreExact(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.02)
	pins := []correspond.Pin{{X: 7}, {X: 500}}
	for k := range pins { // a little beside the place meant
		pins[k].Y = p.y.Domain.NearestPoints(p.toY[pins[k].X], 9)[8]
	}
	r := p.register(t, Options{Pins: pins})
	noFolds(t, r, 0.001)
	for _, pin := range pins {
		want := p.y.Domain.Points[pin.Y]
		if r.AOnB[pin.X] != want || r3.Norm(r3.Sub(r.AToB.Positions[pin.X], want)) > 1e-12 {
			t.Errorf("point %d is at %v and on the map at %v, pinned to %v", pin.X, r.AOnB[pin.X], r.AToB.Positions[pin.X], want)
		}
		if back := p.x.Domain.Points[pin.X]; r.BToA.Positions[pin.Y] != back {
			t.Errorf("point %d of B comes back to %v, pinned to %v", pin.Y, r.BToA.Positions[pin.Y], back)
		}
	}
}

func TestDirectionsAreInverse(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.03)
	r := p.register(t, Options{})
	var off []float64
	for j, place := range r.BToA.Places {
		f := p.x.Domain.Triangles[place.Face]
		back := closest.At(place.Bary, r.AOnB[f[0]], r.AOnB[f[1]], r.AOnB[f[2]])
		off = append(off, r3.Norm(r3.Sub(back, p.y.Domain.Points[j])))
	}
	slices.Sort(off)
	if most := off[len(off)-1]; most > 2*r.Quality.FarMost+1e-9 {
		t.Errorf("there and back a point of B ends %.4f away, the surfaces are at most %.4f apart", most, r.Quality.FarMost)
	}
}

func TestOpenSheetKeepsItsBoundary(t *testing.T) {
	t.Parallel()
	roll := func(p r3.Vec) r3.Vec { return r3.Vec{X: p.X, Y: math.Sin(p.Y), Z: 1 - math.Cos(p.Y)} }
	unroll := func(p r3.Vec) r3.Vec { return r3.Vec{X: p.X, Y: math.Atan2(p.Y, 1-p.Z)} }
	a := meshtest.Grid(2, 1, 40, 20)
	b, _ := meshtest.Shuffle(moved(meshtest.Grid(2, 1, 33, 23), roll), 4)
	p := newPair(t, a, b, roll, unroll, 0.02)
	r := p.register(t, Options{})
	noFolds(t, r, 0)
	if r.Mirrored {
		t.Error("a sheet that is rolled is called mirrored")
	}
	if r.Quality.Far99 > 0.006 {
		t.Errorf("the surfaces are %.4f apart", r.Quality.Far99)
	}
}

// A bump that B lacks keeps its shape where it is marked.
func TestPartWithoutPartnerKeepsItsShape(t *testing.T) {
	t.Parallel()
	horn := func(p r3.Vec) r3.Vec {
		if p.Z > 0.9 {
			p.Z += 8 * (p.Z - 0.9)
		}
		return p
	}
	a := moved(meshtest.Icosphere(4), horn)
	b, _ := meshtest.Shuffle(meshtest.UVSphere(40, 50), 5)
	p := newPair(t, a, b, r3.Unit, func(q r3.Vec) r3.Vec { return q }, 0.01)
	lacks := make([]bool, len(p.x.Domain.Points))
	for i, q := range p.x.Domain.Points {
		lacks[i] = p.x.Domain.ToFile(q).Z > 1.05
	}
	r := p.register(t, Options{LacksX: lacks})
	change, count := 0.0, 0
	for _, f := range p.x.Domain.Triangles {
		if lacks[f[0]] && lacks[f[1]] && lacks[f[2]] {
			for c := range 3 {
				i, j := f[c], f[(c+1)%3]
				rest := r3.Norm(r3.Sub(p.x.Domain.Points[i], p.x.Domain.Points[j])) * p.x.Domain.Scale
				now := r3.Norm(r3.Sub(r.AOnB[i], r.AOnB[j])) * p.y.Domain.Scale
				change += math.Abs(now/rest - 1)
				count++
			}
		}
	}
	if change /= float64(count); change > 0.15 {
		t.Errorf("the edges of the part without a partner change by %.0f %%", 100*change)
	}
	if q := r.Quality; q.Far99 < 0.05 || q.Partnered99 > 0.025 {
		t.Errorf("99 %% of the mesh are within %.4f of B, and within %.4f without the part that B lacks", q.Far99, q.Partnered99)
	}

	last, asked := 0.0, 0
	late := p.register(t, Options{
		Lacking: func(context.Context, *Registered) (ofX, ofY []bool, err error) {
			asked++
			return lacks, nil, nil
		},
		Progress: func(f float64) {
			if f < last {
				t.Errorf("progress falls from %.3f to %.3f", last, f)
			}
			last = f
		},
	})
	if asked != 1 || last != 1 || !slices.Equal(late.AOnB, r.AOnB) {
		t.Errorf("marked after a first laying (asked %d times, progress %.3f), the mesh lies elsewhere than marked before", asked, last)
	}
}

// A mushroom that B lacks turns its lower side to B's nearest faces. That is its shape, and no fold.
func TestPartWithoutPartnerIsNotFolded(t *testing.T) {
	t.Parallel()
	const foot = 0.85
	mushroom := func(p r3.Vec) r3.Vec {
		if h := (p.Z - foot) / (1 - foot); h > 0 {
			wide := 1 + 1.5*math.Sin(math.Pi*h)
			return r3.Vec{X: wide * p.X, Y: wide * p.Y, Z: foot + 0.5*h}
		}
		return p
	}
	a := moved(meshtest.Icosphere(4), mushroom)
	b, _ := meshtest.Shuffle(meshtest.UVSphere(40, 50), 5)
	p := newPair(t, a, b, r3.Unit, func(q r3.Vec) r3.Vec { return q }, 0.01)
	lacks := make([]bool, len(p.x.Domain.Points))
	for i, q := range p.x.Domain.Points {
		lacks[i] = p.x.Domain.ToFile(q).Z > foot+0.01
	}
	r := p.register(t, Options{LacksX: lacks})
	noFolds(t, r, 0)
	if q := r.Quality; q.Far99 < 0.05 {
		t.Errorf("99 %% of the mesh are within %.4f of B: the mushroom is gone", q.Far99)
	}
}

func TestThreadsAndRepeatsGiveTheSameBits(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t)
	var first *Registered
	for _, threads := range threadtest.Counts(1, 1, 3) {
		again := p.register(t, Options{Threads: threads})
		if first == nil {
			first = again
		}
		if !slices.Equal(first.AOnB, again.AOnB) || !slices.Equal(first.BToA.Places, again.BToA.Places) || first.Quality != again.Quality {
			t.Errorf("%d threads give other bits", threads)
		}
	}
}

// A mesh of more points than are registered at once.
func TestLargeMeshGoesCoarselyFirst(t *testing.T) {
	t.Parallel()
	a := moved(meshtest.Icosphere(5), long)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(30, 40), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	p := newPair(t, a, b, bend, unbend, 0.03)
	if len(p.x.Domain.Points) <= mostAtOnce {
		t.Fatal("the mesh is no large one")
	}
	r := p.register(t, Options{})
	noFolds(t, r, 0.001)
	if off := meanDistance(p.toY, r.AOnB); off > p.meanA/3 {
		t.Errorf("points are %.4f from where they belong, %.4f by the map", off, p.meanA)
	}
}

func TestProgressRisesToOneAndCancelEnds(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t)
	last := 0.0
	p.register(t, Options{Progress: func(f float64) {
		if f <= last || f > 1 {
			t.Errorf("progress goes from %v to %v", last, f)
		}
		last = f
	}})
	if last != 1 {
		t.Errorf("progress ends at %v", last)
	}
	for _, at := range []float64{0.1, 0.5, 0.76} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Surface(ctx, p.x, p.y, p.aToB, p.bToA, Options{Progress: func(f float64) {
			if f > at {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a cancel at %v of the way gives %v", at, err)
		}
		cancel()
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0)
	cloud := spaceOf(t, meshtest.Points(3), 1)
	if _, err := Surface(context.Background(), cloud, p.y, p.aToB, p.bToA, Options{}); !errors.Is(err, ErrNoSurface) {
		t.Errorf("a cloud gives %v", err)
	}
	for name, opt := range map[string]Options{
		"pin":   {Pins: []correspond.Pin{{X: -1}}},
		"marks": {LacksX: make([]bool, 3)},
	} {
		if _, err := Surface(context.Background(), p.x, p.y, p.aToB, p.bToA, opt); err == nil {
			t.Errorf("a wrong %s is taken", name)
		}
	}
	if _, err := Surface(context.Background(), p.x, p.y, p.bToA, p.aToB, Options{}); err == nil {
		t.Error("maps in the wrong order are taken")
	}
}

// Odd meshes on themselves: bridges, boundaries, edges of three faces, a Möbius strip.
func TestOddMeshesLieOnThemselves(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		d, err := metric.NewDomain(m, metric.DomainOptions{})
		if err != nil || d.IsCloud() || len(d.Points) < 4 {
			continue
		}
		space, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 50, Seed: 1})
		if err != nil {
			continue
		}
		same := &correspond.SurfaceMap{Positions: d.Points, Confidence: make([]float64, len(d.Points))}
		for i := range d.Points {
			same.Places = append(same.Places, correspond.PlaceAt(d, int32(i)))
		}
		r, err := Surface(context.Background(), space, space, same, same, Options{})
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		if off := meanDistance(d.Points, r.AOnB); !(off < 0.02) {
			t.Errorf("%s: on itself, points are %.4f from where they were", m.Name, off)
		}
	}
}

// measureAt tells how well X's mesh lies on Y's surface with its points at given positions.
func measureAt(x, y *metric.Domain, at []r3.Vec) (Quality, error) {
	s := newSurface(y)
	return measure(context.Background(), Options{}, newCounter(x.Points, at, x.Triangles, &s), closest.NewTree(at, x.Triangles), nil)
}

// A map that draws the cap of a sphere together squeezes the cap's area, and its inverse stretches as much.
func TestSqueezedArea(t *testing.T) {
	t.Parallel()
	const edge, drawn = 0.3, 0.06 // polar angles
	// polar moves points of a sphere along their meridians.
	polar := func(from, to float64) func(p r3.Vec) r3.Vec {
		return func(p r3.Vec) r3.Vec {
			at := math.Acos(min(1, max(-1, p.Z)))
			next := at * to / from
			if at > from {
				next = to + (at-from)*(math.Pi-to)/(math.Pi-from)
			}
			flat := math.Hypot(p.X, p.Y)
			if flat == 0 {
				return p
			}
			return r3.Vec{X: p.X / flat * math.Sin(next), Y: p.Y / flat * math.Sin(next), Z: math.Cos(next)}
		}
	}
	d, err := metric.NewDomain(meshtest.Icosphere(5), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for k, move := range []func(p r3.Vec) r3.Vec{polar(edge, drawn), polar(drawn, edge), polar(edge, edge)} {
		at := make([]r3.Vec, len(d.Points))
		for i, p := range d.Points {
			at[i] = d.FromFile(move(d.ToFile(p)))
		}
		q, err := measureAt(d, d, at)
		if err != nil {
			t.Fatal(err)
		}
		want := []float64{(1 - math.Cos(edge)) / 2, (1 - math.Cos(edge)) / 2, 0}[k]
		if math.Abs(q.Squeezed-want) > 0.1*want {
			t.Errorf("way %d: %.4f of the area is squeezed, not %.4f", k, q.Squeezed, want)
		}
	}
}
