package amortized

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
)

const (
	// glanced is the number of points by which poses are chosen.
	glanced = 96
	// doubt is how much GW², in terms of that of the product coupling, a pose costs that agrees with nothing of
	// what the network says. From 1/2 to 8 hardly a match depends on it.
	doubt = 4
)

// chosen are the poses of two shapes.
type chosen struct{ x, y pose }

// choosePoses takes of the poses that may be meant, and of left and right, those whose cut has the least GW²: by few
// points, and with a price for what agrees less with the network. The second are the best that take
// the other side of one shape for the left one.
func choosePoses(x, y *Tokens, posesX, posesY []pose) [2]chosen {
	x, y = x.glance(), y.glance()
	dx, dy := pairwise(x.Points), pairwise(y.Points)
	product := productLoss(dx, dy, x.Mass, y.Mass)
	var best [2]chosen // by side: whether frames of one hand are matched with such of the other
	least := [2]float64{math.Inf(1), math.Inf(1)}
	for _, q := range posesY {
		hand := 0
		if skewness(y.in(q)) < 0 {
			q.x, hand = r3.Scale(-1, q.x), 1
		}
		numbersY := y.in(q).numbers()
		for _, p := range posesX {
			price := doubt * product * (p.deficit + q.deficit)
			if price >= max(least[0], least[1]) {
				continue
			}
			for k := range 2 {
				side := (hand + k) % 2
				plan := cut(x.in(p).numbers(), numbersY).Plan(x.Mass, y.Mass)
				if v := price + planLoss(dx, dy, plan); v < least[side] {
					least[side], best[side] = v, chosen{p, q}
				}
				p.x = r3.Scale(-1, p.x)
			}
		}
	}
	if least[1] < least[0] {
		best[0], best[1] = best[1], best[0]
	}
	return best
}

// skewness across a shape: of a mirrored one the opposite. It settles on which side is the left one, so that a mirrored
// pair has the same match.
func skewness(u *upright) float64 {
	sum := 0.0
	for i, p := range u.points {
		sum += u.mass[i] * p.X * p.X * p.X
	}
	return rounded(sum)
}

// spread are at most so many points of a shape, evenly spread in the order of tokens.
func (t *Tokens) spread(most int) []int32 {
	n := t.Len()
	if n <= most {
		return t.Order
	}
	out := make([]int32, most)
	for k := range out {
		out[k] = t.Order[(2*k+1)*n/(2*most)]
	}
	return out
}

// glance is a part of a shape's points.
func (t *Tokens) glance() *Tokens {
	out := &Tokens{}
	total := 0.0
	for _, i := range t.spread(glanced) {
		out.Points, out.Normals, out.Mass = append(out.Points, t.Points[i]), append(out.Normals, t.Normals[i]), append(out.Mass, t.Mass[i])
		total += t.Mass[i]
	}
	for k := range out.Mass {
		out.Mass[k] /= total
	}
	return out
}

// pairwise are the distances of points (n x n, row by row).
func pairwise(points []r3.Vec) []float64 {
	n := len(points)
	d := make([]float64, n*n)
	for i, p := range points {
		for j := range i {
			v := r3.Norm(r3.Sub(p, points[j]))
			d[i*n+j], d[j*n+i] = v, v
		}
	}
	return d
}

// planLoss is GW² of a plan.
func planLoss(dx, dy []float64, p *gw.Plan) float64 {
	sum := 0.0
	for k, i := range p.I {
		rowX, rowY := dx[int(i)*p.N:(int(i)+1)*p.N], dy[int(p.J[k])*p.M:(int(p.J[k])+1)*p.M]
		part := 0.0
		for l := range k {
			d := rowX[p.I[l]] - rowY[p.J[l]]
			part += p.Mass[l] * d * d
		}
		sum += 2 * p.Mass[k] * part
	}
	return sum
}

// productLoss is GW² of the coupling of everything with everything.
func productLoss(dx, dy, a, b []float64) float64 {
	moments := func(d, w []float64) (mean, square float64) {
		for i, u := range w {
			for j, v := range w {
				x := d[i*len(w)+j]
				mean += u * v * x
				square += u * v * x * x
			}
		}
		return mean, square
	}
	meanX, squareX := moments(dx, a)
	meanY, squareY := moments(dy, b)
	return squareX + squareY - 2*meanX*meanY
}
