package gui

import (
	"cmp"
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/meshio/landmark"
)

// solveCommands are the menu of matching and racing.
func solveCommands() []command {
	return slices.Concat(
		in("Solve", "",
			command{id: "solve", label: "Solve", keys: "Ctrl+Return", help: "solve", tip: "Match A with B", words: "match run compute start register", why: solveWhy, do: func(d *desk) { d.solving.solve() }},
			command{id: "solve.open", label: "Solve when both shapes are opened", words: "automatic match load at once",
				on: func(d *desk) bool { return d.preferences.now.SolveOnOpen }, do: func(d *desk) { d.preferences.setSolveOnOpen(!d.preferences.now.SolveOnOpen) }},
			command{id: "solve.glance", label: "Match at a glance", keys: "Ctrl+G", help: "match at a glance (amortised)", words: "amortised amortized transformer instant fast",
				why: func(d *desk) string {
					return cmp.Or(solveWhy(d), isSolving(d), unless(d.solving.canGlance(), "The matcher has no weights: choose a file of them"))
				}, do: func(d *desk) { d.solving.glance() }},
			command{id: "solve.refine", label: "Refine the instant match", words: "polish amortised",
				why: func(d *desk) string {
					return cmp.Or(unless(refinable(d.m.match), "No instant match is shown"), isSolving(d))
				}, do: func(d *desk) { d.solving.refine() }},
			command{id: "solve.cancel", label: "Cancel", keys: "Esc", help: "stop the work; light all; unmark", tip: "Stop and keep the best plan so far", words: "stop abort",
				why: func(d *desk) string { return unless(d.m.job.running, "No solve is under way") }, do: func(d *desk) { d.solving.cancel() }},
			command{id: "solve.training", label: "Replay the training", keys: "P", help: "pause or go on learning; replay it", words: "pause continue learn neural", says: func(d *desk) string { return d.learning.trainingLabel() },
				why: func(d *desk) string {
					return unless(d.m.record != nil || d.m.job.learning, "No training yet: solve with the neural slicer")
				}, do: func(d *desk) { d.learning.bar.toggle() }}),
		in("Solve", "",
			command{id: "race", label: "Race…", keys: "Ctrl+R", help: "choose methods for a race", tip: "Choose methods and run them on this pair", words: "compare methods benchmark",
				why: unpaired, do: func(d *desk) { d.races.choose() }},
			command{id: "race.stop", label: "Stop the race", keys: "Esc", tip: "End the race; its results stay", words: "abort",
				why: func(d *desk) string { return unless(d.m.racing(), "No race is under way") }, do: func(d *desk) { d.races.stop() }}),
		in("Solve", "Minima found", command{list: func(d *desk) []widget.MenuEntry { return d.solving.minimumEntries() }}),
		in("Solve", "",
			command{id: "solve.other", label: "The other side", keys: "M", help: "the other side: direct or mirrored", words: "flip mirror reflection left right symmetric alternative",
				why: func(d *desk) string {
					return cmp.Or(unmatched(d), unless(otherSide(d.m.match) >= 0, "No other minimum was found"))
				}, do: func(d *desk) { d.solving.flip() }},
			command{id: "stop", label: "Show all again, mark nothing", keys: "Esc", words: "unmark clear selection deselect", aside: true, do: (*desk).letGo}),
	)
}

func isSolving(d *desk) string { return unless(!d.m.job.running, "A solve is under way") }

func solveWhy(d *desk) string {
	return cmp.Or(unpaired(d), unless(!d.m.racing(), "A solve would slow the race: "+keyOf("race.stop")+" stops it"))
}

// letGo stops other work in the background, or takes away the brush and the marks.
func (d *desk) letGo() {
	switch {
	case d.solving.choice != nil:
		d.solving.stopChoosing()
	case d.m.loading[sideA]+d.m.loading[sideB] != "":
		d.shapes.stopLoading()
	case d.tasks.opens():
		d.tasks.stopOpeningFiles()
		d.m.setStatus("Stopped reading the file")
	case d.m.seeds.running:
		d.solving.stopSeeds()
	case d.tasks.asides.running > 0 && d.tasks.asides.ctx != nil:
		d.tasks.stopAsides()
		d.m.setStatus("Stopped: the confidence of the match is not known; a click on a shape computes it")
	case d.m.view.Brush.On():
		d.looks.brush(present.Brush{})
	default:
		d.pointer.unmark()
	}
}

