// Package cohortpage is the page of a cohort in the window: its specimens as pictures, sorted by
// trust, with filters; the map of the specimens and their principal components as plots; the mean
// shape, bent by sliders.
//
//	page        the parts, what they share, and how they are laid out
//	look        the goroutine that looks at the cohort's files again and again
//	head        title, progress, buttons, filters
//	search      the field that finds specimens by words
//	order       which specimens are shown, and in which order
//	specimens   the grid; cell: one specimen in it
//	pictures    draws the small pictures, keeps them in memory and in the cohort's folder;
//	            card: a picture with its frame and marks
//	plots       the map and the components; specimens chosen there are chosen in the grid
//	mean        the mean shape with its sliders
//	work        runs and merges a cohort in the background
//	decisions   what people accept and reject, with undo
//
// Everything is read from the cohort's files (package cohort), whoever works on them: this
// window, another process, a cluster. A goroutine reads them every two seconds and hands a
// [cohort.Look], which nobody changes any more, to the page on Fyne's main goroutine. The page
// knows no match, and only package cohort solves for it. Package gui opens a pair in its views and
// tells of the decisions of a person there.
package cohortpage
