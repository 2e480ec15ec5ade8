package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/option"
	"gwscope/app/present"
	"gwscope/app/session"
)

// Scene is the state of the window by which a lesson tells whether a step is done.
type Scene struct {
	Options session.Options
	// Solved counts the matches that were finished; Chosen is the minimum that is shown.
	Solved, Chosen int
	Running        bool
	Layout         string // one of Layouts, or "race"
	Color          present.ColorBy
	T              float64
	// Picks counts the marks of vertices, and Replays the replays of a training to its end.
	Picks, Replays int
	// Feet counts the marked vertices at the end of a leg of A, and Highs those with a colour of the
	// right end of the bar.
	Feet, Highs int
	Wires       bool // A's mesh is drawn on B
	Soft        bool // the plan in the strip is soft
	Landmarks   int  // on both shapes together
	Raced       bool

	// Of a cohort: Page says that its page is shown, Opened that a pair of it is matched in the
	// views, Merged that all its results are merged and nothing runs. Judged counts decisions,
	// Brushed specimens that are chosen on the page. Bent says that the mean shape is bent.
	Page, Opened, Merged bool
	Judged, Brushed      int
	Bent                 bool
}

// term is one condition of until.
type term struct {
	name   string
	value  string  // of name=value
	least  float64 // of t>=number
	most   float64 // of name=least..most; value is in the middle
	ranged bool
}

// words are the conditions that stand alone.
var words = []string{"solved", "flipped", "picked", "picked-foot", "picked-high", "wires", "raced", "marked", "softened", "replayed", "specimens", "opened", "judged", "merged", "chosen", "bent"}

// parseUntil reads conditions that must all hold, separated by spaces.
func parseUntil(text string) ([]term, error) {
	var out []term
	for word := range strings.FieldsSeq(text) {
		name, value, equal := strings.Cut(word, "=")
		switch number, least := strings.CutPrefix(word, "t>="); {
		case least:
			v, err := strconv.ParseFloat(number, 64)
			if err != nil || !(v >= 0 && v <= 1) {
				return nil, fmt.Errorf("until %q: use a number from 0 to 1", word)
			}
			out = append(out, term{name: "t", least: v})
		case !equal && slices.Contains(words, word):
			out = append(out, term{name: word})
		case equal && name == "layout":
			if !slices.Contains(Layouts, value) && value != "race" {
				return nil, fmt.Errorf("until %q: unknown layout: use one of %s, race", word, strings.Join(Layouts, ", "))
			}
			out = append(out, term{name: name, value: value})
		case equal && name == "color":
			if !present.Known(present.ColorBy(value)) {
				return nil, fmt.Errorf("until %q: unknown colouring: use one of %s", word, colorings())
			}
			out = append(out, term{name: name, value: value})
		case equal && option.Lookup(name) != nil && strings.Contains(value, ".."):
			t, err := rangeTerm(name, value)
			if err != nil {
				return nil, fmt.Errorf("until %q: %w", word, err)
			}
			out = append(out, t)
		case equal && option.Lookup(name) != nil:
			scratch := session.Defaults()
			if err := option.Lookup(name).Set(&scratch, value); err != nil {
				return nil, fmt.Errorf("until %q: %w", word, err)
			}
			out = append(out, term{name: name, value: option.Lookup(name).Get(&scratch)})
		default:
			return nil, fmt.Errorf("until %q: use %s, t>=NUMBER, layout=, color=, or an option's name=value or name=least..most", word, strings.Join(words, ", "))
		}
	}
	return out, nil
}

