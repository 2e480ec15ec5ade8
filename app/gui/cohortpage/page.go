package cohortpage

import (
	"context"
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/render/gldraw"
)

// Settings are the parts and functions of the window that the page needs.
type Settings struct {
	Widgets *widget.Maker
	Window  fyne.Window
	// Background runs work off the main goroutine, and then the function from work on the main goroutine. Where a
	// mistake of ours ends the work, undo resets the parts that the page shows as busy.
	Background func(work func() func(), undo ...func())
	// Draw draws a picture; any goroutine may call it. nil: there is no OpenGL.
	Draw func(gldraw.Frame) (*image.RGBA, error)
	// Open opens a pair in the views.
	Open func(e cohort.Entry)
	// Changed is called when something about the cohort is new.
	Changed func()
	Fail    func(title string, err error)
	Say     func(text string)
	// Tip is the tooltip of a command's button, by the command's name.
	Tip func(command string) string
}

// Page shows one cohort. It belongs to the main goroutine.
type Page struct {
	s         Settings
	Object    *fyne.Container
	Decisions *Decisions

	now      *cohort.Look // nil: no cohort is open
	title    string
	filter   filter
	rows     []int           // of now.Entries, as they are shown
	walk     []cohort.Entry  // the order in which pairs are opened one after another; nil: the order of rows
	chosen   map[string]bool // specimens, by name
	looking  *looking        // nil: nobody looks
	merged   *cohort.Merged  // nil: nothing is merged, or it is being read
	mergedAt time.Time
	run      *job // work under way, nil where there is none

	head      *head
	specimens *specimens
	pictures  *pictures
	plots     *plots
	mean      *mean
}

// New builds a page without a cohort.
func New(s Settings) *Page {
	p := &Page{s: s, chosen: map[string]bool{}}
	p.Decisions = &Decisions{p: p}
	p.pictures = newPictures(p)
	p.head = newHead(p)
	p.specimens = newSpecimens(p)
	p.plots = newPlots(p)
	p.mean = newMean(p)
	p.Object = container.New(pageLayout{p}, p.head.object, p.specimens.object, p.plots.object, p.mean.object)
	p.Object.Hide()
	return p
}

// pageLayout is the head over the grid at the left and the statistics at the right.
type pageLayout struct{ p *Page }

// Widths of the column of statistics, and its share of wide pages.
const (
	leastSide, mostSide float32 = 336, 520
	sideShare           float32 = 0.32
)

