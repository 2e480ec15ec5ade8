package cohortpage

import (
	"gwscope/app/cohort"
)

// Decisions decides on the pairs of the page's cohort, and keeps what was decided since the
// cohort was opened, for undo.
type Decisions struct {
	p     *Page
	steps []step
	at    int // steps before this one are done, those from it on undone
	made  int // see Made
}

// step is one decision: on which pair, and what stood before and after it.
type step struct {
	pair          cohort.Pair
	before, after cohort.Judged
}

// Decide keeps a decision on a pair. The same decision again takes it back.
func (d *Decisions) Decide(e cohort.Entry, now cohort.Decision) {
	if e.Judged.Decision == now {
		now = cohort.Undecided
	}
	d.DecideWith(e.Pair, now, func() (string, error) {
		if now == cohort.Accepted { // the map that a person found before stays
			return e.Judged.Map, nil
		}
		return "", nil
	})
}

// DecideWith keeps a decision with the name of a map that keep makes, in the background.
func (d *Decisions) DecideWith(pair cohort.Pair, now cohort.Decision, keep func() (string, error)) {
	p, c := d.p, d.p.Cohort()
	if c == nil {
		return
	}
	p.s.Background(func() func() {
		name, err := keep()
		var before cohort.Judged
		if err == nil {
			before, err = c.Decide(pair, now, name)
		}
		return func() {
			if err != nil {
				p.s.Fail("The decision cannot be kept", err)
				return
			}
			if p.Cohort() == nil || p.Cohort().Dir != c.Dir {
				return
			}
			d.steps = append(d.steps[:d.at], step{pair, before, cohort.Judged{Decision: now, Map: name}})
			d.at++
			d.made++
			p.s.Say(saidOf(pair, now, name))
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
func (d *Decisions) CanUndo() string {
	if d.at == 0 {
		return ""
	}
	return nameOf(d.steps[d.at-1])
}

// CanRedo names the decision that Redo would make again; "" where there is none.
func (d *Decisions) CanRedo() string {
	if d.at == len(d.steps) {
		return ""
	}
	return nameOf(d.steps[d.at])
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
func (d *Decisions) Undo() {
	if d.at > 0 {
		d.at--
		s := d.steps[d.at]
		d.put(s.pair, s.before, "Undone: "+nameOf(s))
	}
}

// Redo makes it again.
func (d *Decisions) Redo() {
	if d.at < len(d.steps) {
		s := d.steps[d.at]
		d.at++
		d.put(s.pair, s.after, "Redone: "+nameOf(s))
	}
}

// put writes a decision that is no step.
func (d *Decisions) put(pair cohort.Pair, j cohort.Judged, said string) {
	p, c := d.p, d.p.Cohort()
	p.s.Background(func() func() {
		_, err := c.Decide(pair, j.Decision, j.Map)
		return func() {
			if err != nil {
				p.s.Fail("The decision cannot be kept", err)
				return
			}
			d.made++
			p.s.Say(said)
			p.LookNow()
			p.s.Changed()
		}
	})
}

// Made counts decisions, each time that one is made or taken back.
func (d *Decisions) Made() int { return d.made }
