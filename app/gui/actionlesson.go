package gui

import (
	"io/fs"
	"os"

	"gwscope/app/gui/widget"
	"gwscope/app/lesson"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/assets"
)

// lessonExtension is that of lessons' files.
const lessonExtension = ".yaml"

// lessons are the built-in ones; a mistake in one is a mistake of ours and shows in tests.
func lessons() []*lesson.Lesson {
	folder, err := fs.Sub(assets.Lessons, "lessons")
	if err != nil {
		return nil
	}
	all, _ := lesson.ReadAll(folder)
	return all
}

func (d *desk) lessonEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, l := range lessons() {
		out = append(out, widget.MenuEntry{Label: l.Title, Checked: d.lesson.of != nil && d.lesson.of.Title == l.Title, Do: func() { d.takeLesson(l) }})
	}
	return out
}

// askLesson asks for a lesson's file.
func (d *desk) askLesson() {
	d.chooseFile("Lesson", []string{lessonExtension, ".yml"}, d.openLesson)
}

func (d *desk) openLesson(path string) {
	if _, err := os.Stat(path); err != nil {
		d.fail("This lesson cannot be opened", err)
		return
	}
	l, err := lesson.ReadFile(path)
	if err != nil {
		d.fail("This lesson cannot be opened", err)
		return
	}
	d.takeLesson(l)
}

// takeLesson begins a lesson; what is in no file may be saved first.
func (d *desk) takeLesson(l *lesson.Lesson) {
	d.mayLose("begin the lesson", func() {
		d.lesson.of = l
		d.lesson.begin(0)
	})
}

// setScene does what step k says before it asks anything: options, shapes, view, and a
// solve. Options are those of the lesson's course, from the defaults on, so that a step does
// not depend on what was before. then is called when the scene stands, which with shapes to
// load is later.
func (d *desk) setScene(l *lesson.Lesson, k int, then func()) {
	s := &l.Steps[k]
	from := session.Defaults()
	from.Threads, from.Backend = d.prefs.Options.Threads, d.prefs.Options.Backend // of this machine
	d.setOptions(l.OptionsAt(k, from))
	ready := func() {
		d.arrangeScene(s.View)
		if s.Solve {
			d.solve()
		}
		then()
	}
	if len(s.Shapes) == 0 || d.holds(s.Shapes) && d.m.match == nil {
		ready()
		return
	}
	d.dropMatch()
	d.loadThen(sideA, s.Shapes[0], func() {
		d.loadThen(sideB, s.Shapes[1], ready)
	})
}

// setOptions changes all settings of the match at once.
func (d *desk) setOptions(o session.Options) {
	if d.m.options == o {
		return
	}
	d.m.options = o
	d.m.stale = d.m.match != nil && d.m.match.Options != o
	d.m.onOptions.Emit(o)
	d.m.onJob.Emit(d.m.job)
}

// holds reports whether both shapes are there already.
func (d *desk) holds(refs []string) bool {
	for s, sh := range d.m.shapes {
		if sh == nil || sh.Ref != refs[s] {
			return false
		}
	}
	return true
}

func (d *desk) arrangeScene(v lesson.View) {
	for k, name := range lesson.Layouts {
		if name == v.Layout {
			d.arrange(arrangement(k))
		}
	}
	if v.Color != "" {
		d.colorBy(present.ColorBy(v.Color))
	}
	d.m.setView(func(now *present.View) {
		if v.T != nil {
			now.T = *v.T
		}
		if v.Lines != nil {
			now.Lines = *v.Lines
		}
	})
}
