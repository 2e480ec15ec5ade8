package present

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
	"gwscope/solver/morph"
)

// Way says how A becomes B. Its zero value is not useful; start from [DefaultWay].
type Way struct {
	// Mode is the kind of motion: LinearWay or TurningWay.
	Mode string `json:"mode"`
	// On names the mesh that moves: "a", A's vertices to their places on B, or "b", B's vertices
	// from their places on A.
	On string `json:"on"`
	// Targets are the ends of the points' ways: SurfaceTargets, BarycentricTargets, or AutoTargets,
	// which is the surface where A's mesh was laid on B, else the barycentric projection of a
	// soft plan.
	Targets string `json:"targets"`
}

// The modes: straight lines, or turning neighbourhoods (package morph).
const (
	LinearWay  = "linear"
	TurningWay = "turning"
)

// The targets: A's mesh on the surface, the barycentric projection of the plan, or the one of
// the two that suits the match.
const (
	AutoTargets        = "auto"
	SurfaceTargets     = "surface"
	BarycentricTargets = "barycentric"
)

// DefaultWay moves A's mesh with turning limbs.
func DefaultWay() Way { return Way{Mode: TurningWay, On: "a", Targets: AutoTargets} }

// Check refuses impossible ways.
func (w Way) Check() error {
	for _, c := range []struct {
		what, is string
		may      []string
	}{{"mode", w.Mode, []string{LinearWay, TurningWay}}, {"connectivity", w.On, []string{"a", "b"}},
		{"kind of targets", w.Targets, []string{AutoTargets, SurfaceTargets, BarycentricTargets}}} {
		if !slices.Contains(c.may, c.is) {
			return fmt.Errorf("a morph has no %s %q; choose one of %q", c.what, c.is, c.may)
		}
	}
	return nil
}

// barycentric reports whether points travel to the projection of the plan.
func (w Way) barycentric(m *pipeline.Match) bool {
	return w.Targets == BarycentricTargets || w.Targets == AutoTargets && m.Registered == nil && correspond.Soft(m.Alternative().Plan)
}

// Label describes the way for people.
func (w Way) Label(m *pipeline.Match) string {
	text := "linear"
	if w.Mode == TurningWay {
		text = "limbs turning"
	}
	if w.On == "b" {
		text += ", mesh of B"
	}
	if m != nil && w.barycentric(m) {
		text += ", to the barycentric projection"
	}
	return text + ", after best rigid motion"
}

// Motion is a shape on its way: A's mesh from A to its places on B, or B's mesh from its places
// on A to B, in the common frame of a [Stage] (A centred and scaled; B turned onto it, at A's
// size). It is safe for use by several goroutines.
type Motion struct {
	Way   Way
	match *pipeline.Match
	path  morph.Path
	film  *morph.Film // nil where the path is as fast
	// The path of the points of the moving shape's Domain, from its rest to its matched places.
	points morph.Path
	rest   func() *morph.Folds
}

// NewMotion prepares a motion. A turning one takes 0.1 s for 17,000 triangles. Where turning is
// not possible, the motion is linear, and the note says why.
func NewMotion(ctx context.Context, m *pipeline.Match, w Way) (motion *Motion, note string, err error) {
	if err := w.Check(); err != nil {
		return nil, "", err
	}
	turn := turnOf(m)
	onB := turn.ApplyAll
	side := moving{mesh: m.A.Mesh, domain: m.X.Domain, here: m.X.Domain.Points, there: onB(arrival(m)), place: func(p r3.Vec) r3.Vec { return p }}
	if w.barycentric(m) {
		side.there = onB(correspond.SoftTargets(m.Alternative().Plan, m.X, m.Y, m.AToB))
	}
	if w.On == "b" {
		side = moving{mesh: m.B.Mesh, domain: m.Y.Domain, here: onB(m.Y.Domain.Points), there: m.BToA.Positions, place: turn.Apply}
		if w.barycentric(m) {
			side.there = correspond.SoftTargets(m.Alternative().Plan.Transpose(), m.Y, m.X, m.BToA)
		}
	}
	path := morph.Linear(side.here, side.there)
	if w.Mode == TurningWay {
		turning, err := side.turning(ctx)
		switch {
		case err == nil:
			path = turning
		case ctx.Err() != nil:
			return nil, "", ctx.Err()
		default:
			note = "The morph is linear: " + err.Error()
			w.Mode = LinearWay
		}
	}
	motion = &Motion{Way: w, match: m, points: path, rest: sync.OnceValue(func() *morph.Folds { return morph.NewFolds(side.here, side.domain.Triangles) })}
	path = side.ofFile(path)
	if w.On == "b" {
		path = morph.Reversed(path)
	}
	motion.path = path
	if w.Mode == TurningWay {
		motion.film = morph.NewFilm(path)
	}
	return motion, note, nil
}

// arrival are the places at which A's points (v) end, in the coordinates of B's Domain:
// those of A's mesh on B, or of the map where nothing was registered.
func arrival(m *pipeline.Match) []r3.Vec {
	if m.Registered != nil {
		return m.Registered.AOnB
	}
	return m.AToB.Positions
}

