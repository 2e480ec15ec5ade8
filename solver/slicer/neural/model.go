package neural

import (
	"math/rand/v2"

	"gwscope/solver/nn"
)

// model is slicer and lifting on a backend, for one pair of shapes. Both shapes go
// through the slicer as one batch, lifted source above target.
type model struct {
	b      nn.Backend
	params nn.Params
	n, m   int

	points  nn.Tensor // n x p
	batch   nn.Tensor // (n+m) x q; with independent slicers unused
	scores  nn.Tensor // (n+m) x 1
	dScores nn.Tensor
	dLifted nn.Tensor // n x q

	matrix, shift *nn.Param // the affine part of the lifting
	lift          *nn.Net   // the rest of it, nil for none
	liftOut       nn.Tensor
	slicer        *nn.Net
	other         *nn.Net // the source's own slicer, nil when there is a lifting
}

// drawModel starts from the identity (in the dimensions that both shapes have) with the axes
// reversed whose bit is set in flips, and draws the rest, without a backend. For the paper's networks
// that takes a tenth of a second.
func drawModel(s Settings, x, y Side, flips uint, seed uint64) *model {
	rng := rand.New(rand.NewPCG(seed, 0xd1342543de82ef95))
	n, p := x.Points.Dims()
	m, q := y.Points.Dims()
	mo := &model{n: n, m: m}
	shape := s.Net
	shape.In, shape.Out = q, 1
	mo.slicer = nn.NewNet(shape, &mo.params, rng)
	if s.Independent {
		shape.In = p
		mo.other = nn.NewNet(shape, &mo.params, rng)
	} else {
		start := make([]float64, q*p)
		for c := range min(p, q) {
			start[c*p+c] = 1
			if flips>>c&1 == 1 {
				start[c*p+c] = -1
			}
		}
		mo.matrix, mo.shift = mo.params.Add(q, p, start), mo.params.Add(1, q, make([]float64, q))
		if s.LiftWidth > 0 {
			mo.lift = nn.NewNet(nn.Shape{In: p, Out: q, Width: s.LiftWidth, Depth: 1, Activation: nn.Tanh, ZeroHead: true}, &mo.params, rng)
		}
	}
	return mo
}

// build puts the model and both shapes' points on a backend.
func (mo *model) build(b nn.Backend, x, y Side) {
	_, p := x.Points.Dims()
	_, q := y.Points.Dims()
	n, m := mo.n, mo.m
	mo.b = b
	mo.params.Build(b)
	mo.points, mo.batch = b.New(n, p), b.New(n+m, q)
	b.Upload(mo.points, x.Points.RawMatrix().Data)
	b.Upload(mo.batch.Slice(n, n+m), y.Points.RawMatrix().Data)
	mo.scores, mo.dScores, mo.dLifted = b.New(n+m, 1), b.New(n+m, 1), b.New(n, q)
	switch {
	case mo.other != nil:
		mo.slicer.Bind(b, m)
		mo.other.Bind(b, n)
	default:
		mo.slicer.Bind(b, n+m)
		if mo.lift != nil {
			mo.lift.Bind(b, n)
			mo.liftOut = b.New(n, q)
		}
	}
}

// scoresX and scoresY are the push-forward values.
func (mo *model) scoresX() nn.Tensor { return mo.scores.Slice(0, mo.n) }
func (mo *model) scoresY() nn.Tensor { return mo.scores.Slice(mo.n, mo.n+mo.m) }

// forward computes the scores. seed draws the masks of dropout, 0 for none.
func (mo *model) forward(seed uint64) {
	if mo.other != nil {
		mo.other.Forward(mo.scoresX(), mo.points, seed)
		mo.slicer.Forward(mo.scoresY(), mo.batch.Slice(mo.n, mo.n+mo.m), seed)
		return
	}
	var more nn.Tensor
	if mo.lift != nil {
		mo.lift.Forward(mo.liftOut, mo.points, seed)
		more = mo.liftOut
	}
	mo.b.Linear(mo.batch.Slice(0, mo.n), nn.Tensor{}, mo.points, mo.matrix.Value, mo.shift.Value, more, nn.Identity)
	mo.slicer.Forward(mo.scores, mo.batch, seed)
}

// backward sets all gradients from dScores.
func (mo *model) backward(seed uint64) {
	if mo.other != nil {
		mo.other.Backward(nn.Tensor{}, mo.dScores.Slice(0, mo.n), seed)
		mo.slicer.Backward(nn.Tensor{}, mo.dScores.Slice(mo.n, mo.n+mo.m), seed)
		return
	}
	mo.slicer.Backward(mo.dLifted, mo.dScores, seed)
	// The affine part leaves dLifted as it is.
	mo.b.LinearBackward(nn.Tensor{}, mo.matrix.Grad, mo.shift.Grad, mo.dLifted, nn.Tensor{}, mo.points, mo.matrix.Value, nn.Identity, 0)
	if mo.lift != nil {
		mo.lift.Backward(nn.Tensor{}, mo.dLifted, seed)
	}
}
