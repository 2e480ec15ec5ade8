package gui

import (
	"cmp"

	"gwscope/app/cohort"
)

// cohortCommands are the menu of cohorts.
func cohortCommands() []command {
	none := func(d *desk) string {
		return unless(d.cohorts.page.Opened(), "No cohort is open: File, Open cohort…")
	}
	paired := func(d *desk) string {
		_, ok := d.cohorts.entry()
		return cmp.Or(none(d), unless(ok && !d.cohorts.page.Visible(), "No pair of the cohort is in the views"))
	}
	onPage := func(d *desk) string {
		return cmp.Or(none(d), unless(d.cohorts.page.Visible(), "The specimens are not shown: "+keyOf("cohort.page")+" shows them"))
	}
	return in("Cohort", "",
		command{id: "cohort.page", label: "Specimens", keys: "O", help: "specimens, or the views", tip: "The specimens of the cohort, or the views", words: "cohort page grid overview thumbnails review worst back",
			on: func(d *desk) bool { return d.cohorts.page.Visible() }, why: none, do: func(d *desk) { d.cohorts.show(!d.cohorts.page.Visible()) }},
		command{id: "cohort.find", label: "Search the specimens", keys: "Ctrl+F", help: "search them", with: true, words: "cohort filter name reason", why: onPage, do: func(d *desk) { d.cohorts.page.FindText() }},
		command{id: "cohort.next", label: "Next specimen", keys: "PgDn", help: "next specimen", tip: "The pair that comes next on the page", words: "cohort forward", why: paired, do: func(d *desk) { d.cohorts.beside(1) }},
		command{id: "cohort.previous", label: "Previous specimen", keys: "PgUp", help: "previous", with: true, tip: "The pair before on the page", words: "cohort back", why: paired, do: func(d *desk) { d.cohorts.beside(-1) }},
		command{id: "cohort.accept", label: "Accept the match", keys: "Y", help: "accept the match", tip: "It counts as right; a match other than the cohort's own takes its place", words: "cohort review yes good approve right",
			why: func(d *desk) string { return d.cohorts.whyNotJudge(true) }, do: func(d *desk) { d.cohorts.decide(cohort.Accepted) }},
		command{id: "cohort.reject", label: "Reject the match", keys: "Q", help: "reject it", with: true, tip: "No statistics count it", words: "cohort review no bad wrong exclude leave out",
			why: func(d *desk) string { return d.cohorts.whyNotJudge(false) }, do: func(d *desk) { d.cohorts.decide(cohort.Rejected) }},
		command{id: "cohort.none", label: "Choose no specimen", keys: "Esc", aside: true, words: "cohort selection deselect",
			why: func(d *desk) string {
				return cmp.Or(onPage(d), unless(d.cohorts.page.Chosen() > 0, "No specimen is chosen"))
			}, do: func(d *desk) { d.cohorts.page.ChooseNone() }},
		command{id: "cohort.run", label: "Run the cohort", tip: "Match the pairs that have no result yet, here in the background, and merge; stopped, it keeps its results", words: "match all start work",
			says: func(d *desk) string {
				return map[bool]string{false: "Run the cohort", true: "Stop the cohort"}[d.cohorts.page.Running()]
			}, why: none, do: func(d *desk) { d.cohorts.page.RunOrStop() }},
		command{id: "cohort.merge", label: "Merge the results", tip: "Make tables, landmarks, meshes and statistics from the results", words: "cohort statistics pca report mean",
			why: func(d *desk) string { return cmp.Or(none(d), d.cohorts.page.WhyNotMerge()) }, do: func(d *desk) { d.cohorts.page.Merge() }},
		command{id: "cohort.close", label: "Close the cohort", words: "leave", why: none, do: func(d *desk) { d.cohorts.close() }})
}
