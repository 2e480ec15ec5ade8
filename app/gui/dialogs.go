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
	"gwscope/app/session"
	"gwscope/app/version"
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

// showReport tells what a shape's file holds and what is odd about it.
func (l *loader) showReport(s side) {
	sh := l.m.shapes[s]
	if sh == nil {
		return
	}
	rows := container.New(widget.Column{Gap: 6})
	all, troubles := sh.Report.Sentences(), sh.Report.Troubles() // which come last among them
	for _, line := range all[:len(all)-len(troubles)] {
		rows.Add(widget.NewParagraph(line, widget.ColorText))
	}
	for _, line := range troubles {
		rows.Add(widget.NewParagraph("•  "+line, widget.ColorCaution))
	}
	if len(troubles) == 0 {
		rows.Add(widget.NewParagraph("Nothing odd was found.", widget.ColorGood))
	}
	ref := widget.NewLabel(sh.Ref, widget.TextSmall, widget.ColorSoft)
	ref.Flexible = true
	l.widgets.NewSheet(l.win.Canvas(), s.String()+"  "+sh.Mesh.Name, "", container.New(widget.Column{Gap: 10}, ref, rows), 560,
		widget.Button{Text: "Copy", Stay: true, Do: func() {
			l.app.Clipboard().SetContent(strings.Join(all, "\n"))
			l.widgets.Tips.Announce("Copied")
		}},
		widget.Button{Text: "Close"})
}

// open asks for a file for a side.
func (l *loader) open(s side) {
	l.dialogs.chooseFile("Shape "+s.String(), append([]string{session.Extension}, meshExtensions()...), func(path string) { l.load(s, path) })
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

// openPath asks for a path or the name of an embedded shape.
func (l *loader) openPath(s side) {
	text := ""
	if sh := l.m.shapes[s]; sh != nil {
		text = sh.Ref
	}
	l.dialogs.ask("Open shape "+s.String(), "A path, or a built-in shape such as sample:horse/2", text, "Open", func(ref string) {
		if ref == "" {
			return
		}
		l.load(s, expandHome(ref))
	})
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

// askNumber asks for a number that the menu does not offer.
func (s *solving) askNumber(opt *session.Option) {
	s.dialogs.ask(opt.Label, upperFirst(opt.Help)+": "+opt.Range(), opt.Get(&s.m.options), "Set", func(text string) {
		s.setOption(opt, text)
	})
}

// showHelp lists the mouse and the keys.
func (d *desk) showHelp() {
	var columns []fyne.CanvasObject
	for _, part := range helpColumns() {
		col := container.New(widget.Column{Gap: 4})
		for _, s := range part {
			if s.heading {
				col.Add(widget.Inset(widget.NewCaption(s.does), 0, 4))
				continue
			}
			col.Add(container.New(shortcutRow{}, widget.NewLabel(s.keys, widget.TextSmall, widget.ColorText), widget.NewLabel(s.does, widget.TextSmall, widget.ColorSoft)))
		}
		columns = append(columns, col)
	}
	d.widgets.NewSheet(d.win.Canvas(), "Mouse and keys", "", container.New(topRow{32}, columns...), 760, widget.Button{Text: "Close"})
}

// shortcutRow has the keys in a column of their own.
type shortcutRow struct{}

const shortcutKeys float32 = 128

func (shortcutRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[1].MinSize()
	return fyne.NewSize(shortcutKeys+m.Width, m.Height)
}

func (shortcutRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(shortcutKeys, size.Height))
	o[1].Move(fyne.NewPos(shortcutKeys, 0))
	o[1].Resize(fyne.NewSize(size.Width-shortcutKeys, size.Height))
}

// topRow lays columns of equal width side by side, aligned at the top.
type topRow struct{ gap float32 }

func (t topRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		s.Width += m.Width + t.gap
		s.Height = fyne.Max(s.Height, m.Height)
	}
	return s
}

func (t topRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := (size.Width - t.gap*float32(len(objects)-1)) / float32(len(objects))
	for i, o := range objects {
		o.Move(fyne.NewPos(float32(i)*(w+t.gap), 0))
		o.Resize(fyne.NewSize(w, size.Height))
	}
}

// showAbout tells what this is.
func (d *desk) showAbout() {
	d.widgets.NewSheet(d.win.Canvas(), "GWScope "+version.String(), "", container.New(widget.Column{Gap: 8},
		widget.NewParagraph("Computes Gromov-Wasserstein correspondences between two shapes with min-GSGW, shows whether they can be trusted, and exports them.", widget.ColorText),
		widget.NewParagraph("Shahbazi, Liu, He, Kolouri: min Generalized Sliced Gromov Wasserstein (arXiv 2605.13753). "+d.views.draw.info()+".", widget.ColorSoft)), 520,
		widget.Button{Text: "Close"})
}
