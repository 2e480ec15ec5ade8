package trust

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver"
	"gwscope/solver/correspond"
)

// The angle and the axis of a turn are read off its matrix, half turns included, for which the
// part of it that is not symmetric vanishes.
func TestTurnsHaveAnAngleAndAnAxis(t *testing.T) {
	t.Parallel()
	axis := r3.Unit(r3.Vec{X: 1, Y: -2, Z: 0.5})
	for _, angle := range []float64{0.4, 2, math.Pi} {
		turn := r3.NewRotation(angle, axis)
		var from, to []r3.Vec
		for _, p := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: -1, Y: 0.3}} {
			from, to = append(from, p), append(to, turn.Rotate(p))
		}
		got := turningOf(correspond.BestRigid(from, to, nil).R)
		if math.Abs(got.angle-angle) > 1e-6 || math.Abs(r3.Dot(got.axis, axis)) < 1-1e-9 {
			t.Errorf("a turn by %g about %v reads %g about %v", angle, axis, got.angle, got.axis)
		}
	}
}

// Turns by parts of a whole one leave a shape its corners; others say that any turn will do.
func TestFoldsAreToldFromAnyRotation(t *testing.T) {
	t.Parallel()
	about := func(angles ...float64) *naming {
		n := &naming{axes: correspond.Axes{Along: [3]r3.Vec{{Z: 1}, {X: 1}, {Y: 1}}, Alike: [3]bool{false, true, true}}, known: true}
		self := &solver.SelfMaps{}
		var turns [][9]float64
		for _, a := range angles {
			c, s := math.Cos(a*math.Pi/180), math.Sin(a*math.Pi/180)
			r := [9]float64{c, -s, 0, s, c, 0, 0, 0, 1}
			self.Others = append(self.Others, solver.SelfMap{TurnMoves: 1, Turn: correspond.Rigid{R: r}, Orientation: 1})
			turns, n.turns = append(turns, r), append(n.turns, turningOf(r))
		}
		n.findAny(turns)
		return n
	}
	for _, c := range []struct {
		angles []float64
		want   string
	}{
		{[]float64{180}, "the half turn about the long axis"}, {[]float64{72, 144}, "another turn"}, {[]float64{60, 120, 180}, "another turn"},
		{[]float64{27, 100}, "any rotation about the long axis"}, {nil, ""},
	} {
		if got := about(c.angles...).kind(); got != c.want {
			t.Errorf("turns by %v: %q, want %q", c.angles, got, c.want)
		}
	}
}
