package amortized

import (
	"cmp"
	"slices"

	"gwscope/solver/slicer"
)

const (
	exchangeRounds = 4
	exchangeWindow = 8
)

// exchange mends cuts. A cut may part neighbours, whose partners then lie far from each other.
// X's points are sorted along the axes of random bases, always the same, and where two of eight neighbours
// would both together have nearer partners if they exchanged them, they do. sigma (n) are the partners.
func exchange(x, y slicer.Cloud, sigma []int32) {
	n, d := x.Len(), x.Dim
	distance := func(i, j int32) float64 {
		sum := 0.0
		q := y.Points[int(j)*d : (int(j)+1)*d]
		for c, v := range x.Points[int(i)*d : (int(i)+1)*d] {
			sum += (v - q[c]) * (v - q[c])
		}
		return sum
	}
	cost := make([]float64, n)
	for i, j := range sigma {
		cost[i] = distance(int32(i), j)
	}
	type projected struct {
		key   float64
		index int32
	}
	order := make([]projected, n)
	for _, basis := range slicer.Rotations(d, exchangeRounds, 1) {
		for a := range d {
			for i := range order {
				key := 0.0
				for c, v := range basis[a*d : (a+1)*d] {
					key += v * x.Points[i*d+c]
				}
				order[i] = projected{key, int32(i)}
			}
			slices.SortFunc(order, func(p, q projected) int {
				return cmp.Or(cmp.Compare(p.key, q.key), slices.Compare(x.Points[int(p.index)*d:int(p.index+1)*d], x.Points[int(q.index)*d:int(q.index+1)*d]),
					cmp.Compare(p.index, q.index))
			})
			for k := range order {
				i := order[k].index
				for _, next := range order[k+1 : min(k+1+exchangeWindow, n)] {
					j := next.index
					atI, atJ := distance(i, sigma[j]), distance(j, sigma[i])
					if atI+atJ < cost[i]+cost[j] {
						sigma[i], sigma[j] = sigma[j], sigma[i]
						cost[i], cost[j] = atI, atJ
					}
				}
			}
		}
	}
}
