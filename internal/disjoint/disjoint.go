// Package disjoint keeps disjoint sets of the numbers 0..n-1 (union-find).
package disjoint

// Sets are disjoint sets with path halving. The root of a set is its least member, whatever
// the order of unions.
type Sets []int32

// New makes n sets of one number each.
func New(n int) Sets {
	s := make(Sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// Find returns the root of the set of i.
func (s Sets) Find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// Union joins the sets of two numbers and reports whether these were two sets.
func (s Sets) Union(i, j int32) bool {
	i, j = s.Find(i), s.Find(j)
	if i == j {
		return false
	}
	if j < i {
		i, j = j, i
	}
	s[j] = i
	return true
}

// Labels numbers the sets 0, 1, ... in the order of their least members.
func (s Sets) Labels() (of []int32, count int) {
	of = make([]int32, len(s))
	for i := range s {
		if r := s.Find(int32(i)); r == int32(i) {
			of[i] = int32(count)
			count++
		} else {
			of[i] = of[r]
		}
	}
	return of, count
}
