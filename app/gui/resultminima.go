package gui

import (
	"context"
	"image"
	"math"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/verdict"
)

// minimaPanel names the reasons against a doubted match with their mends, and shows the near-equal
// minima as pictures to choose from. Their table is behind a disclosure.
type minimaPanel struct {
	widgets *widget.Maker
	m       *model
	tasks   *tasks
	solving *solving
	views   *views

	thumbs *fyne.Container
	other  *widget.Paragraph // names another match that may be meant
	advice *widget.Paragraph
	mends  *mends
	place  *widget.Control // begins to place landmarks
	object *fyne.Container // of all parts but the table
	table  *fyne.Container
	of     *pipeline.Match
	// verdict is the verdict on the match, nil until it is worked out.
	verdict *verdict.Verdict
	shown   []*widget.Thumb
}

// mostThumbs is how many alternatives are shown as pictures.
const mostThumbs = 3

func newMinimaPanel(widgets *widget.Maker, m *model, tasks *tasks, solving *solving, views *views, markHand *markHand) *minimaPanel {
	p := &minimaPanel{widgets: widgets, m: m, tasks: tasks, solving: solving, views: views, thumbs: container.New(widget.Row{Gap: 6, Shares: []float32{1, 1, 1}}), table: container.New(widget.Column{})}
	p.other = widget.NewParagraph("", widget.ColorCaution)
	p.advice = widget.NewNote("", widget.ColorText)
	p.mends = newMends(widgets, solving)
	p.place = widgets.NewControl(&widget.Control{Text: "Place three landmarks", Height: 26, Small: true, Tip: withKey("Three pairs that you know tell the match which way round it goes", "marks.place"), OnTap: markHand.placeThree})
	p.object = container.New(widget.Column{Gap: 6}, p.other, p.advice, p.mends.object, p.thumbs, p.place)
	p.table.Hide()
	m.onMatch.On(p.show)
	m.onOptions.On(func(session.Options) { p.showMends() })
	p.show(m.match)
	return p
}

// toggle opens or closes the table.
func (p *minimaPanel) toggle() bool {
	widget.SetVisible(p.table, !p.table.Visible())
	return p.table.Visible()
}

// hideIfEmpty hides the panel where nothing of it shows: an empty panel would still keep a gap.
func (p *minimaPanel) hideIfEmpty() {
	widget.SetVisible(p.object, p.other.Visible() || p.advice.Visible() || p.thumbs.Visible() || p.place.Visible() || p.mends.object.Visible())
}

func (p *minimaPanel) show(m *pipeline.Match) {
	p.of, p.shown, p.verdict = m, nil, nil
	p.thumbs.RemoveAll()
	p.table.RemoveAll()
	p.thumbs.Hide()
	p.other.Hide()
	p.advice.Hide()
	p.place.Hide()
	p.showMends()
	if m == nil {
		p.table.Hide()
	} else {
		p.list(m)
	}
	p.hideIfEmpty()
	p.object.Refresh()
}

// judged takes the verdict on the shown match. It may come more than once.
func (p *minimaPanel) judged(m *pipeline.Match, v *verdict.Verdict) {
	if p.of != m {
		return
	}
	p.verdict = v
	p.other.Set(v.Other())
	widget.SetVisible(p.other, p.other.Text != "")
	p.advice.Set(strings.Join(adviceOf(m, v), "\n\n"))
	widget.SetVisible(p.advice, p.advice.Text != "")
	// Landmarks do not help the amortised matcher, nor shapes that have nothing in common.
	widget.SetVisible(p.place, v.Doubted() && !v.Strange && m.Result.Unfamiliar == "" && len(m.Marks.Pinned()) < anchor.LeastPins)
	p.showMends()
	if v.Doubted() && len(m.Result.Alternatives) > 1 {
		p.thumbs.RemoveAll()
		p.shown = nil
		names := minimumNames(m)
		for _, k := range thumbnails(m) {
			a := m.Result.Alternatives[k]
			brief := withShortAxis(names[k])
			t := p.widgets.NewThumb([]string{names[k], brief, strings.TrimSuffix(brief, " axis")}, "GW² "+loss(a.GW2), minimumTip(m, k), k == m.Chosen, func() { p.solving.choose(k) })
			p.thumbs.Add(t)
			p.shown = append(p.shown, t)
		}
		p.thumbs.Show()
		p.draw()
	}
	p.hideIfEmpty()
	p.object.Refresh()
}

// showMends offers a button for each reason against the match that a setting mends.
func (p *minimaPanel) showMends() {
	far, cracks := mendable(p.verdict)
	p.mends.show(p.m, far, cracks)
	p.hideIfEmpty()
}

// adviceOf are the reasons against a match that is doubted, each with its mend.
func adviceOf(m *pipeline.Match, v *verdict.Verdict) []string {
	if !v.Doubted() {
		return nil
	}
	said := v.Sentences()
	for k, r := range v.Reasons {
		if r.Input == "novelty" && m.Result.Unfamiliar != "" {
			said[k] = m.Result.Unfamiliar // it says which shape
		}
		said[k] = flags.ReplaceAllString(said[k], "")
	}
	return said
}

// flags are flags of the command line in brackets, which mean nothing in a window.
var flags = regexp.MustCompile(` \(--[^)]*\)`)

// thumbnails are the alternatives to show: the best, and the chosen alternative among them.
func thumbnails(m *pipeline.Match) []int {
	var out []int
	for k := range min(len(m.Result.Alternatives), mostThumbs) {
		out = append(out, k)
	}
	if m.Chosen >= len(out) {
		out[len(out)-1] = m.Chosen
	}
	return out
}

