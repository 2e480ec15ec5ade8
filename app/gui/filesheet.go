package gui

import (
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/number"
)

// fileSheet is a file dialog in the window's own look: a path to type, which Tab completes, places at the
// left, and the files that fit the typed text.
type fileSheet struct {
	dialogs *dialogs
	query   fileQuery
	then    func(path string)

	sheet  *widget.Sheet
	path   *pathField
	list   *fynewidget.List
	note   *widget.Label
	empty  *widget.Label // over the list where it lists nothing
	places *fyne.Container

	folder  string      // that is listed
	all     []fileEntry // in that folder
	shown   []fileEntry // entries that fit
	recents []fileEntry
	active  int // among shown, -1 for none
	turn    int // counts readings: only the last one is shown
	reading bool
	tapped  time.Time
}

// fileSheetSize is the size of the list.
var fileSheetSize = fyne.NewSize(560, 340)

func (dl *dialogs) showFiles(title, folder string, q fileQuery, then func(path string)) *fileSheet {
	f := &fileSheet{dialogs: dl, query: q, then: then, active: -1, places: container.New(widget.Column{Gap: 2})}
	f.note = widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	f.note.Flexible = true
	f.empty = widget.NewLabel("", widget.TextBody, widget.ColorSoft)
	f.empty.Align = fyne.TextAlignCenter
	f.path = newPathField(dl.win.Canvas(), f)
	f.path.OnChanged = func(string) { f.typed() }
	f.path.OnSubmitted = func(string) { f.take() }
	f.list = fynewidget.NewList(func() int { return len(f.shown) }, newFileRow, func(i fynewidget.ListItemID, o fyne.CanvasObject) { f.fill(i, o.(*fyne.Container)) })
	f.list.HideSeparators = true
	f.list.OnSelected = func(i fynewidget.ListItemID) {
		f.list.Unselect(i)
		f.press(i)
	}
	body := container.New(widget.Row{Gap: 14, Shares: []float32{0, 1}}, container.NewGridWrap(fyne.NewSize(132, fileSheetSize.Height), f.places),
		container.NewStack(container.NewGridWrap(fileSheetSize), widget.NewBox(widget.ColorPanel, widget.ColorHairline, widget.RadiusControl), widget.Inset(f.list, 2, 2), container.NewCenter(f.empty)))
	button := map[bool]string{false: "Open", true: "Choose this folder"}[q.folders]
	f.sheet = dl.widgets.NewSheet(dl.win.Canvas(), title, "", container.New(widget.Column{Gap: 10}, f.path, body, f.note), 780,
		widget.Button{Text: "Cancel"}, widget.Button{Text: button, Stay: true, Do: f.choose})
	f.enter(folder)
	f.showPlaces()
	dl.win.Canvas().Focus(f.path)
	return f
}

// enter lists a folder, by its absolute path.
func (f *fileSheet) enter(folder string) {
	f.write(strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator))
}

// write puts a text into the field of the path, with the cursor at its end.
func (f *fileSheet) write(text string) {
	f.path.SetText(text)
	f.path.CursorColumn = len([]rune(text))
	f.path.Refresh()
	f.typed()
}

// typed follows the typed text: it reads another folder, and lists the entries that fit.
func (f *fileSheet) typed() {
	folder, begin := splitTyped(f.path.Text)
	if folder == f.folder {
		f.show(matching(f.all, begin))
		return
	}
	f.folder, f.all = folder, nil
	f.turn++
	f.reading = true
	turn, q := f.turn, f.query
	f.read(func() ([]fileEntry, error) { return q.read(folder) }, func(found []fileEntry, err error) {
		if f.turn != turn {
			return
		}
		f.all, f.reading = found, false
		_, begin := splitTyped(f.path.Text)
		f.show(matching(found, begin))
		if err != nil {
			f.note.Set(upperFirst(err.Error()))
		}
	})
}

// read asks the disk, off the main goroutine.
func (f *fileSheet) read(ask func() ([]fileEntry, error), then func([]fileEntry, error)) {
	mainloop.Go(func() {
		found, err := ask()
		mainloop.Do(func() {
			if f.sheet.Open {
				then(found, err)
			}
		})
	})
}

func (f *fileSheet) show(found []fileEntry) {
	f.shown, f.active = found, -1
	text := plural(len(found), "entry", "entries")
	if n := len(f.query.extensions); n > 0 {
		text += " · " + strings.Join(f.query.extensions[:min(n, 8)], " ")
		if n > 8 {
			text += " …"
		}
	}
	f.note.Set(text + " · Tab completes, ↑ ↓ choose")
	f.empty.Set(f.nothing())
	f.list.ScrollToTop()
	f.list.Refresh()
}

// nothing is the text in the place of an empty list.
func (f *fileSheet) nothing() string {
	switch {
	case len(f.shown) > 0:
		return ""
	case f.reading:
		return "reading …"
	case len(f.all) > 0:
		return "No name here begins so."
	case f.query.folders:
		return "There is no folder in here."
	}
	return "There is no folder and no file of these kinds in here."
}

// showPlaces fills the column at the left.
func (f *fileSheet) showPlaces() {
	q, recent := f.query, f.dialogs.recent
	mainloop.Go(func() {
		places, r := filePlaces(), recent()
		recents := q.recent(append(r.Shapes, r.Sessions...))
		mainloop.Do(func() {
			if !f.sheet.Open {
				return
			}
			add := func(text, tip string, do func()) {
				f.places.Add(f.dialogs.widgets.NewControl(&widget.Control{Text: text, Kind: widget.Quiet, Small: true, Leading: true, Height: 26, MaxText: 116, Tip: tip, OnTap: do}))
			}
			if len(recents) > 0 {
				f.recents = recents
				add("Recent", "Files that were used last", f.showRecent)
			}
			for _, p := range places {
				add(p.name, p.folder, func() {
					f.enter(p.folder)
					f.dialogs.win.Canvas().Focus(f.path)
				})
			}
			f.places.Refresh()
		})
	})
}

