package gui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/portal"
	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// dialogs asks a person and tells of errors.
type dialogs struct {
	app     fyne.App
	win     fyne.Window
	widgets *widget.Maker

	recent     func() session.Recent // the files that were used last
	native     func() bool           // whether a person wants the desktop's dialogs
	asking     bool                  // a dialog is open
	lastFolder string                // of the last file that was chosen or opened
}

// fail tells of an error and what to do about it, with a button to copy the error.
func (dl *dialogs) fail(title string, err error) {
	body := container.New(widget.Column{Gap: 8}, widget.NewParagraph(upperFirst(strings.TrimSpace(err.Error())), widget.ColorText), widget.NewParagraph(advice(err), widget.ColorSoft))
	dl.widgets.NewSheet(dl.win.Canvas(), title, "", body, 520,
		dl.copyButton(func() string { return title + ": " + reportOf(err) }), widget.Button{Text: "Close"})
}

// copyButton is a button that copies a text.
func (dl *dialogs) copyButton(text func() string) widget.Button {
	return widget.Button{Text: "Copy", Stay: true, Do: func() {
		dl.app.Clipboard().SetContent(text())
		dl.widgets.Tips.Announce("Copied")
	}}
}

// chooseFile asks for a file, first in the folder of the last file.
func (dl *dialogs) chooseFile(title string, extensions []string, then func(path string)) {
	dl.chooseFileIn("", title, extensions, then)
}

// chooseFileIn asks for a file, first in the given folder.
func (dl *dialogs) chooseFileIn(folder, title string, extensions []string, then func(path string)) {
	dl.choosePath(folder, title, fileQuery{extensions: extensions}, then)
}

// chooseFolder asks for a folder, beginning with a given folder.
func (dl *dialogs) chooseFolder(title, folder string, then func(path string)) {
	dl.choosePath(expandHome(folder), title, fileQuery{folders: true}, then)
}

// choosePath asks in the desktop's own dialog where there is one and the person wants it, and in ours
// otherwise.
func (dl *dialogs) choosePath(folder, title string, q fileQuery, then func(path string)) {
	folder = dl.beginning(folder)
	if dl.asking {
		return // the desktop's dialog is open
	}
	if !dl.native() || !portal.Possible() {
		dl.showFiles(title, folder, q, then)
		return
	}
	dl.asking = true
	parent := dl.handle()
	mainloop.Go(func() {
		path, err := portal.Choose(context.Background(), portal.Query{Parent: parent, Title: title, Folder: folder, Extensions: q.extensions, Folders: q.folders})
		mainloop.Do(func() {
			dl.asking = false
			switch {
			case errors.Is(err, portal.ErrNone):
				dl.showFiles(title, folder, q, then)
			case err != nil:
				dl.fail("This file cannot be opened", err)
			case path != "":
				dl.lastFolder = filepath.Dir(path)
				then(path)
			}
		})
	})
}

// beginning is the folder where a dialog begins: the wanted folder, or its nearest parent that exists, else
// the folder of the last choice, else the home folder.
func (dl *dialogs) beginning(folder string) string {
	home, _ := os.UserHomeDir()
	if folder != "" && !filepath.IsAbs(folder) {
		folder, _ = filepath.Abs(folder)
	}
	for _, f := range []string{folder, dl.lastFolder, home} {
		for root := ""; f != root && f != ""; root, f = f, filepath.Dir(f) {
			if info, err := os.Stat(f); err == nil && info.IsDir() && filepath.Dir(f) != f {
				return f
			}
		}
	}
	return string(filepath.Separator)
}

// handle is the desktop's name of the window, so that the desktop's dialog stands before the window; "" where
// the name is not known.
func (dl *dialogs) handle() (name string) {
	if w, ok := dl.win.(driver.NativeWindow); ok {
		w.RunNative(func(context any) {
			if x, ok := context.(driver.X11WindowContext); ok {
				name = fmt.Sprintf("x11:%x", x.WindowHandle)
			}
		})
	}
	return name
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
