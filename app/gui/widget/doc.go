// Package widget is the window's set of widgets: buttons, drop-downs, sliders, switches,
// menus, sheets, plots, labels, and the theme that colours them. It knows nothing of shapes,
// matches or files, and imports no package that does.
//
// A [Maker] makes the widgets of one window. It gives them the two things that they share: the
// layer on which tooltips appear ([Tips]), and the keys that a focused widget has no use for.
// Widgets without either, such as [Label], [Box] or [Plot], have a constructor of their own.
//
// A widget asks the theme for its colours by name ([Color]); none has a colour of its own.
// Fyne's own widgets are used where they serve: [container] layouts, scrolling, rules and Entry. The
// others here differ from Fyne's in a way that a person sees: no inset around text, so that
// figures align to the pixel; tooltips; icons and strokes in one weight; Escape and arrow keys
// that work everywhere.
//
// To add a widget: a file here with the type, its renderer, and a method NewX of Maker. Icons
// are SVG drawings in icons/.
//
// [container]: https://pkg.go.dev/fyne.io/fyne/v2/container
package widget
