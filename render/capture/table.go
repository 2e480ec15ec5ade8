package capture

import (
	"image"
	"image/color"
	"strings"
)

// Table is figures below the shapes of a [Figure].
type Table struct {
	Columns []TableColumn
	Rows    []TableRow
}

// TableColumn is the head of a column. Words starts at the left; figures end at the right.
type TableColumn struct {
	Title string
	Words bool
}

// TableRow has a cell for each column. Remark, if not empty, stands in place of all
// cells but the first.
type TableRow struct {
	Cells  []string
	Remark string
	// Strong rows stand out.
	Strong bool
}

const (
	tableRow  = 21.0 // units
	tableHead = 25.0
	tableGap  = 22.0 // between columns
	tableName = 330  // other columns are left out until the first one has this room, or room for its words
)

// Units is the height of the table in units of the figure's scale.
func (t *Table) Units() float64 { return tableHead + tableRow*float64(len(t.Rows)) }

// draw writes the table into a box. The first column takes the room that the others leave;
// columns that do not fit are left out, the last ones first.
func (t *Table) draw(to ink, box image.Rectangle, scale float64, th Theme) error {
	text, err := newPen(to, false, 12.5*scale)
	if err != nil {
		return err
	}
	strong, err := newPen(to, true, 12.5*scale)
	if err != nil {
		return err
	}
	head, err := newPen(to, true, 11*scale)
	if err != nil {
		return err
	}
	widths := make([]float64, len(t.Columns))
	for k, c := range t.Columns {
		widths[k] = head.width(strings.ToUpper(c.Title))
		for _, r := range t.Rows {
			if k < len(r.Cells) && (r.Remark == "" || k == 0) {
				widths[k] = max(widths[k], text.width(r.Cells[k]), strong.width(r.Cells[k]))
			}
		}
	}
	columns, room := len(t.Columns), 0.0
	for ; columns > 0; columns-- {
		room = float64(box.Dx())
		for _, w := range widths[1:max(columns, 1)] {
			room -= w + tableGap*scale
		}
		if columns == 1 || room >= min(widths[0], tableName*scale) {
			break
		}
	}
	if columns == 0 {
		return nil
	}
	name := min(widths[0], room) // wider than its words, the first column would part words and figures
	widths[0] = name
	if columns > 1 {
		// The room that is left spreads the figures.
		spare := (room - name) / float64(columns-1)
		spare = min(spare, 40*scale)
		for k := 1; k < columns; k++ {
			widths[k] += spare
		}
	}
	line := func(y float64, c color.NRGBA) {
		r := image.Rect(box.Min.X, int(y), box.Max.X, int(y)+max(1, int(scale+0.5)))
		to.fill(r.Intersect(box), c)
	}
	cell := func(p *pen, s string, k int, x, baseline float64, c color.NRGBA) {
		s = p.fit(s, widths[k])
		if !t.Columns[k].Words {
			x += widths[k] - p.width(s)
		}
		p.write(s, x, baseline, c)
	}
	left := func(k int) float64 {
		x := float64(box.Min.X)
		for i := range k {
			x += widths[i] + tableGap*scale
		}
		return x
	}
	y := float64(box.Min.Y)
	for k := range columns {
		cell(head, strings.ToUpper(t.Columns[k].Title), k, left(k), y+(tableHead-9)*scale, th.Secondary)
	}
	y += (tableHead - 3) * scale
	line(y, color.NRGBA(th.Hairline))
	y += 3 * scale
	for _, r := range t.Rows {
		p := text
		if r.Strong {
			p = strong
		}
		baseline := y + (tableRow*scale+p.height)/2
		for k := range min(columns, len(r.Cells)) {
			c := th.Text
			if r.Remark != "" {
				c = th.Secondary
			}
			if k > 0 && r.Remark != "" {
				x := left(1)
				p.write(p.fit(r.Remark, float64(box.Max.X)-x), x, baseline, th.Secondary)
				break
			}
			cell(p, r.Cells[k], k, left(k), baseline, c)
		}
		y += tableRow * scale
	}
	return nil
}
