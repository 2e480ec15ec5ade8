package session

import (
	"path/filepath"
	"slices"
	"strings"
)

// mostRecent is the number of files of a kind that are remembered, because a menu has room for them.
const mostRecent = 8

// Recent are the files that were opened or saved last, the newest first.
type Recent struct {
	Sessions []string `json:"sessions"`
	Shapes   []string `json:"shapes"`
	// Cohorts are their folders.
	Cohorts []string `json:"cohorts,omitempty"`
}

func (h Home) recentPath() string { return filepath.Join(h.State, "recent.json") }

// Recent reads the list. It is empty where there is no readable list, which is not worth a message.
func (h Home) Recent() Recent {
	var r Recent
	if readSmall(h.recentPath(), &r) != nil {
		return Recent{}
	}
	r.Sessions, r.Shapes, r.Cohorts = cut(r.Sessions), cut(r.Shapes), cut(r.Cohorts)
	return r
}

// Remember puts files in front of the list. It skips embedded shapes, which have menus of their
// own. Files that other windows have remembered meanwhile stay.
func (h Home) Remember(sessions, shapes []string) error {
	r := h.Recent()
	r.Sessions, r.Shapes = front(r.Sessions, sessions), front(r.Shapes, shapes)
	return writeSmall(h.recentPath(), r)
}

// RememberCohort puts the folder of a cohort in front of the list.
func (h Home) RememberCohort(folder string) error {
	r := h.Recent()
	r.Cohorts = front(r.Cohorts, []string{folder})
	return writeSmall(h.recentPath(), r)
}

// ForgetRecent empties the list.
func (h Home) ForgetRecent() error { return writeSmall(h.recentPath(), Recent{}) }

// front is the list with the items in front.
func front(list, items []string) []string {
	for _, item := range items {
		if item == "" || strings.HasPrefix(item, samplePrefix) {
			continue
		}
		if absolute, err := filepath.Abs(item); err == nil {
			item = absolute
		}
		list = append([]string{item}, slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == item })...)
	}
	return cut(list)
}

func cut(list []string) []string { return list[:min(len(list), mostRecent)] }
