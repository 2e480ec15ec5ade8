package gui

import (
	"slices"

	"gwscope/app/gui/widget"
)

// fileCommands are the menus of files, undo, lessons and help.
func fileCommands() []command {
	return slices.Concat(
		in("File", "",
			command{id: "session.new", label: "New session", keys: "Ctrl+N", help: "new session", do: func(d *desk) { d.documents.newSession() }},
			command{id: "session.open", label: "Open session…", keys: "Ctrl+Shift+N", help: "open a session", with: true, words: "load", do: func(d *desk) { d.documents.askSession() }},
			command{id: "cohort.open", label: "Open cohort…", words: "load folder yaml specimens review", do: func(d *desk) { d.cohorts.ask() }},
			command{id: "cohort.new", label: "New cohort…", words: "specimens templates many shapes batch", do: func(d *desk) { d.cohorts.askNew("") }},
			command{id: "recent", label: "Recent…", words: "last files history", do: func(d *desk) { d.documents.recentMenu(d.menu.Titles[0]) }},
			command{id: "session.save", label: "Save", keys: "Ctrl+S", help: "save the session", do: func(d *desk) { d.documents.saveThen(nil) }},
			command{id: "session.save-as", label: "Save as…", keys: "Ctrl+Shift+S", help: "save it as…", with: true, do: func(d *desk) { d.documents.saveAsThen(nil) }}),
		in("File", "",
			command{id: "open.a", label: "Open A…", keys: "Ctrl+O", help: "open A", words: "load import mesh", do: func(d *desk) { d.shapes.open(sideA) }},
			command{id: "open.b", label: "Open B…", keys: "Ctrl+Shift+O", help: "open B", with: true, words: "load import mesh", do: func(d *desk) { d.shapes.open(sideB) }},
			command{id: "path.a", label: "Open A by path or name…", keys: "Ctrl+L", help: "path or name of A", words: "load sample built-in", do: func(d *desk) { d.shapes.openPath(sideA) }},
			command{id: "path.b", label: "Open B by path or name…", keys: "Ctrl+Shift+L", help: "of B", with: true, words: "load sample built-in", do: func(d *desk) { d.shapes.openPath(sideB) }},
			command{id: "swap", label: "Swap A and B", words: "exchange source target", do: func(d *desk) { d.shapes.swap() }}),
		in("File", "Export",
			command{id: "race.export", label: "Race, table and picture…", keys: "Ctrl+E", words: "export save results", aside: true,
				why: raceHidden, do: func(d *desk) { d.races.export(raceExports[0]) }},
			command{id: "export", label: "Export…", keys: "Ctrl+E", help: "export", words: "save image results write", why: unmatched, do: func(d *desk) { d.exports.export() }}),
		in("File", "Export",
			command{id: "figure", label: "Figure for print…", words: "pdf svg vector paper journal publication save image screenshot", why: unmatched, do: func(d *desk) { d.exports.figure() }},
			command{list: func(d *desk) []widget.MenuEntry { return d.exports.exportKinds() }}),
		in("File", "", command{id: "quit", label: "Quit", keys: "Ctrl+Q", help: "quit", words: "exit close", do: (*desk).quit}),

		in("Edit", "",
			command{id: "undo", label: "Undo", keys: "Ctrl+Z", help: "undo", words: "back", says: undoLabel, why: nothingToUndo, do: (*desk).undo},
			command{id: "redo", label: "Redo", keys: "Ctrl+Y Ctrl+Shift+Z", help: "redo", with: true, words: "forward again", says: redoLabel, why: nothingToRedo, do: (*desk).redo}),
		in("Edit", "",
			command{id: "notes", label: "Notes…", words: "comment text", do: func(d *desk) { d.documents.editNotes() }},
			command{id: "preferences", label: "Preferences…", keys: "Ctrl+,", help: "preferences", words: "settings options defaults", do: func(d *desk) { d.preferences.show() }}),

		in("Lessons", "", command{list: func(d *desk) []widget.MenuEntry { return d.lesson.lessonEntries() }}),
		in("Lessons", "",
			command{id: "lesson.open", label: "Open a lesson…", words: "tutorial yaml", do: func(d *desk) { d.lesson.askLesson() }},
			command{id: "lesson.end", label: "End the lesson", words: "stop tutorial",
				why: func(d *desk) string { return unless(d.lesson.of != nil, "No lesson is open") }, do: func(d *desk) { d.lesson.end() }}),

		in("Help", "",
			command{id: "help", label: "Mouse and keys", keys: "F1 H", help: "this help", words: "shortcuts keyboard", do: (*desk).showHelp},
			command{id: "find", label: "Find a command…", keys: "Ctrl+K", help: "find a command by its name", words: "palette search", do: (*desk).showFinder}),
		in("Help", "", command{id: "glossary", label: "Glossary", words: "words terms definitions meaning explain GW margin slicer coverage temperature", do: (*desk).showGlossary}),
		in("Help", "", command{id: "about", label: "About GWScope", words: "version licence", do: (*desk).showAbout}),
	)
}

