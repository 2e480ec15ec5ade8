// Package lesson reads guided lessons and tells when the viewer has done what a step asks for.
// It does not know the window: package gui sets the scenes.
//
// A lesson is a YAML file:
//
//	title: The mirror trap
//	about: Two matches that the loss can hardly tell apart.
//	steps:
//	  - say: |
//	      What the viewer reads.
//	    shapes: [sample:horse/1, sample:horse/3r]
//	    options: {method: hierarchical, samples: 250}
//	    view: {layout: side-by-side, color: carried, lines: 9, wires: false, range: auto}
//	    solve: true
//	  - say: Both sides look alike.
//	    ask: Press M to see the other side.
//	    until: flipped
//	    outcome: The other side has GW² {gw2}.
//
// A step may load shapes, or make a cohort of embedded individuals ({of: "sample:cats",
// individuals: 8, vertices: 1500}) and show its page, set options (those of package option's
// table), arrange the view and solve. It may ask the viewer for something; until is the condition
// that this is done (see [Step.Done]). Then the viewer reads outcome, with figures of the match
// in braces: {gw2}, {slicer}, {least}, {samples}, {targets}, {margin}, {minima}, {distortion},
// {spread}, {orientation}, {direct}, {mirrored}, {coupling}, {folded}, {off}, {stretch},
// {unmatched_a}, {unmatched_b}, {verdict}, {seconds}. Shapes are names of embedded shapes or
// paths of files beside the lesson's file.
package lesson
