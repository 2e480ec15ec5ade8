package gui

import (
	"slices"
	"time"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/race"
	"gwscope/render/camera"
	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// racing is a race, under way or over, and its view.
type racing struct {
	pair       [2]*pipeline.Shape
	samples    int // the same for all methods
	pins       int // pairs of landmarks that maps must honour
	rows       []race.Row
	live       []liveRow
	sideBySide bool

	running, stopping bool
	started           time.Time
	took              time.Duration // once it is over

	// by and descending sort the rows; pinned rows stay on top.
	by         *race.Column
	descending bool
	sorting    bool // a person has asked for an order
	pinned     map[int]bool
	// most is the number of targets to show, 0: as many as have room.
	most int
	// hovered is the row under the pointer, and opened the row whose result is the window's match; -1 for none.
	hovered, opened int

	// like is the match whose pose the targets take; nil: the match of the best row.
	like     *pipeline.Match
	pictures *racePictures
}

// liveRow is how far a contestant has come on the common clock.
type liveRow struct {
	stage      string
	fraction   float64
	gw2        float64
	from, till time.Duration       // since the race began; till grows while it runs
	curve      []widget.CurvePoint // of GW²
}

// racePictures are the scenes in the panes of a race.
type racePictures struct {
	source  *scene.Scene
	targets []*scene.Scene // by row; nil without a result
	// target is B without colours, for rows without a result.
	target *scene.Scene
	// bar is the scale of all targets; nil where colours are none, or carried.
	bar *colormap.Scale
}

// The least and the largest number of targets beside the source.
const (
	leastTargets = 2
	mostTargets  = 6
)

func newRacing(a, b *pipeline.Shape, contestants []race.Contestant, samples int, sideBySide bool) *racing {
	r := &racing{pair: [2]*pipeline.Shape{a, b}, samples: samples, sideBySide: sideBySide, running: true, started: time.Now(),
		by: &race.Columns[columnIndex("gw2")], pinned: map[int]bool{}, hovered: -1, opened: -1}
	r.live = make([]liveRow, len(contestants))
	for _, c := range contestants {
		r.rows = append(r.rows, race.Row{Contestant: c})
	}
	return r
}

// take brings a row up to date. It reports whether a new result has come.
func (r *racing) take(e race.Event) bool {
	news := e.Row.Result() && !r.rows[e.Index].Result()
	r.rows[e.Index] = e.Row
	l := &r.live[e.Index]
	if e.Row.State != race.Waiting {
		l.till = e.Clock
		l.from = e.Clock - e.Elapsed
	}
	if e.Stage != "" {
		l.stage = e.Stage
	}
	l.fraction = e.Fraction
	if e.GW2 > 0 && e.GW2 != l.gw2 {
		l.gw2 = e.GW2
		l.curve = append(l.curve, widget.CurvePoint{At: e.Elapsed.Seconds(), Value: e.GW2})
	}
	if news {
		l.curve = append(l.curve, widget.CurvePoint{At: e.Elapsed.Seconds(), Value: e.Row.GW2})
	}
	return news
}

// clock is the time since the race began; after the race, how long it took.
func (r *racing) clock() time.Duration {
	if r.running {
		return time.Since(r.started)
	}
	return r.took
}

// over counts the rows whose method has ended or was skipped.
func (r *racing) over() int {
	n := 0
	for i := range r.rows {
		if r.rows[i].Over() {
			n++
		}
	}
	return n
}

// order is the order of the table. While methods run, it is the order in which they were chosen, unless a person
// has sorted the table: rows that change places cannot be read or clicked.
func (r *racing) order() []int {
	by := r.by
	if r.running && !r.sorting {
		by = nil
	}
	return race.Order(r.rows, by, r.descending, func(i int) bool { return r.pinned[i] })
}

// sorted are the rows in the table's order, and which of them are pinned.
func (r *racing) sorted() (rows []race.Row, pinned func(i int) bool) {
	order := r.order()
	for _, i := range order {
		rows = append(rows, r.rows[i])
	}
	return rows, func(i int) bool { return r.pinned[order[i]] }
}

// shown are the rows whose targets are shown, at most room of them, in the order of the table. While the race
// goes on, rows without a result have their places already, so that the panes do not move with each result.
func (r *racing) shown(room int) []int {
	if r.most > 0 {
		room = r.most
	}
	var out []int
	for _, i := range r.order() {
		if len(out) < room && (r.rows[i].Result() || r.running && !r.rows[i].Over()) {
			out = append(out, i)
		}
	}
	return out
}

// sortBy sorts by a column. A second call with the same column reverses the order.
func (r *racing) sortBy(c *race.Column) {
	r.descending = r.by.Key == c.Key && !r.descending
	r.by, r.sorting = c, true
}

func (r *racing) about() race.About {
	return race.About{A: r.pair[sideA].Mesh.Name, B: r.pair[sideB].Mesh.Name, Samples: r.samples, Pins: r.pins, Machine: race.ThisMachine()}
}

// scene is the scene in a pane: the source, a target in colours, or a target that waits for them; nil
// without a scene.
func (r *racing) scene(q pane) *scene.Scene {
	p := r.pictures
	switch {
	case p == nil:
		return nil
	case q.lane == 0:
		return p.source
	case r.awaits(q):
		return p.target
	case q.row < 0 || q.row >= len(p.targets):
		return nil
	}
	return p.targets[q.row]
}

// awaits reports whether a lane's row has nothing to show yet.
func (r *racing) awaits(q pane) bool {
	return q.lane > 0 && q.row >= 0 && (r.pictures == nil || q.row >= len(r.pictures.targets) || r.pictures.targets[q.row] == nil)
}

// points are the points to frame in the panes of a side: of the source, or of a target, for all targets have
// one pose.
func (r *racing) points(s side) []scene.Vec {
	switch {
	case r.pictures == nil:
		return nil
	case s == sideA:
		return camera.PointsOf(r.pictures.source)
	}
	return camera.PointsOf(r.pictures.target)
}

// racing reports whether a race is under way.
func (m *model) racing() bool { return m.race != nil && m.race.running }

// raceRequest is the input of a race's pictures.
type raceRequest struct {
	of   *racing
	a, b *pipeline.Shape
	like *pipeline.Match
	rows []race.Row
	view present.View
}

// raceStages makes pictures of races and keeps their shared parts.
type raceStages struct {
	a, b   *pipeline.Shape
	like   *pipeline.Match
	source *present.Stage // all targets stand in its pose; nil before a result
	plain  *present.Stage // the shapes before any result
	of     map[*pipeline.Match]*present.Stage
}

// picture makes the scenes of all rows with a result. It is called on one goroutine.
func (s *raceStages) picture(r raceRequest) *racePictures {
	if s.a != r.a || s.b != r.b {
		*s = raceStages{a: r.a, b: r.b, plain: present.NewShapesStage(r.a, r.b)}
	}
	like := r.like
	if ref := race.Reference(r.rows); like == nil && ref >= 0 {
		like = r.rows[ref].Match
	}
	if like != s.like || s.of == nil {
		s.like, s.source, s.of = like, nil, map[*pipeline.Match]*present.Stage{}
		if like != nil {
			s.source = present.NewStage(like)
			s.of[like] = s.source
		}
	}
	kept := map[*pipeline.Match]*present.Stage{}
	if like != nil {
		kept[like] = s.source
	}
	for i := range r.rows {
		m := r.rows[i].Match
		if m == nil {
			continue
		}
		st := s.of[m]
		if st == nil {
			st = present.NewStageLike(m, s.source)
		}
		kept[m] = st
	}
	s.of = kept

	v := r.view
	v.T, v.Lines, v.Marks = 0, 0, withoutTipNames(v.Marks)
	v.Scale = s.common(r.rows, v.ColorBy)
	if v.Scale == nil && v.ColorBy != present.ByPlain {
		v.ColorBy = present.ByCarried
	}
	out := &racePictures{targets: make([]*scene.Scene, len(r.rows)), bar: v.Scale}
	for i := range r.rows {
		if m := r.rows[i].Match; m != nil {
			out.targets[i] = kept[m].Picture(v).B
		}
	}
	posed := s.plain
	if s.source != nil {
		posed = s.source
	}
	bare := v
	bare.ColorBy, bare.Scale = present.ByPlain, nil
	unmarked := bare
	unmarked.Marks = nil // their names would stand below the words of the wait
	out.target = posed.Picture(unmarked).B
	if v.Scale != nil { // each method has figures of its own on the source
		v = bare
	}
	out.source = posed.Picture(v).A
	return out
}

// withoutTipNames are the marks without the names of extremities, which would fill the small panes of a race.
func withoutTipNames(marks *present.Marks) *present.Marks {
	if marks == nil {
		return nil
	}
	out := &present.Marks{Of: slices.Clone(marks.Of)}
	for k := range out.Of {
		if m := &out.Of[k]; m.Kind == present.Extremity {
			m.Name = ""
		}
	}
	return out
}

// common is the scale of a quantity that holds the values of all rows; nil where colours have no scale.
func (s *raceStages) common(rows []race.Row, by present.ColorBy) *colormap.Scale {
	var out *colormap.Scale
	for i := range rows {
		st := s.of[rows[i].Match]
		if st == nil {
			continue
		}
		one := st.ScaleOf(by)
		switch {
		case one == nil:
		case out == nil:
			wide := *one
			out = &wide
		default:
			out.Min, out.Max = min(out.Min, one.Min), max(out.Max, one.Max)
		}
	}
	return out
}
