package gui

import (
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// asked takes a line that a person has filled in, and calls over once: with nil, which closes the sheet, or
// with the reason why the line cannot be taken. The call may come later.
type asked func(line string, over func(error))

// atOnce makes an asked from a function that answers at once.
func atOnce(take func(line string) error) asked {
	return func(line string, over func(error)) { over(take(line)) }
}

// ask is a sheet with a line to fill in. A line that is refused stays there to be mended, with the reason
// below it.
func (dl *dialogs) ask(title, hint, text, button string, take asked) {
	e := widget.NewField(dl.win.Canvas())
	e.SetText(text)
	note := widget.NewLabel(hint, widget.TextSmall, widget.ColorSoft)
	note.Flexible = true
	why := widget.NewParagraph("", widget.ColorCaution)
	why.TextSize = widget.TextSmall
	why.Hide()
	var sh *widget.Sheet
	busy := false
	submit := func() {
		if busy {
			return
		}
		busy = true
		said := false
		take(strings.TrimSpace(e.Text), func(err error) {
			if said {
				return
			}
			said, busy = true, false
			switch {
			case err == nil:
				sh.Close()
				return
			case !sh.Open: // a person has closed the sheet meanwhile
				dl.fail(title, err)
				return
			}
			note.Set(hint)
			why.Set(reason(err))
			why.Show()
			sh.Refresh()
			dl.win.Canvas().Focus(e)
		})
		if busy { // the answer takes a while
			why.Hide()
			note.Set("reading …")
			sh.Refresh()
		}
	}
	e.OnSubmitted = func(string) { submit() }
	sh = dl.widgets.NewSheet(dl.win.Canvas(), title, "", container.New(widget.Column{Gap: 6}, e, note, why), 520,
		widget.Button{Text: "Cancel"}, widget.Button{Text: button, Stay: true, Do: submit})
	dl.win.Canvas().Focus(e)
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// reason is an error with its mend, in sentences.
func reason(err error) string {
	said := upperFirst(strings.TrimSpace(err.Error()))
	if !strings.HasSuffix(said, ".") {
		said += "."
	}
	if more := advice(err); more != nothingLost { // a person sees that the line is still there
		said += " " + more
	}
	return said
}

// errEmpty refuses an empty line.
var errEmpty = errors.New("nothing is written here")
