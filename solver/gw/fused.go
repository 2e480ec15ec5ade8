package gw

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// fused is the linear term of an objective. Inside, everything is divided by α,
// so that GW² keeps its scale and its code: the objective is L(P) + <C, P> with
// C = (1-α)/α M.
type fused struct {
	alpha float64
	cost  *mat.Dense     // M (n x m)
	scale float64        // (1-α)/α
	part  blas32.General // C/4: its share of the linear problems' cost, whose unit is a quarter of the gradient
}

// Fused is the problem with the objective
//
//	(1-α) Σ_ij M_ij P_ij + α GW²(P)
//
// (Vayer, Chapel, Flamary, Tavenard, Courty 2019, equation 1) for costs M (n x m) of
// matching points, finite, and alpha in (0, 1]. The matrix is kept, not copied. The
// preparation of p is shared.
func (p *Problem) Fused(cost *mat.Dense, alpha float64) (*Problem, error) {
	if n, m := cost.Dims(); n != p.n || m != p.m {
		return nil, fmt.Errorf("the costs of matching points are %d x %d, the problem has %d and %d points", n, m, p.n, p.m)
	}
	if !(alpha > 0 && alpha <= 1) {
		return nil, fmt.Errorf("the weight α of GW beside the features is %g: use a number above 0, at most 1", alpha)
	}
	f := &fused{alpha: alpha, cost: cost, scale: (1 - alpha) / alpha, part: dense.New32(p.n, p.m)}
	for i := range p.n {
		to := f.part.Data[i*p.m:][:p.m]
		for j, v := range cost.RawRowView(i) {
			if !(math.Abs(v) <= math.MaxFloat64) {
				return nil, fmt.Errorf("the cost of matching points %d and %d is %g; costs must be finite", i, j, v)
			}
			to[j] = float32(f.scale * v / 4)
		}
	}
	q := *p
	q.fused = f
	if alpha == 1 {
		q.fused = nil
	}
	return &q, nil
}

// Objective is minimised by descents: the fused objective, or GW² where there are
// no features.
func (p *Problem) Objective(plan *Plan) float64 { return p.ObjectiveAt(plan, p.Loss(plan)) }

// ObjectiveAt is the Objective of a plan whose GW² is known.
func (p *Problem) ObjectiveAt(plan *Plan, loss float64) float64 {
	return p.objective(value{loss: loss, linear: p.linearOf(plan)})
}

// value is an objective's two parts, divided by α.
type value struct{ loss, linear float64 }

func (v value) total() float64 { return v.loss + v.linear }

func (p *Problem) objective(v value) float64 {
	if p.fused == nil {
		return v.loss
	}
	return p.fused.alpha * v.total()
}

func (p *Problem) valueOf(plan *Plan) value {
	return value{loss: p.Loss(plan), linear: p.linearOf(plan)}
}

func (p *Problem) permutationValue(sigma []int32) value {
	v := value{loss: permutationLoss(p.dx, p.dy, sigma)}
	if p.fused != nil {
		for i, j := range sigma {
			v.linear += p.fused.cost.At(i, int(j))
		}
		v.linear *= p.fused.scale / float64(p.n)
	}
	return v
}

// linearOf is <C, P>.
func (p *Problem) linearOf(plan *Plan) float64 {
	if p.fused == nil {
		return 0
	}
	return p.fused.scale * p.fused.of(plan)
}

// of is <M, P>.
func (f *fused) of(plan *Plan) float64 {
	raw := f.cost.RawMatrix()
	total := 0.0
	for k, w := range plan.Mass {
		total += w * raw.Data[int(plan.I[k])*raw.Stride+int(plan.J[k])]
	}
	return total
}

// linearOfProduct is linearOf the product coupling.
func (p *Problem) linearOfProduct() float64 {
	if p.fused == nil {
		return 0
	}
	total := 0.0
	for i, w := range p.a {
		total += w * dot(p.fused.cost.RawRowView(i), p.b)
	}
	return p.fused.scale * total
}

// setLinear writes the features' share into ws.cost and returns the factor by which
// the product that follows must keep it.
func (p *Problem) setLinear(ws *CGWorkspace) (keep float32) {
	if p.fused == nil {
		return 0
	}
	copy(ws.cost.Data, p.fused.part.Data)
	return 1
}

// ended is the result of a descent.
func (p *Problem) ended(plan *Plan, at value, iterations int, status Status) CGResult {
	return CGResult{Plan: plan, Loss: at.loss, Objective: p.objective(at), Iterations: iterations, Status: status}
}
