package cohortpage

import (
	"cmp"
	"slices"
	"strings"

	"gwscope/app/cohort"
)

// part is a part of the specimens.
type part int

// The parts, as the head has them.
const (
	all part = iota
	doubted
	failed
	accepted
	rejected
	notRun
	parts
)

var partNames = [parts]string{"All", "Doubted", "Failed", "Accepted", "Rejected", "Not run"}

// holds reports whether a pair belongs to a part. Doubted are matches at which a person should look and has not
// decided yet.
func (t part) holds(e cohort.Entry) bool {
	switch t {
	case doubted:
		return e.State == cohort.Matched && e.Flagged && e.Judged.Decision == cohort.Undecided
	case failed:
		return e.State == cohort.Failed
	case accepted:
		return e.Judged.Decision == cohort.Accepted
	case rejected:
		return e.Judged.Decision == cohort.Rejected
	case notRun:
		return e.State == cohort.NotRun
	}
	return true
}

// sorting is the order of the specimens.
type sorting int

const (
	worstFirst sorting = iota
	byName
	byGroup
)

var sortNames = []string{"Worst first", "By name", "By group"}

// filter is what a person wants to see of a cohort. The zero value is all, worst first.
type filter struct {
	part     part
	group    string // "": every group
	text     string
	template int
	sort     sorting
}

// takes reports whether a pair passes the filter, whatever its part.
func (f filter) takes(e cohort.Entry) bool {
	if e.Pair.Template != f.template || f.group != "" && e.Pair.B.Group != f.group {
		return false
	}
	words := strings.ToLower(e.Pair.B.Name + " " + e.Pair.B.Group + " " + strings.Join(e.Reasons, " "))
	for word := range strings.FieldsSeq(strings.ToLower(f.text)) {
		if !strings.Contains(words, word) {
			return false
		}
	}
	return true
}

// rows are the entries to show, in their order.
func (f filter) rows(l *cohort.Look) []int {
	var out []int
	for i, e := range l.Entries {
		if f.takes(e) && f.part.holds(e) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		a, b := l.Entries[i], l.Entries[j]
		switch worst := cmp.Compare(a.Worth(), b.Worth()); f.sort {
		case byName:
			return strings.Compare(strings.ToLower(a.Pair.B.Name), strings.ToLower(b.Pair.B.Name))
		case byGroup:
			return cmp.Or(strings.Compare(a.Pair.B.Group, b.Pair.B.Group), worst)
		default:
			return worst
		}
	})
	return out
}

// counts are the numbers of pairs in each part, among the pairs that pass the rest of the filter.
func (f filter) counts(l *cohort.Look) (n [parts]int) {
	for _, e := range l.Entries {
		if !f.takes(e) {
			continue
		}
		for t := range parts {
			if t.holds(e) {
				n[t]++
			}
		}
	}
	return n
}

// groupsOf are the groups of a cohort's specimens, in order.
func groupsOf(c *cohort.Cohort) []string {
	var out []string
	for _, s := range c.Specimens {
		if s.Group != "" && !slices.Contains(out, s.Group) {
			out = append(out, s.Group)
		}
	}
	slices.Sort(out)
	return out
}
