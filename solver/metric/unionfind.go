package metric

// unionFind keeps disjoint sets of the numbers 0..n-1.
type unionFind []int32

func newUnionFind(n int) unionFind {
	u := make(unionFind, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// find returns the set's root, which is its least member.
func (u unionFind) find(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

// union joins two sets and reports whether they were apart.
func (u unionFind) union(i, j int32) bool {
	i, j = u.find(i), u.find(j)
	if i == j {
		return false
	}
	if j < i {
		i, j = j, i
	}
	u[j] = i
	return true
}

// labels numbers the sets 0, 1, ... in the order of their least members.
func (u unionFind) labels() (of []int32, count int) {
	of = make([]int32, len(u))
	for i := range u {
		if r := u.find(int32(i)); r == int32(i) {
			of[i] = int32(count)
			count++
		} else {
			of[i] = of[r]
		}
	}
	return of, count
}
