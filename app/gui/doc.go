// Package gui is the window: two linked views, the slicer strip, the morph bar
// and the inspector, over app/pipeline (the work) and render (the pictures).
//
// The [model] is the window's state. It belongs to Fyne's main goroutine alone, and
// tells its listeners of changes by typed signals. Widgets come from the package
// widget, which knows nothing of shapes. They read the model and call the rooms.
//
// A room is a type with a state of its own and the few other rooms that it calls. The [desk]
// makes and connects the rooms ([desk.wire]); nothing else knows all of them.
// The files of a room have one prefix:
//
//	room         files                what it does
//	documents    document*            sessions: open, save, undo ([keeper]), recent files
//	guard        documentguard        saves unsaved work, for the case of a crash
//	loader       load*                reads shapes into the two sides
//	solving      solve*               matches them; other minima, seeds, the instant match
//	learning     learn*               shows a training and replays it
//	slicerView   strip*               the strip: both shapes sorted along a line
//	views        view*                panes, cameras, pictures; the [viewport] takes the mouse
//	looks        look*, paint*, scene*  colours, lines, background, cuts
//	pointer      pointer*             the vertex under the mouse; marked vertices
//	marker       marks, marklive      landmarks of both shapes
//	markHand     markhand             places, moves and names them
//	markFiles    markfiles            reads and writes them
//	races        race*                several methods on one pair
//	morphBar     morph*               plays the way from A to B
//	exporter     export*              files of a match, pictures of the window
//	lessonBar    lesson*              leads through a lesson
//	cohorts      cohort*              opens cohorts and their pairs, keeps decisions
//	                                  (package cohortpage is the page of specimens)
//	welcome      welcome              the card of the first start
//	preferences  preferences          a person's choices for every window
//	panels       panel*               sizes, folds and hides the panels around the views; presents
//	rulers       ruler                measures between two points of a shape
//	dialogs      dialogs, ask*, file* asks, also for files (package portal asks the desktop)
//	tasks        tasks*               runs and stops work in the background
//
// The column at the right is made of panels (inspector, solvepanel, result*, lookpanel,
// markpanel, scenepanel), each a section that listens to the model.
//
// Each action of a person is a row of a [table]: menus, finder, keys, help, tooltips and the
// README's table of keys are made from it (command*).
//
// Everything slow runs in goroutines that hand their results back by package mainloop:
//
//	room -> goroutine (load, match, choose, export) -> mainloop.Do -> model -> signal -> widgets
//	model -> presenter goroutine (picture) -> renderer's goroutine (pixels) -> mainloop.Do -> viewport
//
// So the window answers while a solve runs, and [routine.Answering] lets its thread go first. A picture
// that is out of date before it is drawn is never drawn: at the first two arrows of the second line a
// newer request replaces an older one.
//
// No goroutine ends the window: all are started by tasks.background, package mainloop or package
// routine, which tell of a panic with a report to copy and reset the parts that the window showed as
// busy. Esc stops everything that a person starts. Package drawing replaces a lost OpenGL context.
//
// The [keeper] listens to the same signals and makes steps of the changes, for undo;
// it knows the saved state. No room records anything by itself.
package gui
