package gui

import (
	"cmp"
	"io/fs"
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/lesson"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/assets"
)

// lessons are the built-in lessons. Tests find mistakes in them.
func lessons() []*lesson.Lesson {
	folder, err := fs.Sub(assets.Lessons, "lessons")
	if err != nil {
		return nil
	}
	all, _ := lesson.ReadAll(folder)
	return all
}

func (b *lessonBar) lessonEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, l := range lessons() {
		out = append(out, widget.MenuEntry{Label: l.Title, Checked: b.of != nil && b.of.Title == l.Title, Do: func() { b.takeLesson(l) }})
	}
	return out
}

func (b *lessonBar) askLesson() {
	b.dialogs.chooseFile("Lesson", []string{".yaml", ".yml"}, b.openLesson)
}

func (b *lessonBar) openLesson(path string) {
	l, err := lesson.ReadFile(path)
	if err != nil {
		b.dialogs.fail("This lesson cannot be opened", err)
		return
	}
	b.takeLesson(l)
}

// takeLesson begins a lesson. Unsaved work may be saved first.
func (b *lessonBar) takeLesson(l *lesson.Lesson) {
	b.documents.mayLose("begin the lesson", func() {
		if b.of == nil {
			b.surface = b.m.options.Surface
		}
		// b.step may be a step of another lesson.
		b.of, b.step, b.setting, b.tallWidth = l, 0, true, 0
		b.documents.keep.path, b.documents.keep.unsaved = "", false // the lesson's scene belongs to no session
		b.clean()
		b.begin(0)
	})
}

// setScene prepares step k up to its question: options, shapes, view, and a solve. The options are the defaults
// with the lesson's own changes up to this step, so that other options of the window have no effect. then is
// called when the shapes are loaded and the scene is set.
func (b *lessonBar) setScene(l *lesson.Lesson, k int, then func()) {
	s := &l.Steps[k]
	from := session.Defaults()
	from.Threads, from.Backend = b.preferences.now.Options.Threads, b.preferences.now.Options.Backend // of this machine
	b.solving.setOptions(l.OptionsAt(k, from))
	ready := func() {
		b.arrangeScene(s.View)
		if s.Solve {
			b.solving.solve()
		}
		then()
	}
	if s.Cohort.Of != "" {
		b.cohorts.makeForLesson(l.Name, s, ready)
		return
	}
	if len(s.Shapes) == 0 || b.holds(s.Shapes) && b.m.match == nil {
		ready()
		return
	}
	b.shapes.dropMatch()
	b.shapes.loadThen(sideA, s.Shapes[0], func() {
		b.shapes.loadThen(sideB, s.Shapes[1], ready, nil)
	}, nil)
}

// setOptions changes all settings of the match at once.
func (s *solving) setOptions(o session.Options) {
	if s.m.options == o {
		return
	}
	s.m.options = o
	s.m.stale = s.m.match != nil && s.m.match.Options != o
	s.m.onOptions.Emit(o)
	s.m.onJob.Emit(s.m.job)
}

// holds reports whether the window shows these shapes.
func (b *lessonBar) holds(refs []string) bool {
	for s, sh := range b.m.shapes {
		if sh == nil || sh.Ref != refs[s] {
			return false
		}
	}
	return true
}

func (b *lessonBar) arrangeScene(v lesson.View) {
	if k := slices.Index(lesson.Layouts, v.Layout); k >= 0 {
		b.views.arrange(arrangement(k))
	}
	if v.Color != "" {
		b.looks.colorBy(present.ColorBy(v.Color))
	}
	b.m.setView(func(now *present.View) {
		if v.T != nil {
			now.T = *v.T
		}
		if v.Lines != nil {
			now.Lines = *v.Lines
		}
		if v.Wires != nil {
			now.Registered = *v.Wires
		}
		if v.Color != "" || v.Range != "" {
			now.Paint.Range, _ = present.ParseRange(cmp.Or(v.Range, "auto")) // Read has checked it
		}
	})
}
