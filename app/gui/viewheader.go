package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/render/camera"
	"gwscope/render/colormap"
)

// paneHeader lies over a pane. It has the shape's name and size, the report, tools, and a caption at the foot.
// Without a shape it offers ways to open one.
type paneHeader struct {
	side    side
	title   *widget.Label
	stats   *widget.Label
	report  *widget.Control
	tools   []*widget.Control
	seat    *widget.Control // turns B onto A; nil for A
	caption *widget.Label
	foot    *widget.Label // the shares of the shape that mask and brush leave
	legend  *legend
	empty   *fyne.Container
	waiting *widget.Label
	veil    *widget.Box    // over a picture of something else
	backs   [5]*widget.Box // behind title, caption, foot, legend and the words of waiting
	objects *fyne.Container

	shown headerState
	drawn bool
	// wasRead says that the pane was dimmed because its file was read: it stays so until the picture is there, or it would
	// flash the shape of before.
	wasRead bool
	large   bool // for a presentation
	plain   bool // for a window, with all tools
	// beside is the header of the other pane. Side by side, both have the same tools, and the lines at their feet
	// stand at one height.
	beside *paneHeader
}

// headerActions are the actions of a pane's tools.
type headerActions struct {
	tool         func(icon, id string) *widget.Control // the button of a command
	seat         *widget.Control
	report, open func(side)
	choose       func(side, fyne.CanvasObject)
}

func newPaneHeader(k *widget.Maker, s side, act headerActions) *paneHeader {
	h := &paneHeader{side: s}
	h.title = widget.NewLabel("", widget.TextTitle, widget.ColorViewText).Strong().Flex()
	h.stats = widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Flex()
	h.report = k.NewControl(&widget.Control{Icon: "info", Kind: widget.Quiet, Height: 20, Tip: "Content of the file, and its oddities", OnTap: func() { act.report(s) }})
	h.tools = []*widget.Control{
		act.tool("link", "camera.link"),
		act.tool("edges", "scene.edges"),
		act.tool("shading", "scene.flat"),
		act.tool("maximise", [2]string{"view.a", "view.b"}[s]),
	}
	if s == sideB && act.seat != nil {
		h.seat = act.seat
		h.tools = append([]*widget.Control{h.seat}, h.tools...)
	}
	h.caption = widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Trailing()
	h.foot = widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Flex()
	h.legend = newLegend(k.Tips)
	h.waiting = widget.NewLabel("", widget.TextBody, widget.ColorViewSoft).Centred().Strong()
	h.veil = widget.NewBox(widget.ColorViewVeil, "", widget.RadiusPanel)
	h.veil.Hide()

	what := widget.NewLabel("Shape "+s.String()+" goes here", 15, widget.ColorViewText).Centred().Strong()
	how := widget.NewLabel("Drop a mesh or a point cloud on this view,", widget.TextBody, widget.ColorViewSoft).Centred()
	how2 := widget.NewLabel("open a file, or take one of the built-in shapes.", widget.TextBody, widget.ColorViewSoft).Centred()
	open := k.Push("Open file…", widget.Primary, withKey("A mesh or a point cloud", openCommands[s]), func() { act.open(s) })
	var choose *widget.Control
	choose = k.NewControl(&widget.Control{Text: "Built-in shapes", Trailing: "down", Tip: "Animals, people, toys and objects that come with the program", OnTap: func() { act.choose(s, choose) }})
	h.empty = container.New(widget.Column{Gap: 8}, what, container.New(widget.Column{Gap: 2}, how, how2), widget.Inset(container.NewCenter(container.New(widget.Row{Gap: 8}, open, choose)), 0, 4))
	h.empty.Hide()

	objects := []fyne.CanvasObject{h.veil}
	for k := range h.backs {
		h.backs[k] = widget.NewBox(widget.ColorViewBack, "", 6)
		objects = append(objects, h.backs[k])
	}
	objects = append(objects, h.title, h.stats, h.report, h.caption, h.foot, h.legend, h.waiting, h.empty)
	for _, t := range h.tools {
		objects = append(objects, t)
	}
	h.objects = container.New(h, objects...)
	return h
}

var _ fyne.Layout = (*paneHeader)(nil)

// Widths of the switch that turns B onto A: at most, and without its words, with the gap beside it.
const (
	seatWidth   float32 = 94
	seatCompact float32 = 34
	seatHeight  float32 = 22
)

// footGap parts the words at the foot of a pane from the key to the colours.
const footGap float32 = 16

func (h *paneHeader) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 160) }