func (f *fileSheet) showRecent() {
	f.turn++
	f.folder, f.all = "", nil // so that typing reads a folder again
	f.show(f.recents)
	f.dialogs.win.Canvas().Focus(f.path)
}

// press takes an entry into the path; it opens a folder, and chooses a file that is pressed twice.
func (f *fileSheet) press(i int) {
	if i < 0 || i >= len(f.shown) {
		return
	}
	e := f.shown[i]
	again := f.active == i && time.Since(f.tapped) < doubleFile
	f.active, f.tapped = i, time.Now()
	f.dialogs.win.Canvas().Focus(f.path)
	switch {
	case e.folder:
		f.enter(e.path)
	case again:
		f.finish(e.path)
	default:
		f.list.Refresh()
	}
}

// doubleFile is how soon a second press on a file counts as a double press.
const doubleFile = 600 * time.Millisecond

func (f *fileSheet) move(by int) {
	if len(f.shown) == 0 {
		return
	}
	f.active = min(max(f.active+by, 0), len(f.shown)-1)
	f.list.ScrollTo(f.active)
	f.list.Refresh()
}

// complete is the action of Tab.
func (f *fileSheet) complete() {
	_, begin := splitTyped(f.path.Text)
	if whole := completed(f.all, begin); whole != begin {
		f.write(f.path.Text[:len(f.path.Text)-len(begin)] + whole)
	}
}

// take is the action of Return: it opens a lit folder, and otherwise takes the lit file or the typed path.
func (f *fileSheet) take() {
	if f.active >= 0 && f.active < len(f.shown) && f.shown[f.active].folder {
		f.enter(f.shown[f.active].path)
		return
	}
	f.choose()
}

// choose takes the lit file, or the typed path, or, in a dialog for folders, the folder.
func (f *fileSheet) choose() {
	path, _ := filepath.Abs(expandHome(strings.TrimSpace(f.path.Text)))
	if f.active >= 0 && f.active < len(f.shown) && !f.shown[f.active].folder {
		path = f.shown[f.active].path
	}
	if len(f.shown) == 1 && !f.shown[0].folder && !f.query.folders { // the only entry that fits the typed text
		path = f.shown[0].path
	}
	f.finish(path)
}

// finish hands over a valid path.
func (f *fileSheet) finish(path string) {
	q := f.query
	mainloop.Go(func() {
		err := q.whyNot(path)
		folder := !q.folders && isFolder(path)
		mainloop.Do(func() {
			switch {
			case !f.sheet.Open:
			case err != nil:
				f.note.SetColored(upperFirst(err.Error()), widget.ColorCaution)
			case folder:
				f.enter(path)
			default:
				f.sheet.Close()
				f.dialogs.lastFolder = filepath.Dir(path)
				if q.folders {
					f.dialogs.lastFolder = path
				}
				f.then(path)
			}
		})
	})
}

// newFileRow is a row of the list: a ground, a name, a size and a time.
func newFileRow() fyne.CanvasObject {
	name := widget.NewLabel("", widget.TextBody, widget.ColorText)
	name.Flexible = true
	size, when := widget.NewLabel("", widget.TextSmall, widget.ColorSoft), widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	size.Align, when.Align = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	return container.NewStack(widget.NewBox("", "", 4), widget.Inset(container.New(widget.Row{Gap: 10, Shares: []float32{1}}, name,
		container.NewGridWrap(fyne.NewSize(76, 20), size), container.NewGridWrap(fyne.NewSize(126, 20), when)), 8, 1))
}

func (f *fileSheet) fill(i int, row *fyne.Container) {
	if i >= len(f.shown) {
		return
	}
	e := f.shown[i]
	ground := row.Objects[0].(*widget.Box)
	ground.Fill = ""
	if i == f.active {
		ground.Fill = widget.ColorHover
	}
	ground.Refresh()
	cells := row.Objects[1].(*fyne.Container).Objects[0].(*fyne.Container).Objects
	name := cells[0].(*widget.Label)
	size, when := cells[1].(*fyne.Container).Objects[0].(*widget.Label), cells[2].(*fyne.Container).Objects[0].(*widget.Label)
	if e.folder {
		name.SetColored(e.name+string(filepath.Separator), widget.ColorAccent)
		size.Set("")
	} else {
		name.SetColored(e.name, widget.ColorText)
		size.Set(number.Bytes(uint64(e.size)))
	}
	when.Set(e.when.Format("2006-01-02 15:04"))
}

// pathField is the line of the path: Tab completes, arrows walk along the list.
type pathField struct {
	widget.Field
	of *fileSheet
}

func newPathField(c fyne.Canvas, of *fileSheet) *pathField {
	p := &pathField{of: of}
	p.Init(c, p)
	return p
}

// AcceptsTab keeps Tab for completion.
func (p *pathField) AcceptsTab() bool { return true }

func (p *pathField) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyTab:
		p.of.complete()
	case fyne.KeyDown:
		p.of.move(1)
	case fyne.KeyUp:
		p.of.move(-1)
	case fyne.KeyPageDown:
		p.of.move(10)
	case fyne.KeyPageUp:
		p.of.move(-10)
	default:
		p.Field.TypedKey(e)
	}
}
