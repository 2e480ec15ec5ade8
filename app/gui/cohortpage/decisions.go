package cohortpage

import (
	"gwscope/app/cohort"
)

// decisions are what was decided since the cohort was opened, for undo.
type decisions struct {
	steps []step
	at    int // steps before this one are done, those from it on undone
}

// step is one decision: on which pair, and what stood before and after it.
type step struct {
	pair          cohort.Pair
	before, after cohort.Judged
}

// Decide keeps a decision on a pair. The same decision again takes it back.
func (p *Page) Decide(e cohort.Entry, d cohort.Decision) {
	if e.Judged.Decision == d {
		d = cohort.Undecided
	}
	p.DecideWith(e.Pair, d, func() (string, error) {
		if d == cohort.Accepted { // the map that a person found before stays
			return e.Judged.Map, nil
		}
		return "", nil
	})
}

// DecideWith keeps a decision with the name of a map that keep makes, in the background.
func (p *Page) DecideWith(pair cohort.Pair, d cohort.Decision, keep func() (string, error)) {
	c := p.Cohort()
	if c == nil {
		return
	}
	p.s.Background(func() func() {
		name, err := keep()
		var before cohort.Judged
		if err == nil {
			before, err = c.Decide(pair, d, name)
		}
		return func() {
			if err != nil {
				p.s.Fail("The decision cannot be kept", err)
				return
			}
			if p.Cohort() == nil || p.Cohort().Dir != c.Dir {
				return
			}
			s := &p.steps
			s.steps = append(s.steps[:s.at], step{pair, before, cohort.Judged{Decision: d, Map: name}})
			s.at++
			p.judged++
			p.s.Say(saidOf(pair, d, name))
			p.LookNow()
			p.s.Changed()
		}
	})
}

func saidOf(pair cohort.Pair, d cohort.Decision, withMap string) string {
	switch {
	case d == cohort.Accepted && withMap != "":
		return pair.B.Name + " accepted, with the map that is shown in place of the cohort's own"
	case d == cohort.Undecided:
		return pair.B.Name + ": nothing is decided any more"
	}
	return pair.B.Name + " " + string(d)
}

// CanUndo names the decision that Undo would take back; "" where there is none.
func (p *Page) CanUndo() string {
	if p.steps.at == 0 {
		return ""
	}
	return nameOf(p.steps.steps[p.steps.at-1])
}

// CanRedo names the decision that Redo would make again; "" where there is none.
func (p *Page) CanRedo() string {
	if p.steps.at == len(p.steps.steps) {
		return ""
	}
	return nameOf(p.steps.steps[p.steps.at])
}

func nameOf(s step) string {
	switch s.after.Decision {
	case cohort.Accepted:
		return "accept " + s.pair.B.Name
	case cohort.Rejected:
		return "reject " + s.pair.B.Name
	}
	return "decide nothing on " + s.pair.B.Name
}

// Undo takes the last decision back.
func (p *Page) Undo() {
	if p.steps.at > 0 {
		p.steps.at--
		s := p.steps.steps[p.steps.at]
		p.put(s.pair, s.before, "Undone: "+nameOf(s))
	}
}

// Redo makes it again.
func (p *Page) Redo() {
	if p.steps.at < len(p.steps.steps) {
		s := p.steps.steps[p.steps.at]
		p.steps.at++
		p.put(s.pair, s.after, "Redone: "+nameOf(s))
	}
}

// put writes a decision that is no step.
func (p *Page) put(pair cohort.Pair, j cohort.Judged, said string) {
	c := p.Cohort()
	p.s.Background(func() func() {
		_, err := c.Decide(pair, j.Decision, j.Map)
		return func() {
			if err != nil {
				p.s.Fail("The decision cannot be kept", err)
				return
			}
			p.judged++
			p.s.Say(said)
			p.LookNow()
			p.s.Changed()
		}
	})
}