func (h *paneHeader) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	h.veil.Resize(size)
	roomy := h.plain && !h.tight(size.Width) && (!h.paired() || !h.beside.tight(size.Width))
	for _, t := range h.shading() {
		widget.SetVisible(t, roomy)
	}
	x := size.Width - 10
	for i := len(h.tools) - 1; i >= 0; i-- {
		t := h.tools[i]
		if !t.Visible() || t == h.seat {
			continue
		}
		m := t.MinSize()
		x -= m.Width
		widget.Place(t, fyne.NewPos(x, 10), m)
		x -= 6
	}
	room := x - 6 - 12
	if h.seat != nil && h.seat.Visible() {
		room -= seatCompact
	}
	place := func(l *widget.Label, y, w float32) {
		m := l.MinSize()
		widget.Place(l, fyne.NewPos(12, y), fyne.NewSize(w, m.Height))
	}
	place(h.title, 9, room)
	full := fyne.MeasureText(h.stats.Text, h.stats.TextSize, h.stats.Style()).Width
	y := float32(27)
	if h.large {
		y = 9 + h.title.MinSize().Height
	}
	if full > room-24 && !h.large { // too narrow beside the tools: below them
		y, room = 43, size.Width-24
	}
	w := fyne.Min(full, room-24)
	place(h.stats, y, w)
	if h.seat != nil { // it stands beside the tools; in a narrow pane it shows its icon only
		narrow := y > 40 || 12+fyne.Max(h.title.Width(h.title.Text), full+24)+12 > x-seatWidth
		h.seat.Height = map[bool]float32{false: seatHeight, true: widget.ControlHeight}[narrow]
		h.seat.SetCompact(narrow)
		m := h.seat.MinSize()
		widget.Place(h.seat, fyne.NewPos(x-m.Width, 10+(widget.ControlHeight-m.Height)/2), m)
	}
	widget.Place(h.report, fyne.NewPos(12+w+4, y-2), h.report.MinSize())

	foot := h.caption.MinSize()
	widget.Place(h.caption, fyne.NewPos(12, size.Height-foot.Height-10), fyne.NewSize(size.Width-24, foot.Height))
	lw, lm := h.legendWidth(size.Width), h.legend.MinSize()
	widget.Place(h.legend, fyne.NewPos(size.Width-lw-12, size.Height-lm.Height-8), fyne.NewSize(lw, lm.Height))
	// The line about the shape stands beside the key to the colours, or above it.
	rise, free := h.footRise(size.Width), size.Width-24
	if h.paired() {
		rise = fyne.Max(rise, h.beside.footRise(size.Width))
	}
	if key, _ := h.keySize(size.Width); rise == 0 && key > 0 {
		free -= key + footGap
	}
	widget.Place(h.foot, h.caption.Position().SubtractXY(0, rise+h.shown.key.lift), fyne.NewSize(free, foot.Height))

	wm := h.waiting.MinSize()
	widget.Place(h.waiting, fyne.NewPos(0, (size.Height-wm.Height)/2), fyne.NewSize(size.Width, wm.Height))
	h.layBacks()

	em := h.empty.MinSize()
	widget.Place(h.empty, fyne.NewPos((size.Width-em.Width)/2, (size.Height-em.Height)/2), em)
}

// paired reports whether both panes are seen side by side.
func (h *paneHeader) paired() bool {
	return h.beside != nil && h.beside.objects.Visible() && h.objects.Visible()
}

// shading are the tools that the panel Scene has as well.
func (h *paneHeader) shading() []*widget.Control { return h.tools[len(h.tools)-3 : len(h.tools)-1] }

// tight reports whether the name of the shape has no room beside all tools.
func (h *paneHeader) tight(width float32) bool {
	tools := float32(10)
	for _, t := range h.tools {
		if t != h.seat {
			tools += t.MinSize().Width + 6
		}
	}
	if h.seat != nil && h.seat.Visible() {
		tools += seatCompact
	}
	return h.title.Width(h.title.Text) > width-tools-18
}

func (h *paneHeader) legendWidth(width float32) float32 {
	wide := float32(220)
	if h.large {
		wide *= presentScale
	}
	return fyne.Min(wide, width-24)
}

// keySize is the width of the key to the colours in a pane of a width, and its height above the line of
// captions; 0 where there is no key.
func (h *paneHeader) keySize(width float32) (wide, above float32) {
	line := h.caption.MinSize().Height
	switch {
	case h.legend.Visible():
		return h.legendWidth(width), h.legend.MinSize().Height - line - 2
	case h.caption.Text != "":
		return h.caption.Width(h.caption.Text), 0
	}
	return 0, 0
}

// footRise is the height of the words at the foot above the line of captions. It is 0 where they have room beside
// the key to the colours.
func (h *paneHeader) footRise(width float32) float32 {
	key, above := h.keySize(width)
	if h.foot.Text == "" || key == 0 || h.foot.Width(h.foot.Text) <= width-24-key-footGap {
		return 0
	}
	return above + h.caption.MinSize().Height + 4
}

// setLarge makes the words large, or as they are in a window; size gives their size.
func (h *paneHeader) setLarge(on bool, size func(float32) float32) {
	h.large, h.drawn = on, false
	h.title.TextSize = size(widget.TextTitle)
	for _, l := range []*widget.Label{h.stats, h.caption, h.foot} {
		l.TextSize = size(widget.TextSmall)
	}
	h.waiting.TextSize = size(widget.TextBody)
	h.legend.setLarge(size)
	for _, l := range []*widget.Label{h.title, h.stats, h.caption, h.foot, h.waiting} {
		l.Refresh()
	}
}