// rangeTerm is an option's name=least..most. A step that is skipped takes the middle.
func rangeTerm(name, value string) (term, error) {
	from, to, _ := strings.Cut(value, "..")
	least, err1 := strconv.ParseFloat(from, 64)
	most, err2 := strconv.ParseFloat(to, 64)
	if err1 != nil || err2 != nil || !(least <= most) {
		return term{}, fmt.Errorf("write two numbers, the smaller first, such as 0.7..0.9")
	}
	scratch := session.Defaults()
	for _, end := range []string{from, to, strconv.FormatFloat((least+most)/2, 'g', 6, 64)} { // the middle stays
		if err := option.Lookup(name).Set(&scratch, end); err != nil {
			return term{}, err
		}
	}
	return term{name: name, value: option.Lookup(name).Get(&scratch), least: least, most: most, ranged: true}, nil
}

// Done reports whether the step is done. before is the scene when the step began, now is the
// scene now:
//
//	solved        a match was finished, and none is running
//	flipped       another minimum is shown
//	picked        a vertex was marked
//	picked-foot   a vertex at the end of a leg of A was marked
//	picked-high   a vertex with a colour of the right end of the bar was marked
//	wires         A's mesh is drawn where it lies on B
//	marked        there are more landmarks
//	raced         a race was run
//	softened      the temperature in the strip makes its plan soft
//	replayed      a training was replayed to its end
//	specimens     the page of the cohort is shown
//	opened        a pair of the cohort is in the views, and matched
//	judged        the number of decisions on matches of the cohort has changed
//	merged        all pairs of the cohort have results, and these are merged
//	chosen        specimens are chosen on the page
//	bent          the mean shape is bent
//	t>=NUMBER     the time of the morph is at least this number
//	layout=, color=, OPTION=   has this value
//	OPTION=LEAST..MOST         has a value in this range
//
// A step that solves and asks for nothing is done when the match is finished.
func (s *Step) Done(before, now Scene) bool {
	terms, err := parseUntil(s.Until)
	if err != nil {
		return false // Read has refused such a lesson
	}
	if s.Solve && s.Until == "" {
		terms = []term{{name: "solved"}}
	}
	return !slices.ContainsFunc(terms, func(t term) bool { return !t.holds(before, now) })
}

// OptionsAt are the settings with which step k begins: those that the steps up to it set, and
// those that earlier steps ask for. So a viewer can skip a step, or go back to one.
func (l *Lesson) OptionsAt(k int, from session.Options) session.Options {
	for i := range l.Steps[:k+1] {
		s := &l.Steps[i]
		for j := range option.Table { // in the table's order, which puts the method first
			if value, ok := s.Options[option.Table[j].Name]; ok {
				option.Table[j].Set(&from, value) // Read has checked the value
			}
		}
		if terms, err := parseUntil(s.Until); err == nil && i < k {
			for _, t := range terms {
				if opt := option.Lookup(t.name); opt != nil {
					opt.Set(&from, t.value)
				}
			}
		}
	}
	return from
}

func (t term) holds(before, now Scene) bool {
	switch t.name {
	case "solved":
		return now.Solved > before.Solved && !now.Running
	case "flipped":
		return now.Chosen != before.Chosen && !now.Running
	case "picked":
		return now.Picks > before.Picks
	case "picked-foot":
		return now.Feet > before.Feet
	case "picked-high":
		return now.Highs > before.Highs
	case "wires":
		return now.Wires
	case "marked":
		return now.Landmarks > before.Landmarks
	case "softened":
		return now.Soft
	case "replayed":
		return now.Replays > before.Replays
	case "specimens":
		return now.Page
	case "opened":
		return now.Opened && !now.Running
	case "judged":
		return now.Judged != before.Judged
	case "merged":
		return now.Merged
	case "chosen":
		return now.Brushed > 0
	case "bent":
		return now.Bent
	case "raced":
		return now.Raced && !now.Running
	case "t":
		return now.T >= t.least
	case "layout":
		return now.Layout == t.value
	case "color":
		return string(now.Color) == t.value
	}
	value := option.Lookup(t.name).Get(&now.Options)
	if t.ranged {
		v, err := strconv.ParseFloat(value, 64)
		return err == nil && t.least <= v && v <= t.most
	}
	return value == t.value
}
