package gw

// Plan is a sparse coupling of n source and m target points: entry k puts
// Mass[k] on (I[k], J[k]). Entries are sorted by I, then J, without repeats and
// without zeros.
type Plan struct {
	N, M int
	I, J []int32
	Mass []float64
}

// Permutation makes the plan that sends source i to target sigma[i] with mass 1/n.
func Permutation(sigma []int32) *Plan {
	n := len(sigma)
	p := &Plan{N: n, M: n, I: make([]int32, n), J: append([]int32(nil), sigma...), Mass: make([]float64, n)}
	for i := range sigma {
		p.I[i] = int32(i)
		p.Mass[i] = 1 / float64(n)
	}
	return p
}