// Folded is the share of the moving mesh's triangles that are turned over at t (morph.Folds);
// NaN for point clouds, and for matches that turn A inside out.
func (m *Motion) Folded(t float64) float64 {
	if m.match.X.Domain.IsCloud() || m.match.Y.Domain.IsCloud() || m.match.Registered != nil && m.match.Registered.Mirrored {
		return math.NaN()
	}
	if m.Way.On == "b" {
		t = 1 - t
	}
	return m.rest().Share(m.points.At(t))
}

// At are the exact places of the moving file's n vertices at t.
func (m *Motion) At(t float64) []r3.Vec { return m.path.At(t) }

// Shown is a faster At for a sequence of pictures: it blends places that [Motion.Shoot] has
// computed.
func (m *Motion) Shown(t float64) []r3.Vec {
	if m.film == nil {
		return m.path.At(t)
	}
	return m.film.At(t)
}

// Shoot computes the places that Shown blends, coarse steps of t first; taken, if set, is called
// after each. The error is that of the context.
func (m *Motion) Shoot(ctx context.Context, taken func()) error {
	if m.film == nil {
		return ctx.Err()
	}
	return m.film.Shoot(ctx, taken)
}

// Again is the same motion as another value: views that are compared differ then, because the
// pictures have become finer.
func (m *Motion) Again() *Motion {
	again := *m
	return &again
}

// InFile restates places of the common frame in the coordinates of A's file, or with
// ofB of B's.
func (m *Motion) InFile(places []r3.Vec, ofB bool) []r3.Vec {
	out := make([]r3.Vec, len(places))
	turn := turnOf(m.match)
	for i, p := range places {
		if ofB {
			out[i] = m.match.Y.Domain.ToFile(turn.Back(p))
		} else {
			out[i] = m.match.X.Domain.ToFile(p)
		}
	}
	return out
}

// Mesh is the moving mesh: A's or B's.
func (m *Motion) Mesh() *mesh.Mesh {
	if m.Way.On == "b" {
		return m.match.B.Mesh
	}
	return m.match.A.Mesh
}

// Of reports whether the motion is that of a match.
func (m *Motion) Of(match *pipeline.Match) bool { return m != nil && m.match == match }

// moving is the shape that a motion moves.
type moving struct {
	mesh        *mesh.Mesh
	domain      *metric.Domain
	here, there []r3.Vec              // of the domain's points, in the common frame
	place       func(p r3.Vec) r3.Vec // of a point in the domain's coordinates
}

// turning is the path on which neighbourhoods turn. On a large surface these are neighbourhoods
// of its level, and all points go along.
func (s moving) turning(ctx context.Context) (morph.Path, error) {
	level, err := s.domain.Level(ctx)
	if err != nil {
		return nil, err
	}
	if level == nil {
		return morph.NewTurning(ctx, s.ends())
	}
	few := moving{domain: level.Domain, here: at(s.here, level.Points), there: at(s.there, level.Points)}
	turning, err := morph.NewTurning(ctx, few.ends())
	if err != nil {
		return nil, err
	}
	return morph.Following(turning, morph.Followers{From: s.here, To: s.there, Corners: level.Corners, Shares: level.Shares}), nil
}

// at are some of the places.
func at(places []r3.Vec, of []int32) []r3.Vec {
	out := make([]r3.Vec, len(of))
	for k, p := range of {
		out[k] = places[p]
	}
	return out
}

// ends are the ends of the ways of the domain's points.
func (s moving) ends() morph.Ends {
	e := morph.Ends{From: s.here, To: s.there, Triangles: s.domain.Triangles, Area: s.domain.PointArea}
	if s.domain.IsCloud() {
		e.Neighbors, e.Width = s.domain.Neighbors(cloudNeighbors)
	}
	return e
}

// cloudNeighbors is the number of neighbours that a point of a cloud moves together with; in a
// well-shaped mesh a vertex has six.
const cloudNeighbors = 8

// ofFile makes a path of the file's vertices of a path of the domain's points. Vertices that take
// no part in the match begin at their own place and end where the nearest point ends.
func (s moving) ofFile(p morph.Path) morph.Path {
	f := filePath{points: p, of: s.domain.PointOf, begin: make([]r3.Vec, len(s.domain.PointOf)), offset: make([]r3.Vec, len(s.domain.PointOf))}
	for i, v := range s.mesh.Vertices {
		f.begin[i] = s.place(s.domain.FromFile(v))
		f.offset[i] = r3.Sub(f.begin[i], s.here[f.of[i]])
	}
	return f
}

type filePath struct {
	points        morph.Path
	of            []int32
	begin, offset []r3.Vec
}

func (f filePath) Len() int { return len(f.of) }

func (f filePath) At(t float64) []r3.Vec {
	t = min(max(t, 0), 1)
	if t == 0 {
		return slices.Clone(f.begin)
	}
	at := f.points.At(t)
	out := make([]r3.Vec, len(f.of))
	for i, p := range f.of {
		out[i] = at[p]
		if t < 1 {
			out[i] = r3.Add(out[i], r3.Scale(1-t, f.offset[i]))
		}
	}
	return out
}