// minimumName names a minimum by its orientation, or, where a symmetry of a shape gives it, by this symmetry.
func minimumName(a solver.Alternative) string {
	if kind, _, _ := strings.Cut(a.Symmetry, ","); kind != "" {
		return upperFirst(kind)
	}
	return orientationName(a.Orientation)
}

// minimumNames are the names of all minima of a match. Minima of the same name are numbered, by score.
func minimumNames(m *pipeline.Match) []string {
	out := make([]string, len(m.Result.Alternatives))
	times, seen := map[string]int{}, map[string]int{}
	for k, a := range m.Result.Alternatives {
		out[k] = minimumName(a)
		times[out[k]]++
	}
	for k, name := range out {
		if seen[name]++; times[name] > 1 {
			out[k] = name + " " + count(seen[name])
		}
	}
	return out
}

// withShortAxis is a name of a minimum for places with little room: the axis without its article.
func withShortAxis(name string) string { return strings.Replace(name, " about the ", ", ", 1) }

// minimumTip tells of a minimum when the pointer rests on it.
func minimumTip(m *pipeline.Match, k int) string {
	a := m.Result.Alternatives[k]
	text := ordinal(k+1) + " by score"
	if k == 0 {
		text = "The solver’s choice"
	} else if d := a.Score - m.Result.Alternatives[0].Score; !math.IsNaN(d) {
		text += ", " + fixed(d, 2) + " behind the first"
	}
	if !math.IsNaN(a.Orientation) {
		text += " · keeps the orientation of " + percent(a.Orientation) + " of nearby triples"
	}
	if a.Symmetry != "" {
		text += " · " + a.Symmetry
	}
	if a.Match != nil {
		text += " · found by extremities"
	}
	return text
}

// minimumCells are the widths of the figures in the table, in units.
var minimumCells = []float32{64, 58, 44}

// list fills the table. The distortions take a moment and come later.
func (p *minimaPanel) list(m *pipeline.Match) {
	cells := func(values [3]string, color fyne.ThemeColorName, size float32) (out []fyne.CanvasObject, labels [3]*widget.Label) {
		for i, v := range values {
			l := widget.NewLabel(v, size, color).Trailing()
			labels[i] = l
			out = append(out, container.NewGridWrap(fyne.NewSize(minimumCells[i], 18), l))
		}
		return out, labels
	}
	head, _ := cells([3]string{"GW²", "Distortion", "Sense"}, widget.ColorSoft, widget.TextCaption)
	p.table.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1}}, append([]fyne.CanvasObject{widget.NewLabel("", widget.TextCaption, widget.ColorSoft)}, head...)...))
	var distortions []*widget.Label
	names := minimumNames(m)
	for k, a := range m.Result.Alternatives {
		sense := "–"
		if !math.IsNaN(a.Orientation) {
			sense = fixed(a.Orientation, 2)
		}
		figures, labels := cells([3]string{loss(a.GW2), "…", sense}, widget.ColorText, widget.TextSmall)
		distortions = append(distortions, labels[1])
		name := p.widgets.NewControl(&widget.Control{Text: withShortAxis(names[k]), Kind: widget.Quiet, Small: true, Leading: true, Height: 22, MaxText: 90,
			On: k == m.Chosen, Tip: minimumTip(m, k), OnTap: func() { p.solving.choose(k) }})
		p.table.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1}}, append([]fyne.CanvasObject{name}, figures...)...))
	}
	p.tasks.aside(func(ctx context.Context) func() {
		values := make([]float64, len(distortions))
		for k := range values {
			if ctx.Err() != nil {
				return nil
			}
			values[k] = m.DistortionOf(k)
		}
		return func() {
			for k, l := range distortions {
				l.Set(percent(values[k]))
			}
		}
	}, func() {
		for _, l := range distortions {
			l.Set("–")
		}
	})
}

// draw makes the pictures, off the screen, in the colours of the theme.
func (p *minimaPanel) draw() {
	m := p.of
	if p.views.draw == nil || len(p.shown) == 0 {
		return // a test without OpenGL
	}
	shown, which, cam, scale := p.shown, thumbnails(m), p.m.cameras[sideB], p.views.port.scale()
	back := widget.Color(widget.ColorControl)
	draw := p.views.draw
	p.tasks.aside(func(ctx context.Context) func() {
		stage := present.NewStage(m)
		pictures := make([]*image.RGBA, len(which))
		for i, k := range which {
			if ctx.Err() != nil {
				return nil
			}
			img, err := draw.Render(thumbFrame(stage.Alternative(k), cam, scale, gldraw.Background{Top: back, Bottom: back}))
			if err != nil {
				continue // the words under the picture say the same
			}
			pictures[i] = img
		}
		return func() {
			for i, img := range pictures {
				if img != nil {
					shown[i].SetPicture(img)
				}
			}
		}
	}, nil)
}

// thumbWidth is the width that pictures are drawn for; they are shown a little smaller.
const thumbWidth = 104

// thumbFrame is a small picture of a scene, seen from the direction of the large picture.
func thumbFrame(sc *scene.Scene, cam camera.Camera, scale float32, back gldraw.Background) gldraw.Frame {
	w, h := int(thumbWidth*scale), int(widget.ThumbPicture*scale)
	cam = cam.Fit(camera.PointsOf(sc), float64(w), float64(h), camera.Margins{Side: 4, Top: 4, Bottom: 4})
	return gldraw.Frame{Width: w, Height: h, Scale: scale, Fill: back.Top, Quality: gldraw.Best,
		Panes: []gldraw.Pane{{Rect: image.Rect(0, 0, w, h), Scene: sc, Camera: cam, Background: back}}}
}
