package cohort

import "slices"

// Row is a pair with its result, nil where there is none yet.
type Row struct {
	Pair   Pair
	Result *Result
	// Counted says that the statistics of shapes count it.
	Counted bool
	// Judged is the decision of a person; Result follows it.
	Judged Judged
}

// rejected reports whether a person rejected the match of a row.
func (row Row) rejected() bool { return row.Judged.Decision == Rejected }

// of reports whether the row is a match of a specimen with a template that is not rejected.
func (row Row) of(specimen int) bool {
	return !row.Pair.Among && row.Pair.Specimen == specimen && row.Result != nil && row.Result.Error == "" && !row.rejected()
}

// state is the state of a pair.
func (row Row) state() string {
	switch {
	case row.Result == nil:
		return "missing"
	case row.Result.Error != "":
		return "failed"
	}
	return "matched"
}

// Rows are the rows of all pairs, in their order.
type Rows []Row

// doubtful reports whether every template's match with a specimen is flagged.
func (rows Rows) doubtful(specimen int) bool {
	return !slices.ContainsFunc(rows, func(row Row) bool { return row.of(specimen) && !row.Result.Flagged })
}

// rejected reports whether people rejected every match of a specimen with a template.
func (rows Rows) rejected(specimen int) bool {
	some := false
	for _, row := range rows {
		if !row.Pair.Among && row.Pair.Specimen == specimen {
			if some = true; !row.rejected() {
				return false
			}
		}
	}
	return some
}

// mirrored reports whether a match of a specimen is a mirror image.
func (rows Rows) mirrored(specimen int) bool {
	return slices.ContainsFunc(rows, func(row Row) bool { return row.of(specimen) && row.Result.Mirrored })
}

func (rows Rows) counts() (matched, failed, missing, flagged int) {
	for _, row := range rows {
		switch r := row.Result; {
		case r == nil:
			missing++
		case r.Error != "":
			failed++
		default:
			matched++
			if r.Flagged {
				flagged++
			}
		}
	}
	return matched, failed, missing, flagged
}