// landmarkCommands are the menu of landmarks and extremities. They come before the commands of other menus
// with the same keys, because these keys act on landmarks while landmarks are placed.
func landmarkCommands() []command {
	held := func(d *desk) string {
		return unless(d.marker.placing && d.marker.held != nil, "No landmark is in hand")
	}
	pins := func(on bool) func(*desk) { return func(d *desk) { d.markHand.pinAll(on) } }
	carried := func(s side) func(*desk) string {
		return func(d *desk) string {
			return cmp.Or(unmatched(d), unless(len(d.marker.listed(s, false)) > 0, s.String()+" has no landmarks"))
		}
	}
	return slices.Concat(
		in("Landmarks", "",
			command{id: "marks.place", label: "Place landmarks", keys: "L", help: "place landmarks: click, drag", tip: "Click on the shapes to place landmarks; drag them, Del deletes", words: "pins points annotate",
				on:  func(d *desk) bool { return d.marker.placing },
				why: func(d *desk) string { return unless(d.marker.placing, empty(d)) }, do: func(d *desk) { d.markHand.togglePlacing() }},
			command{id: "marks.list", label: "Place a list of landmarks…", words: "template names order", why: empty, do: func(d *desk) { d.markHand.listMenu(d.menu.Titles[slices.Index(menuTitles, "Landmarks")]) }},
			command{id: "marks.end", label: "End placing landmarks", keys: "Esc", aside: true,
				why: func(d *desk) string {
					return unless(d.marker.placing && !d.m.job.running && !d.m.racing(), "No landmarks are being placed")
				},
				do: func(d *desk) { d.markHand.setPlacing(false) }},
			command{id: "marks.skip", label: "Skip this landmark", tip: "Go on to the next landmark of the list", words: "template next pass",
				why: func(d *desk) string {
					return unless(d.marker.placing && d.marker.plan.list.Name != "", "No list of landmarks is being placed")
				}, do: func(d *desk) { d.markHand.skip() }},
			command{id: "mark.delete", label: "Delete the landmark", keys: "Del Backspace", help: "delete", words: "remove", aside: true, why: held, do: func(d *desk) { d.markHand.deleteMark(*d.marker.held) }},
			command{id: "mark.rename", label: "Rename the landmark…", keys: "F2", help: "rename", with: true, words: "name", aside: true, why: held, do: func(d *desk) { d.markHand.renameMark(*d.marker.held) }},
			command{id: "mark.pin", label: "Pin or release the landmark", keys: "P", help: "pin", with: true, words: "unpin constraint", aside: true, why: held, do: func(d *desk) { d.markHand.pinHeld() }},
			command{id: "marks.pin", label: "Pin all pairs", words: "constraint fix steer", why: pinWhy, do: pins(true)},
			command{id: "marks.release", label: "Release all pairs", words: "unpin free", why: func(d *desk) string { return unless(len(d.marker.marks.Pinned()) > 0, "No pair is pinned") }, do: pins(false)},
			command{id: "marks.delete", label: "Delete all landmarks", words: "remove clear",
				why: func(d *desk) string {
					return unless(len(d.marker.marks.A.Landmarks)+len(d.marker.marks.B.Landmarks) > 0, "There are no landmarks")
				}, do: func(d *desk) { d.markHand.deleteMarks() }}),
		in("Lists of landmarks", "", command{aside: true, list: func(d *desk) []widget.MenuEntry { return d.markHand.listEntries() }}),
		in("Landmarks", "Measures",
			command{id: "measure", label: "Measure", keys: "D", help: "measure: click two points of a shape", tip: "Click two points of one shape: straight and along the surface", words: "ruler distance length geodesic caliper",
				on: func(d *desk) bool { return d.rulers.measuring }, why: func(d *desk) string { return unless(d.rulers.measuring, empty(d)) }, do: func(d *desk) { d.rulers.toggle() }},
			command{id: "measure.end", label: "End measuring", keys: "Esc", aside: true,
				why: func(d *desk) string {
					return unless(d.rulers.measuring && !d.m.job.running && !d.m.racing(), "Nothing is being measured")
				}, do: func(d *desk) { d.rulers.set(false) }},
			command{id: "measures.delete", label: "Delete all measures", words: "remove clear ruler distance",
				why: func(d *desk) string { return unless(d.m.view.Rulers != nil, "Nothing was measured") }, do: func(d *desk) { d.rulers.clear() }},
			command{id: "picks.copy", label: "Copy picks and measures", tip: "Copy as CSV: places, partners, probabilities, and measures", words: "csv table clipboard export vertices",
				why: func(d *desk) string {
					return unless(len(d.inspector.picks.rows()) > 0 || d.m.view.Rulers != nil, "Nothing is marked or measured")
				}, do: func(d *desk) { d.inspector.picks.copyAll() }}),
		in("Landmarks", "",
			command{id: "tips.show", label: "Show extremities", words: "tips hide", on: func(d *desk) bool { return !d.marker.hideTips }, do: func(d *desk) { d.inspector.marks.showTips.Set(d.marker.hideTips) }},
			command{id: "tips.find", label: "Find the extremities again", words: "tips reset",
				why: func(d *desk) string {
					return unless(d.marker.marks.A.Tips != nil || d.marker.marks.B.Tips != nil, "No extremity has been changed")
				}, do: func(d *desk) { d.markHand.findTips() }}),
		in("Landmarks", "",
			command{id: "marks.import.a", label: "Import landmarks of A…", words: "read load fcsv", why: missing(sideA), do: func(d *desk) { d.markFiles.askMarks(sideA) }},
			command{id: "marks.import.b", label: "Import landmarks of B…", words: "read load fcsv", why: missing(sideB), do: func(d *desk) { d.markFiles.askMarks(sideB) }},
			command{id: "marks.export.a", label: "Export landmarks of A…", words: "write save fcsv", why: missing(sideA), do: func(d *desk) { d.markFiles.saveMarks(sideA) }},
			command{id: "marks.export.b", label: "Export landmarks of B…", words: "write save fcsv", why: missing(sideB), do: func(d *desk) { d.markFiles.saveMarks(sideB) }},
			command{id: "marks.carried.a", label: "Export A’s landmarks on B…", words: "write save transfer", why: carried(sideA), do: func(d *desk) { d.markFiles.saveCarried(sideA) }},
			command{id: "marks.carried.b", label: "Export B’s landmarks on A…", words: "write save transfer", why: carried(sideB), do: func(d *desk) { d.markFiles.saveCarried(sideB) }}),
	)
}

func pinWhy(d *desk) string {
	pairs := landmark.Pairs(d.marker.marks.A.Landmarks, d.marker.marks.B.Landmarks)
	return cmp.Or(unless(len(pairs) > 0, "There are no pairs of landmarks"), unless(len(pairs) > len(d.marker.marks.Pinned()), "All pairs are pinned"))
}