// unless is the reason why, or "" if ok.
func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// unmatched, unpaired and empty are reasons that many commands have in common.
func unmatched(d *desk) string { return d.m.unmatched() }

func (m *model) unmatched() string {
	return unless(m.match != nil, "No match yet: solve first")
}

// turnable is the reason why B cannot be turned onto A; "" where it can. The plan of a running solve is enough.
func (m *model) turnable() string {
	if m.preview != nil {
		return ""
	}
	return m.unmatched()
}

func unpaired(d *desk) string {
	return unless(d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil, "Two shapes are needed: open A and B first")
}

func empty(d *desk) string {
	return unless(d.m.shapes[sideA] != nil || d.m.shapes[sideB] != nil, "No shape yet: open A or B first")
}

func missing(s side) func(*desk) string {
	return func(d *desk) string {
		return unless(d.m.shapes[s] != nil, "No shape "+s.String()+" yet: open it first")
	}
}

func raceHidden(d *desk) string { return unless(d.m.layout == raced, "No race is shown") }

// nextSteps are the names of the steps that Undo and Redo would take, of a cohort's decisions or of the
// document; "" for no step.
func nextSteps(d *desk) (undo, redo string) {
	undo, redo = d.documents.keep.history.Next()
	if d.cohorts.undoes() {
		undo = d.cohorts.page.Decisions.CanUndo()
	}
	if d.cohorts.page.Visible() {
		redo = d.cohorts.page.Decisions.CanRedo()
	}
	return undo, redo
}

// nothingToUndo counts a change that is no step yet.
func nothingToUndo(d *desk) string {
	step, _ := nextSteps(d)
	if d.cohorts.undoes() {
		return unless(step != "", "No decision was made since the cohort was opened")
	}
	return unless(step != "" || d.documents.keep.armed, "There is nothing to undo")
}

func nothingToRedo(d *desk) string {
	_, step := nextSteps(d)
	return unless(step != "", "There is nothing to redo")
}

// undo takes back the last action: a decision on a cohort, or a change of the document.
func (d *desk) undo() {
	if d.cohorts.undoes() {
		d.cohorts.page.Decisions.Undo()
		return
	}
	d.documents.undo()
}

func (d *desk) redo() {
	if d.cohorts.page.Visible() {
		d.cohorts.page.Decisions.Redo()
		return
	}
	d.documents.redo()
}

func undoLabel(d *desk) string {
	step, _ := nextSteps(d)
	return stepLabel("Undo", step)
}

func redoLabel(d *desk) string {
	_, step := nextSteps(d)
	return stepLabel("Redo", step)
}

func stepLabel(verb, step string) string {
	if step == "" {
		return verb
	}
	return verb + ": " + lowerFirst(step)
}