// layBacks puts a ground behind words, so that they can be read over a mesh.
func (h *paneHeader) layBacks() {
	const around = 5
	lay := func(b *widget.Box, shown bool, pos fyne.Position, size fyne.Size) {
		widget.SetVisible(b, shown)
		widget.Place(b, pos.SubtractXY(around, around-2), size.AddWidthHeight(2*around, 2*around-4))
	}
	written := func(l *widget.Label) float32 { return fyne.Min(l.Width(l.Text), l.Size().Width) }
	wide := fyne.Max(written(h.title), written(h.stats))
	if h.report.Visible() {
		wide = fyne.Max(wide, h.report.Position().X+h.report.Size().Width-h.title.Position().X)
	}
	lay(h.backs[0], h.title.Text != "" && !h.empty.Visible(), h.title.Position(), fyne.NewSize(wide, h.stats.Position().Y+h.stats.Size().Height-h.title.Position().Y))
	at, size := h.caption.Position(), h.caption.Size()
	lay(h.backs[1], h.caption.Text != "", at.AddXY(size.Width-written(h.caption), 0), fyne.NewSize(written(h.caption), size.Height))
	lay(h.backs[2], h.foot.Text != "", h.foot.Position(), fyne.NewSize(written(h.foot), h.foot.Size().Height))
	lay(h.backs[3], h.legend.Visible(), h.legend.Position(), h.legend.Size())
	at, size = h.waiting.Position(), h.waiting.Size()
	lay(h.backs[4], h.waiting.Text != "", at.AddXY((size.Width-written(h.waiting))/2, 0), fyne.NewSize(written(h.waiting), size.Height))
}

// paneKey explains the colours at the foot of a pane: a colour bar or a caption.
type paneKey struct {
	foot    string  // the shares that mask and brush leave
	lift    float32 // lift of the foot over the scale bar or the cross of axes in the same corner
	bar     *colormap.Scale
	caption string
}

// headerState is the content of a header. A header with an equal state is not written again: pictures come many
// times a second.
type headerState struct {
	shape, other *pipeline.Shape
	loading, way string
	key          paneKey
	drawing      bool
	up           camera.Axis
}

// show writes the header of a pane: its shape, or the name of the file being read, or, where way is not empty,
// how far A is on its way to the other shape. drawing tells that the picture is still of earlier shapes.
func (h *paneHeader) show(shape, other *pipeline.Shape, loading, way string, key paneKey, drawing bool, up camera.Axis) (changed bool) {
	now := headerState{shape, other, loading, way, key, drawing, up}
	if h.shown == now && h.drawn {
		return false
	}
	h.shown, h.drawn = now, true
	widget.SetVisible(h.empty, shape == nil && loading == "")
	widget.SetVisible(h.report, shape != nil && way == "" && !h.large)
	title, stats := h.side.String(), ""
	switch {
	case way != "":
		title, stats = "A → B  "+shape.Mesh.Name+" → "+other.Mesh.Name, way
	case shape != nil:
		title, stats = h.side.String()+"  "+shape.Mesh.Name, shapeStats(&shape.Report)
		if up == camera.UpZ {
			stats += " · z up"
		}
	case loading == "":
		stats = "no shape yet"
	}
	h.title.Set(title)
	h.stats.Set(stats)
	h.report.Icon, h.report.Tint = "info", ""
	if shape != nil && len(shape.Report.Troubles()) > 0 {
		h.report.Icon, h.report.Tint = "warn", widget.ColorCaution
	}
	h.report.Refresh()
	h.waiting.Set("")
	switch {
	case loading != "":
		h.waiting.Set("reading " + loading + " …")
	case drawing:
		h.waiting.Set("drawing …")
	}
	widget.SetVisible(h.veil, shape != nil && (drawing || loading != ""))
	h.caption.Set(key.caption)
	h.foot.Set(key.foot)
	h.legend.set(key.bar)
	h.objects.Refresh()
	return true
}

// shapeStats is "4,998 vertices · 9,992 triangles · closed".
func shapeStats(r *mesh.Report) string {
	if r.PointCloud {
		return plural(r.Vertices, "point", "points") + " · point cloud"
	}
	out := plural(r.Vertices, "vertex", "vertices")
	if r.Polygons > 0 {
		out += " · " + plural(r.Faces, "face", "faces")
	} else {
		out += " · " + plural(r.Triangles, "triangle", "triangles")
	}
	t := r.Surface()
	switch {
	case t.NonManifoldEdges > 0:
		out += " · non-manifold"
	case t.Components > 1:
		out += " · " + plural(t.Components, "piece", "pieces")
	case t.Closed:
		out += " · closed"
	default:
		out += " · open"
	}
	return out
}
