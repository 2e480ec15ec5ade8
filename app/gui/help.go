package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/version"
)

// showHelp lists the mouse and the keys.
func (d *desk) showHelp() {
	var columns []fyne.CanvasObject
	for _, part := range helpColumns() {
		col := container.New(widget.Column{Gap: 1})
		for _, s := range part {
			if s.heading {
				col.Add(widget.Inset(widget.NewCaption(s.does), 0, 4))
				continue
			}
			keys := widget.NewLabel(s.keys, widget.TextSmall, widget.ColorText)
			col.Add(container.New(widget.Row{Shares: []float32{0, 1}}, container.NewGridWrap(fyne.NewSize(shortcutKeys, keys.MinSize().Height), keys),
				widget.NewLabel(s.does, widget.TextSmall, widget.ColorSoft)))
		}
		columns = append(columns, col)
	}
	d.widgets.NewSheet(d.win.Canvas(), "Mouse and keys", "", container.New(topRow{32}, columns...), 760, widget.Button{Text: "Close"})
}

// shortcutKeys is the width of the column of keys.
const shortcutKeys float32 = 128

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

// showAbout tells name, version and licence.
func (d *desk) showAbout() {
	d.widgets.NewSheet(d.win.Canvas(), "GWScope "+version.String(), "", container.New(widget.Column{Gap: 8},
		widget.NewParagraph("Computes Gromov-Wasserstein correspondences between two shapes with min-GSGW, shows whether they can be trusted, and exports them.", widget.ColorText),
		widget.NewParagraph("Shahbazi, Liu, He, Kolouri: min Generalized Sliced Gromov Wasserstein (arXiv 2605.13753). "+d.views.draw.Info()+".", widget.ColorSoft)), 520,
		widget.Button{Text: "Close"})
}
