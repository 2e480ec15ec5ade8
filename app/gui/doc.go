// Package gui is the window: two linked views, the slicer strip, the morph bar
// and the inspector, over app/pipeline (the work) and render (the pictures).
//
// Who owns what. The [model] is the window's state; it lives on Fyne's main
// goroutine and nowhere else, and tells its listeners what changed through typed
// signals. Widgets read the model and call the desk's actions (action*.go).
// What a person can do is a row of one [table]: menus, finder, keys, help, tooltips and the
// README's table of keys are made from it.
// Everything slow runs in goroutines that hand their results back by fyne.Do:
//
//	action -> goroutine (load, match, choose, export) -> fyne.Do -> model -> signal -> widgets
//	model -> presenter goroutine (picture) -> renderer's goroutine (pixels) -> fyne.Do -> viewport
//
// So the window answers while a solve runs, and a picture that is out of date
// before it is drawn is never drawn: at both arrows of the second line the
// newest request wins.
//
// No goroutine ends the window: all are started by spawn, desk.background or package routine,
// which tell of a panic with a report to copy and take back what the window showed as
// busy. What a person starts stops by Esc. A lost OpenGL context is replaced by the [drawer].
//
// The [keeper] listens to the same signals and makes steps of what changed, for undo;
// it knows what is saved. No action records anything by itself.
package gui
