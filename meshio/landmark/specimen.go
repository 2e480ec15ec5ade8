package landmark

import (
	"fmt"
	"strconv"
	"strings"
)

// SpecimenError says that a file holds several specimens, or lists of landmarks, and that nobody said
// which is meant: one of Specimens has to be given as [Options].Specimen.
type SpecimenError struct {
	// Wanted is the name that was looked for, "" for none.
	Wanted string
	// Specimens are the names of all of them, which Options.Specimen takes.
	Specimens []string
	// Lists says that they are lists of landmarks, which have names alone.
	Lists bool
}

func (e *SpecimenError) Error() string {
	var all []string
	for k, name := range e.Specimens {
		if all = append(all, fmt.Sprintf("#%d", k+1)); name != all[k] {
			all[k] += fmt.Sprintf(" %q", name)
		}
	}
	if len(all) > 6 {
		all = append(all[:6], "...")
	}
	wanted := ""
	if e.Wanted != "" {
		wanted = fmt.Sprintf(", and none of them is %q", e.Wanted)
	}
	what, by := "specimens", "its ID, its IMAGE or its number"
	if e.Lists {
		what, by = "lists of landmarks", "its name or its number"
	}
	return fmt.Sprintf("the file holds %d %s%s: name one by %s; they are %s", len(e.Specimens), what, wanted, by, strings.Join(all, ", "))
}

// chosen is the index of the wanted specimen among several, each with its names. A
// single specimen is wanted in any case.
func (o Options) chosen(names [][]string) (int, error) {
	wanted := o.Shape
	if o.Specimen != "" {
		wanted = o.Specimen
	}
	for k, all := range names {
		for _, name := range all {
			if wanted != "" && name != "" && (strings.EqualFold(name, wanted) || strings.EqualFold(stem(name), wanted)) {
				return k, nil
			}
		}
	}
	if k, err := strconv.Atoi(strings.TrimPrefix(o.Specimen, "#")); err == nil && k >= 1 && k <= len(names) {
		return k - 1, nil
	}
	if len(names) == 1 && o.Specimen == "" {
		return 0, nil
	}
	e := &SpecimenError{Wanted: wanted}
	for k, all := range names {
		label := fmt.Sprintf("#%d", k+1)
		for _, name := range all {
			if name != "" {
				label = name
				break
			}
		}
		e.Specimens = append(e.Specimens, label)
	}
	return 0, e
}

// stem is a file's name without folder and extension.
func stem(path string) string {
	path = path[strings.LastIndexAny(path, `/\`)+1:]
	if dot := strings.LastIndexByte(path, '.'); dot > 0 {
		path = path[:dot]
	}
	return path
}
