package amortized

import (
	"testing"

	"gwscope/assets/shapes/parts"
)

// surveyed takes statistics of some objects of each category.
func surveyed(t testing.TB, c Config, each int) *Statistics {
	t.Helper()
	var s Survey
	for _, category := range parts.Categories() {
		for i := range int64(each) {
			n := []int{100, 200}[i%2]
			s.Learned(tokensOf(t, c, Cloud{Points: category.Make(parts.Train.Seed(i)).Cloud(n).Points}), category.Name)
			if i < int64(each)/2+1 {
				s.Held(tokensOf(t, c, Cloud{Points: category.Make(parts.Validation.Seed(i)).Cloud(n).Points}), category.Name)
			}
		}
	}
	st, err := s.Statistics()
	if err != nil {
		t.Fatal(err)
	}
	return st
}
