package gui

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"gwscope/app/gui/widget"
)

// dialogs asks a person and tells of errors.
type dialogs struct {
	app     fyne.App
	win     fyne.Window
	widgets *widget.Maker

	fileDialog *dialog.FileDialog // open now, or nil
}

// fail tells of an error: what, why, and what to do, with a way to copy it.
func (dl *dialogs) fail(title string, err error) {
	body := container.New(widget.Column{Gap: 8}, widget.NewParagraph(upperFirst(strings.TrimSpace(err.Error())), widget.ColorText), widget.NewParagraph(advice(err), widget.ColorSoft))
	dl.widgets.NewSheet(dl.win.Canvas(), title, "", body, 520,
		widget.Button{Text: "Copy", Stay: true, Do: func() {
			dl.app.Clipboard().SetContent(title + ": " + reportOf(err))
			dl.widgets.Tips.Announce("Copied")
		}},
		widget.Button{Text: "Close"})
}

// chooseFile asks for a file, where the last one was found.
func (dl *dialogs) chooseFile(title string, extensions []string, then func(path string)) {
	dl.chooseFileIn("", title, extensions, then)
}

// chooseFileIn begins in a folder.
func (dl *dialogs) chooseFileIn(folder, title string, extensions []string, then func(path string)) {
	f := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		dl.fileDialog = nil
		if err != nil {
			dl.fail("This file cannot be opened", err)
			return
		}
		if r == nil {
			return // cancelled
		}
		path := r.URI().Path()
		r.Close() // the loader opens it itself, for some formats have several files
		then(path)
	}, dl.win)
	f.SetFilter(storage.NewExtensionFileFilter(extensions))
	if at, err := storage.ListerForURI(storage.NewFileURI(folder)); err == nil && folder != "" {
		f.SetLocation(at)
	}
	f.SetTitleText(title)
	dl.showFileDialog(f)
}

// showFileDialog shows Fyne's dialog at a useful size and remembers it, because
// it does not close on Escape by itself.
func (dl *dialogs) showFileDialog(f *dialog.FileDialog) {
	size := dl.win.Canvas().Size()
	f.Resize(fyne.NewSize(fyne.Min(900, size.Width-80), fyne.Min(620, size.Height-80)))
	dl.fileDialog = f
	f.SetOnClosed(func() { dl.fileDialog = nil })
	f.Show()
}

// ask is a sheet with one line to fill in.
func (dl *dialogs) ask(title, hint, text, button string, then func(string)) {
	e := widget.NewField(dl.win.Canvas())
	e.SetText(text)
	var sh *widget.Sheet
	take := func() {
		sh.Close()
		then(strings.TrimSpace(e.Text))
	}
	e.OnSubmitted = func(string) { take() }
	note := widget.NewLabel(hint, widget.TextSmall, widget.ColorSoft)
	note.Flexible = true
	sh = dl.widgets.NewSheet(dl.win.Canvas(), title, "", container.New(widget.Column{Gap: 6}, e, note), 520,
		widget.Button{Text: "Cancel"}, widget.Button{Text: button, Stay: true, Do: take})
	dl.win.Canvas().Focus(e)
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// expandHome replaces a leading ~ as a shell does.
func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != filepath.Separator {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return home + rest
}

const shortcutKeys float32 = 128
