package cohort

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"gwscope/app/byhand"
	"gwscope/meshio"
)

// ReviewFile is the file in a cohort's folder that keeps people's decisions on its matches.
const ReviewFile = "review.yaml"

// Decision is a person's decision on a match.
type Decision string

// The decisions.
const (
	Undecided Decision = ""
	// Accepted matches count as right, whatever their trust.
	Accepted Decision = "accepted"
	// Rejected matches are left out of all statistics.
	Rejected Decision = "rejected"
)

// Judged is a person's decision on the match of one specimen with one template.
type Judged struct {
	Specimen string   `yaml:"specimen"`
	Template string   `yaml:"template"` // "": every template
	Decision Decision `yaml:"decision"`
	// Pair is the key of the pair: the decision is about the match of these shapes with these
	// options, and counts for no other match. "": it counts for any match.
	Pair string `yaml:"pair"`
	// Map names the map that a person found for the pair, in place of the cohort's own; "" where
	// the cohort's own stays. See [Cohort.KeepMap].
	Map string `yaml:"map"`
}

// of reports whether the decision is about a pair.
func (j Judged) of(p Pair) bool {
	return !p.Among && j.Specimen == p.B.Name && (j.Template == "" || j.Template == p.A.Name) && (j.Pair == "" || j.Pair == p.Key)
}

// Review are people's decisions in the order of the file.
type Review struct {
	Decisions []Judged `yaml:"decisions"`
}

// Of is the decision on a pair; the zero value where there is none.
func (r *Review) Of(p Pair) Judged {
	for _, j := range slices.Backward(r.Decisions) { // the last entry counts
		if j.of(p) {
			return j
		}
	}
	return Judged{}
}

// Stale counts decisions on pairs that are gone, because their shapes or options have changed.
func (r *Review) Stale(w *Work) int {
	n := 0
	for _, j := range r.Decisions {
		if !slices.ContainsFunc(w.Pairs, j.of) {
			n++
		}
	}
	return n
}

// reviewKinds are hints for values that do not fit.
var reviewKinds = map[string]string{
	"cohort.Review": "a list called decisions", "[]cohort.Judged": "a list: each begins with - and has a specimen and a decision",
	"cohort.Judged": "a specimen and a decision, such as {specimen: cat01, decision: accepted}", "cohort.Decision": "accepted or rejected",
}

// Review reads the decisions; there are none where there is no file. Errors name file and line.
func (c *Cohort) Review() (*Review, error) {
	raw, err := os.ReadFile(c.Dir.Path(ReviewFile))
	if errors.Is(err, fs.ErrNotExist) {
		return &Review{}, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := readReview(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Dir.Path(ReviewFile), err)
	}
	return r, nil
}

func readReview(raw []byte) (*Review, error) {
	r := &Review{}
	if len(raw) > maxSize {
		return nil, errors.New("the file is larger than a review can be (64 MB)")
	}
	if err := byhand.RefuseAliases(raw); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := byhand.Decode(raw, r, reviewKinds); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for k, j := range r.Decisions {
		var err error
		switch {
		case j.Specimen == "":
			err = fmt.Errorf("decision %d names no specimen", k+1)
		case j.Decision != Accepted && j.Decision != Rejected:
			err = fmt.Errorf("decision %d is %q; it can be %s or %s", k+1, j.Decision, Accepted, Rejected)
		case strings.ContainsAny(j.Map, `/\.`):
			err = fmt.Errorf("decision %d names a map %q, which is no name of a map: it has a dot or a slash", k+1, j.Map)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", max(byhand.Line(raw, "decisions", k), 1), err)
		}
	}
	return r, nil
}

// Decide keeps a decision on a pair, and returns the decision before. Undecided takes the entry
// away. The file is read anew first: windows that review one cohort together keep each other's
// decisions, and for the same pair the last one counts.
func (c *Cohort) Decide(p Pair, now Decision, withMap string) (before Judged, err error) {
	r, err := c.Review()
	if err != nil {
		return Judged{}, err
	}
	before = r.Of(p)
	// An entry about every template stays, because it holds for the other templates.
	r.Decisions = slices.DeleteFunc(r.Decisions, func(j Judged) bool { return j.of(p) && j.Template != "" })
	if now != Undecided {
		r.Decisions = append(r.Decisions, Judged{Specimen: p.B.Name, Template: p.A.Name, Decision: now, Pair: p.Key, Map: withMap})
	}
	return before, meshio.WriteFile(c.Dir.Path(ReviewFile), r.write)
}

// reviewHead is the explanation at the top of the file.
const reviewHead = `# People's decisions on the matches of this cohort. The window writes this file, and you may edit it.
#
#   decision   accepted: the match counts as right; rejected: no statistics count it
#   template   left out: every template
#   pair       the match that was judged: the decision no longer counts when its shapes or options change
#   map        a map of the folder review that a person found, in place of the cohort's own

`

func (r *Review) write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(reviewHead)
	b.WriteString("decisions:")
	if len(r.Decisions) == 0 {
		b.WriteString(" []")
	}
	b.WriteByte('\n')
	for _, j := range r.Decisions {
		fmt.Fprintf(&b, "  - {specimen: %s", quoted(j.Specimen))
		for _, e := range [][2]string{{"template", j.Template}, {"decision", string(j.Decision)}, {"pair", j.Pair}, {"map", j.Map}} {
			if e[1] != "" {
				fmt.Fprintf(&b, ", %s: %s", e[0], quoted(e[1]))
			}
		}
		b.WriteString("}\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}