func (pageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (l pageLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	head, grid, plots, mean := o[0], o[1], o[2], o[3]
	h := head.MinSize().Height
	head.Resize(fyne.NewSize(size.Width, h))
	y := h + widget.Gap
	side := fyne.Max(leastSide, fyne.Min(mostSide, sideShare*size.Width))
	left := size.Width - side - widget.Gap
	grid.Move(fyne.NewPos(0, y))
	grid.Resize(fyne.NewSize(left, size.Height-y))
	below := size.Height - y - widget.Gap
	least := mean.MinSize().Height
	upper := fyne.Max(160, fyne.Min(below*0.46, below-least))
	plots.Move(fyne.NewPos(left+widget.Gap, y))
	plots.Resize(fyne.NewSize(side, upper))
	mean.Move(fyne.NewPos(left+widget.Gap, y+upper+widget.Gap))
	mean.Resize(fyne.NewSize(side, below-upper))
}

// Cohort is the cohort that is open, nil where none is.
func (p *Page) Cohort() *cohort.Cohort {
	if p.now == nil {
		return nil
	}
	return p.now.Cohort
}

// Open shows a cohort in place of the cohort before.
func (p *Page) Open(c *cohort.Cohort) {
	p.Close()
	p.title = c.Title
	p.pictures.of(c)
	p.head.wait()
	p.looking = p.look(c)
}

// Close lets go of the cohort. Work under way stops; its results so far stay.
func (p *Page) Close() {
	if p.looking != nil {
		p.looking.end()
		p.looking = nil
	}
	p.stop()
	p.run = nil
	p.walk = nil
	p.now, p.rows, p.merged, p.mergedAt = nil, nil, nil, time.Time{}
	p.chosen, p.filter = map[string]bool{}, filter{}
	p.Decisions.steps, p.Decisions.at = nil, 0
	p.pictures.of(nil)
	p.specimens.show()
	p.plots.show()
	p.mean.reset()
}

// Opened reports whether a cohort is open, or being read.
func (p *Page) Opened() bool { return p.looking != nil }

// Chosen is how many specimens are chosen.
func (p *Page) Chosen() int { return len(p.chosen) }

// Show shows or hides the page.
func (p *Page) Show(on bool) {
	widget.SetVisible(p.Object, on)
	if on {
		p.walk = nil
		p.Object.Refresh()
		p.focus()
		p.lookNow()
	}
}

// Visible reports whether the page is shown.
func (p *Page) Visible() bool { return p.Object.Visible() }

// focus gives the keys to the grid.
func (p *Page) focus() { p.s.Window.Canvas().Focus(p.specimens.grid) }

// take shows how the cohort stands now.
func (p *Page) take(l *cohort.Look) {
	if l == p.now {
		return // nothing has changed
	}
	p.now = l
	p.arrange()
	if !l.MergedAt.Equal(p.mergedAt) {
		p.mergedAt = l.MergedAt
		p.readMerged(l)
	}
	p.s.Changed()
}

// arrange finds the specimens that pass the filter, and shows these and all that depends on them.
func (p *Page) arrange() {
	if p.now == nil {
		return
	}
	p.rows = p.filter.rows(p.now)
	p.head.show()
	p.specimens.show()
	p.plots.show()
	p.mean.show()
}

// readMerged reads the statistics, in the background.
func (p *Page) readMerged(l *cohort.Look) {
	if !l.Merged {
		p.merged = nil
		p.plots.show()
		p.mean.reset()
		return
	}
	at := l.MergedAt
	p.s.Background(func() func() {
		m, err := l.Cohort.Merged()
		return func() {
			if p.now == nil || !p.mergedAt.Equal(at) {
				return
			}
			if err != nil {
				p.s.Fail("The merged results cannot be read", err)
				return
			}
			p.merged = m
			p.plots.show()
			p.mean.take(m)
		}
	})
}

// Entries are the pairs as they are shown.
func (p *Page) Entries() []cohort.Entry {
	out := make([]cohort.Entry, len(p.rows))
	for k, i := range p.rows {
		out[k] = p.now.Entries[i]
	}
	return out
}

// EntryOf is the pair of a specimen with a template as it stands now, by their names.
func (p *Page) EntryOf(specimen, template string) (cohort.Entry, bool) {
	if p.now != nil {
		for _, e := range p.now.Entries {
			if e.Pair.B.Name == specimen && e.Pair.A.Name == template {
				return e, true
			}
		}
	}
	return cohort.Entry{}, false
}

// Walk keeps the order of the page for [Page.Beside], until the page is shown again: a decision
// moves a specimen to another place, and nobody wants to jump there.
func (p *Page) Walk() {
	if p.walk == nil {
		p.walk = p.Entries()
	}
}

// Beside is the pair that stands by places after another in the order that Walk kept.
func (p *Page) Beside(of cohort.Entry, by int) (cohort.Entry, bool) {
	p.Walk()
	at := slices.IndexFunc(p.walk, func(e cohort.Entry) bool { return samePair(e, of) })
	if at < 0 {
		at = -max(by, 0) // the pair was not on the page: begin at the top
	}
	if at += by; at < 0 || at >= len(p.walk) {
		return cohort.Entry{}, false
	}
	return p.EntryOf(p.walk[at].Pair.B.Name, p.walk[at].Pair.A.Name)
}

func samePair(a, b cohort.Entry) bool {
	return a.Pair.Specimen == b.Pair.Specimen && a.Pair.Template == b.Pair.Template
}

// Current is the pair that keys act on.
func (p *Page) Current() (cohort.Entry, bool) {
	k := p.specimens.grid.Current()
	if p.now == nil || k < 0 || k >= len(p.rows) {
		return cohort.Entry{}, false
	}
	return p.now.Entries[p.rows[k]], true
}

// Go brings a pair into sight and lets keys act on it.
func (p *Page) Go(e cohort.Entry) {
	p.reveal(func(o cohort.Entry) bool { return samePair(o, e) })
}

// reveal brings the first of some pairs into sight and lets keys act on it.
func (p *Page) reveal(wanted func(cohort.Entry) bool) {
	if k := slices.IndexFunc(p.rows, func(i int) bool { return wanted(p.now.Entries[i]) }); k >= 0 {
		p.specimens.grid.Go(k)
	}
}

// AllMerged reports whether all pairs have results, these are merged, and nothing is at work.
func (p *Page) AllMerged() bool {
	return p.now != nil && p.run == nil && p.now.Merged && !p.now.Stale && p.now.Done == p.now.All
}

// choose chooses specimens, in the grid and in the plots, in place of those chosen before, or besides them if
// more. A single specimen that is chosen already is then let go.
func (p *Page) choose(names []string, more bool) {
	if !more {
		p.chosen = map[string]bool{}
	}
	for _, n := range names {
		if more && len(names) == 1 && p.chosen[n] {
			delete(p.chosen, n)
			continue
		}
		p.chosen[n] = true
	}
	p.specimens.refill()
	p.plots.show()
	p.head.show()
	p.s.Changed()
}

// ChooseNone lets go of the chosen specimens.
func (p *Page) ChooseNone() { p.choose(nil, false) }

// Themed follows a change of the theme.
func (p *Page) Themed() {
	p.specimens.refill()
	p.plots.plot.Redraw()
	p.mean.view.Redraw()
}

// job is work under way.
type job struct {
	stop     context.CancelFunc
	what     string
	done     int
	all      int
	left     time.Duration
	stopping bool
}
