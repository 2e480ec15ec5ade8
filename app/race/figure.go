package race

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"strings"

	"gwscope/app/export"
	"gwscope/app/number"
	"gwscope/app/present"
	"gwscope/meshio"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// The names of the files that [Save] writes.
const (
	CSVFile      = "race.csv"
	MarkdownFile = "race.md"
	PictureFile  = "race.png"
)

// Caption is a result in one line below its picture: the line of [Judged], and the time.
func Caption(r *Row) string {
	text := Judged(r)
	if r.Method > 0 {
		text += " · " + clock(r, r.Method)
	}
	return text
}

// Judged is a line with the probability, the loss and the error of a result, as far as each is known.
func Judged(r *Row) string {
	text := "GW² " + number.Loss(r.GW2)
	if r.Probability == r.Probability { // known
		text = share(r.Probability) + " sure · " + text
	}
	if r.State == Stopped {
		text = "stopped · " + text
	}
	if r.DenseDirect == r.DenseDirect { // known
		text += " · error " + number.Fixed(r.DenseDirect, 3)
	}
	return text
}

// Reference is the index of the row whose match turns the target in the pictures of all rows:
// the row of least direct error, or of least GW² where the truth is unknown; -1 where there is
// no result. A bad match would lay the target on its back.
func Reference(rows []Row) int {
	best := -1
	less := func(i, j int) bool {
		if a, b := rows[i].DenseDirect, rows[j].DenseDirect; a == a && b == b {
			return a < b
		}
		return rows[i].GW2 < rows[j].GW2
	}
	for i := range rows {
		if rows[i].Result() && (best < 0 || less(i, best)) {
			best = i
		}
	}
	return best
}

// Stages prepares pictures of all rows with a result, nil for the others. The target is turned
// as in the reference.
func Stages(rows []Row) []*present.Stage {
	out := make([]*present.Stage, len(rows))
	ref := Reference(rows)
	if ref < 0 {
		return out
	}
	out[ref] = present.NewStage(rows[ref].Match)
	for i := range rows {
		if i != ref && rows[i].Result() {
			out[i] = present.NewStageLike(rows[i].Match, out[ref])
		}
	}
	return out
}

// Look are the settings of a race's picture.
type Look struct {
	Theme capture.Theme
	// Turned is a camera whose direction all views take; the zero value is three-quarter.
	Turned camera.Camera
	// Strong marks rows that stand out, by index; nil: none.
	Strong func(i int) bool
}

// Sizes of the picture in units; the figure has two pixels for each.
const (
	figureWidth = 1000.0
	figureGap   = 12.0
	figureFoot  = 44.0
	figureScale = 2
)

// gridColumns is the number of columns on which n panes leave the fewest places empty; of equal
// numbers the larger. It is four at most, because captions need their width.
func gridColumns(n int) int {
	if n <= 4 {
		return max(n, 1)
	}
	best, empty := 0, n
	for c := 3; c <= 4; c++ {
		if e := (c - n%c) % c; e <= empty {
			best, empty = c, e
		}
	}
	return best
}

// Figure is a picture of a race: the source, the target as each row colours it, and the
// table, in the order given.
func Figure(about About, rows []Row, look Look) *capture.Figure {
	view := present.NewView()
	view.Dark = look.Theme == capture.Dark
	view.Paint.ColorLone = true // the colours show how a method is wrong
	f := &capture.Figure{Theme: look.Theme, Scale: figureScale, Quality: gldraw.Best,
		Caption: about.title() + ". " + about.legend(rows)}
	for i, s := range Stages(rows) {
		if s == nil {
			continue
		}
		p := s.Picture(view)
		if len(f.Shapes) == 0 {
			f.Shapes = append(f.Shapes, capture.Shape{Scene: p.A, Title: about.A, Note: "the source of all colours"})
		}
		f.Shapes = append(f.Shapes, capture.Shape{Scene: p.B, Title: rows[i].Contestant.Short(), Note: Caption(&rows[i])})
	}
	f.Table = figureTable(rows, look.Strong)
	f.Columns = gridColumns(len(f.Shapes))
	height := figureGap + f.Table.Units() + figureGap + figureFoot + 8
	if n := len(f.Shapes); n > 0 {
		// Panes nearly as high as wide, but no pane fills the page.
		cell := min(figureWidth/float64(f.Columns), 340)
		height += float64((n+f.Columns-1)/f.Columns)*cell + figureGap
	}
	f.Width, f.Height = figureScale*figureWidth, int(figureScale*height)
	frame(f, look.Turned)
	return f
}

// plainSpaces replaces the narrow ones, for which the font of pictures has no sign.
var plainSpaces = strings.NewReplacer(number.NarrowSpace, " ")

func figureTable(rows []Row, strong func(int) bool) *capture.Table {
	t := &capture.Table{}
	columns := shown(rows)
	for _, c := range columns {
		t.Columns = append(t.Columns, capture.TableColumn{Title: c.Title, Words: c.Words})
	}
	for i := range rows {
		r := capture.TableRow{Strong: strong != nil && strong(i)}
		for _, c := range columns {
			r.Cells = append(r.Cells, plainSpaces.Replace(c.Text(&rows[i])))
		}
		if !rows[i].Result() {
			r.Remark = remark(&rows[i])
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// frame aims the camera of a figure so that no shape is cut off or lies under its two lines of
// text.
func frame(f *capture.Figure, from camera.Camera) {
	if len(f.Shapes) == 0 {
		return
	}
	if from == (camera.Camera{}) {
		from = camera.New().Look(camera.ThreeQuarter)
	}
	pane := f.Frame().Panes[0].Rect
	var points []scene.Vec
	for _, s := range f.Shapes[:2] { // all targets stand alike
		points = append(points, camera.PointsOf(s.Scene)...)
	}
	cam := from.Fit(points, float64(pane.Dx()), float64(pane.Dy()),
		camera.Margins{Side: 14 * f.Scale, Top: 52 * f.Scale, Bottom: 14 * f.Scale})
	f.Camera = &cam
}

// SavePicture draws the figure of a race into a PNG.
func SavePicture(ctx context.Context, path string, about About, rows []Row, look Look) error {
	return export.SaveFigure(ctx, path, Figure(about, rows, look))
}

// Save writes the table and the picture of a race into a directory, in the order of
// rows. If one file fails, the others are written all the same; the first error is returned.
func Save(ctx context.Context, dir string, about About, rows []Row, look Look) error {
	if err := export.PrepareDir(dir); err != nil {
		return err
	}
	return cmp.Or(
		meshio.WriteFile(filepath.Join(dir, CSVFile), func(w io.Writer) error { return WriteCSV(w, rows) }),
		meshio.WriteFile(filepath.Join(dir, MarkdownFile), func(w io.Writer) error { return WriteMarkdown(w, about, rows) }),
		SavePicture(ctx, filepath.Join(dir, PictureFile), about, rows, look),
	)
}
