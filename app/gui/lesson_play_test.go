package gui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/gui/drawing"
	"gwscope/app/gui/widget"
	"gwscope/app/lesson"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// claims are the claims of the built-in lessons' texts about the matches before and after a step, by lesson
// and number of the step.
var claims = map[string]map[int]struct {
	text  string
	holds func(before, now *pipeline.Match) bool
}{
	"1-isometric-pair": {1: {"the map is near the truth, and far from its mirror image", func(_, m *pipeline.Match) bool {
		return m.Errors.MeanDirect < 0.06 && m.Errors.MeanMirrored > 4*m.Errors.MeanDirect
	}}},
	"2-mirror-trap": {
		1: {"the chosen match is the direct one", func(_, m *pipeline.Match) bool { return m.Alternative().Direct() && m.Errors.MeanDirect < 0.06 }},
		2: {"the other side has nearly the same loss, and is the mirror image", func(b, m *pipeline.Match) bool {
			return m.GW2() < 1.5*b.GW2() && m.Alternative().Orientation < 0.3 && m.Errors.MeanMirrored < 0.06 && m.Errors.MeanDirect > 3*m.Errors.MeanMirrored
		}},
		3: {"M comes back, and is far from the mirrored truth in the colours' range", func(b, m *pipeline.Match) bool {
			return m.Alternative().Direct() && b.Errors.MeanMirrored < 0.06 && m.Errors.MeanMirrored > 0.15
		}},
	},
	"3-soft-sorting": {1: {"the polish brings the loss down", func(_, m *pipeline.Match) bool { return m.GW2() <= float64(m.Result.GW2Slicer) }}},
	"4-epsilon": {
		1: {"the plan is nearly the product of both weights", func(_, m *pipeline.Match) bool { return m.MeanSpread() > 0.8*float64(m.Y.Len()) }},
		2: {"less entropy is sharper, and here of neither side", func(b, m *pipeline.Match) bool {
			return m.MeanSpread() < b.MeanSpread()/3 && m.GW2() < b.GW2() && min(m.Errors.MeanDirect, m.Errors.MeanMirrored) > 0.1
		}},
		3: {"from a good start the plan is as blurred, and right", func(b, m *pipeline.Match) bool {
			return m.GW2() < b.GW2() && m.Errors.MeanDirect < 0.06 && m.MeanSpread() > 0.7*b.MeanSpread()
		}},
	},
	"5-parts": {
		1: {"sizes are unequal, and masses split", func(_, m *pipeline.Match) bool { return m.X.Len() != m.Y.Len() && m.MeanSpread() > 1 }},
		2: {"the match is right", func(_, m *pipeline.Match) bool { return m.Errors.MeanDirect < 0.06 && m.Options.Weights == "area" }},
		3: {"something is left out on both sides", func(b, m *pipeline.Match) bool {
			return m.GW2() < b.GW2() && m.Unmatched().Area[0] > 0.02 && m.Unmatched().Area[1] > 0.02
		}},
	},
	"6-linear-slicing": {
		1: {"one direction for each shape matches nothing", func(_, m *pipeline.Match) bool { return min(m.Errors.MeanDirect, m.Errors.MeanMirrored) > 0.2 }},
		2: {"learned linear slicers are better than directions", func(b, m *pipeline.Match) bool { return m.GW2() < b.GW2() }},
		3: {"networks are better than linear slicers", func(b, m *pipeline.Match) bool { return m.GW2() < b.GW2()/2 }},
	},
	"7-across-species": {2: {"extremities have a higher loss and a smaller error", func(b, m *pipeline.Match) bool {
		return m.GW2() > b.GW2() && m.Errors.MeanDirect < b.Errors.MeanDirect && m.Errors.MeanDirect < m.Errors.MeanMirrored
	}}},
	"9-a-registered-mesh": {
		1: {"the mesh brings the map nearer to the truth", func(_, m *pipeline.Match) bool {
			return m.Registered != nil && m.Errors.MeanDirect < m.Errors.MapDirect && m.Errors.MeanDirect < 0.06
		}},
		2: {"few triangles are turned over, and it is near B", func(_, m *pipeline.Match) bool {
			return m.Registered.Quality.Folded < 0.01 && m.Registered.Quality.FarMean < 0.01
		}},
	},
	"10-a-cohort": {2: {"the pair is matched with the cohort's settings", func(_, m *pipeline.Match) bool {
		return m.Options.Effort == "fast" && strings.HasPrefix(m.A.Ref, "sample:cats/")
	}}},
	"8-can-it-be-trusted": {
		1: {"the match is right, and said to be", func(_, m *pipeline.Match) bool { return m.Errors.MeanDirect < 0.06 && !m.Verdict().Doubted() }},
		2: {"the mirror image is not sure", func(_, m *pipeline.Match) bool { return m.Errors.MeanDirect > 0.1 && m.Verdict().Doubted() }},
		3: {"a chair is no horse", func(_, m *pipeline.Match) bool { return m.Verdict().Probability < 0.5 }},
	},
}

// Every built-in lesson is played to its end with a viewer's keys: each step sets its scene, waits for the
// act, sees it, and tells an outcome with all its figures. Its claims hold.
func TestBuiltInLessonsArePlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("solves twenty pairs")
	}
	all := lessons()
	if len(all) != len(claims) {
		t.Errorf("%d lessons, and claims of %d", len(all), len(claims))
	}
	engine := pipeline.NewEngine()
	engine.Main = onTestMain
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			d := deskOver(t, engine)
			p := &pupil{t: t, d: d, shots: os.Getenv(picturesEnv)}
			if p.shots == "" {
				lighten(l)
			}
			onTestMain(func() {
				d.views.port.Resize(fyne.NewSize(900, 600))
				if p.shots != "" {
					d.win.Resize(windowSize)
					if err := d.startDrawing(drawing.Open); err != nil {
						t.Fatal(err)
					}
					t.Cleanup(d.views.draw.Close)
				}
				d.lesson.takeLesson(l)
			})
			for k := range l.Steps {
				p.step(l, k)
			}
			onTestMain(func() {
				if next := lessonAfter(l); d.lesson.of != nil || d.lesson.offered != next && d.lesson.offered.Title != next.Title || d.lesson.object.Visible() != (next != nil) {
					t.Errorf("after its last step the lesson stays, or offers %v", d.lesson.offered)
				}
				if d.documents.keep.lose() {
					t.Error("somebody is asked to save a lesson's scene")
				}
				if got := d.m.options.Surface; got != session.Registered {
					t.Errorf("after the lesson matches end by %q", got)
				}
			})
		})
	}
}

// lighten takes fewer samples and steps than a lesson does, and lays no mesh where the lesson is
// about something else. The lesson's claims hold all the same, in a third of the time.
func lighten(l *lesson.Lesson) {
	if c := &l.Steps[0].Cohort; c.Of != "" {
		c.Individuals, c.Vertices = 4, 400
	}
	first := &l.Steps[0]
	if first.Cohort.Of == "" && first.Options != nil && !slices.ContainsFunc(l.Steps, func(s lesson.Step) bool { return s.Options["surface"] != "" }) && l.Name != "9-a-registered-mesh" {
		first.Options["surface"] = session.MapAlone
	}
	if first.Options != nil && first.Options["effort"] == "" {
		first.Options["effort"] = "fast"
	}
	for _, s := range l.Steps {
		if s.Options["effort"] == "thorough" {
			s.Options["effort"] = "fast"
		}
	}
	lighter := map[string]map[string]string{
		"samples": {"500": "200", "300": "200", "250": "150", "150": "100"},
		"steps":   {"100": "40"},
	}
	for _, s := range l.Steps {
		for name, values := range lighter {
			if fewer, ok := values[s.Options[name]]; ok {
				s.Options[name] = fewer
			}
		}
	}
}

// pupil follows a lesson.
type pupil struct {
	t     *testing.T
	d     *desk
	match *pipeline.Match // of the step before
	shots string          // folder for a picture of each step, "" for none
}

// shoot takes a picture of the window as it is.
func (p *pupil) shoot(name string) {
	if p.shots == "" {
		return
	}
	a := &album{t: p.t, d: p.d}
	a.settle()
	writePicture(p.t, filepath.Join(p.shots, "lesson-"+name+".png"), a.picture())
}

func (p *pupil) waits(name string, so func() bool) {
	p.t.Helper()
	eventually(p.t, name, so)
}

func (p *pupil) step(l *lesson.Lesson, k int) {
	p.t.Helper()
	d, s := p.d, &l.Steps[k]
	p.waits("the scene", func() bool {
		return !d.lesson.setting && d.lesson.step == k && (len(s.Shapes) == 0 || d.lesson.holds(s.Shapes))
	})
	onTestMain(func() {
		if d.m.options != l.OptionsAt(k, session.Defaults()) {
			p.t.Errorf("step %d begins with %+v", k+1, d.m.options)
		}
		if s.View.Color != "" && string(d.m.view.ColorBy) != s.View.Color || s.View.T != nil && d.m.view.T != *s.View.T {
			p.t.Errorf("step %d begins with the view %+v", k+1, d.m.view)
		}
		if s.Ask != "" && d.lesson.done {
			p.t.Errorf("step %d is done before anything was", k+1)
		}
	})
	if s.Ask != "" {
		p.shoot(fmt.Sprintf("%s-%d-asks", l.Name, k+1))
		p.act(s.Until)
	}
	p.waits("the outcome of step "+l.Name, func() bool { return d.lesson.done && d.lesson.ask.Text != upperFirst(workingOut) })
	p.shoot(fmt.Sprintf("%s-%d-done", l.Name, k+1))
	onTestMain(func() {
		m := d.m.match
		if text := d.lesson.ask.Text; s.Outcome != "" && (text != lesson.Fill(oneParagraph(s.Outcome), m) || strings.Contains(text, "–") || strings.Contains(text, "NaN")) {
			p.t.Errorf("step %d ends with %q", k+1, text)
		}
		if strings.HasPrefix(d.m.status, notThere) {
			p.t.Errorf("step %d is done, and the status is %q", k+1, d.m.status)
		}
		p.t.Logf("%d: %s", k+1, d.lesson.ask.Text)
		if c, ok := claims[l.Name][k+1]; ok && !c.holds(p.match, m) {
			p.t.Errorf("step %d: it is not so that %s", k+1, c.text)
		}
		p.match = m
		d.lesson.next.Tapped(nil)
	})
}

// clicks marks a wrong vertex of A, and then a right vertex.
func (p *pupil) clicks(beside int, right func() int) {
	p.t.Helper()
	d := p.d
	onTestMain(func() { d.pointer.pickVertex(sideA, beside) })
	p.waits("the mark", func() bool { return d.m.pick != nil && d.m.pick.vertex[sideA] == beside })
	onTestMain(func() {
		if d.lesson.done || !strings.HasPrefix(d.m.status, "Not there.") {
			p.t.Errorf("a click beside is an answer (%v), or the window says %q", d.lesson.done, d.m.status)
		}
		d.pointer.pickVertex(sideA, right())
	})
}

// farthest is the vertex of A with the largest value.
func (p *pupil) farthest(value func(r3.Vec) float64) int {
	best := 0
	for i, v := range p.d.m.match.A.Mesh.Vertices {
		if value(v) > value(p.d.m.match.A.Mesh.Vertices[best]) {
			best = i
		}
	}
	return best
}

// foot is a vertex at the lowest extremity of A.
func (p *pupil) foot() int {
	tips, _ := p.d.m.match.FoundTipMarks()
	if len(tips) == 0 {
		return p.farthest(func(v r3.Vec) float64 { return -v.Y })
	}
	low := tips[0].At()
	for _, t := range tips {
		if t.At().Y < low.Y {
			low = t.At()
		}
	}
	return p.farthest(func(v r3.Vec) float64 { return -r3.Norm(r3.Sub(v, low)) })
}

// extremes are where the smallest and the largest of values are.
func extremes(values []float64) (low, high int) {
	for i, v := range values {
		if v < values[low] {
			low = i
		}
		if v > values[high] {
			high = i
		}
	}
	return low, high
}

// act performs the acts of until, settings before the solve.
func (p *pupil) act(until string) {
	p.t.Helper()
	d, solve := p.d, false
	for word := range strings.FieldsSeq(until) {
		switch word {
		case "merged": // the page has to have seen the files
			p.waits("specimens that are not merged", func() bool {
				return len(d.cohorts.page.Entries()) > 0 && (d.cohorts.page.Running() || !d.cohorts.page.AllMerged())
			})
		case "chosen", "bent": // they come with the merged results
			p.waits("the plot and the sliders", func() bool {
				return findPart(d.cohorts.page.Object, map[string]string{"chosen": "plot", "bent": "slider"}[word]) != nil
			})
		case "picked-foot":
			p.clicks(p.farthest(func(v r3.Vec) float64 { return v.Y }), p.foot) // first on the top of the head
			continue
		case "picked-high":
			p.waits("the colours", func() bool { return d.m.picture != nil && d.m.picture.Bar != nil && d.views.pres.Idle() })
			low, high := extremes(d.m.picture.Quantity.A)
			p.clicks(low, func() int { return high })
			continue
		}
		onTestMain(func() {
			name, value, _ := strings.Cut(word, "=")
			value, _, _ = strings.Cut(value, "..") // the least of a range is enough
			switch {
			case word == "solved":
				solve = true
			case word == "flipped":
				d.key(&fyne.KeyEvent{Name: fyne.KeyM})
			case word == "wires":
				d.key(&fyne.KeyEvent{Name: fyne.KeyW})
			case word == "picked":
				if d.m.pick != nil {
					d.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
				}
				d.pointer.pickVertex(sideA, 100)
			case word == "softened":
				d.slicer.heat.Slide.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
			case word == "merged":
				if p.d.cohorts.page.Running() || p.d.cohorts.page.AllMerged() {
					break
				}
				if name := map[bool]string{true: "cohort.merge", false: "cohort.run"}[commandOf("cohort.merge").whyNot(d) == ""]; name != "" {
					d.give(commandOf(name))
				}
			case word == "specimens":
				d.key(&fyne.KeyEvent{Name: fyne.KeyO})
			case word == "opened":
				d.cohorts.openPair(d.cohorts.page.Entries()[0])
			case word == "judged":
				d.key(&fyne.KeyEvent{Name: fyne.KeyY})
			case word == "chosen":
				findPart(d.cohorts.page.Object, "plot").(*widget.Scatter).Chose([]int{0, 1}, false)
			case word == "bent":
				findPart(d.cohorts.page.Object, "slider").(*widget.Slider).Choose(0.8)
			case word == "replayed":
				d.key(&fyne.KeyEvent{Name: fyne.KeyP})
				d.learning.bar.advance(time.Now().Add(replaySeconds * time.Second))
			case name == "t>":
				d.key(&fyne.KeyEvent{Name: fyne.KeyEnd})
			case name == "color":
				// The step's view has it, or a menu would.
				for _, e := range d.looks.colorEntries() {
					if mode := string(d.m.view.ColorBy); mode == value {
						break
					} else if e.Do != nil {
						e.Do()
					}
				}
			case option.Lookup(name) != nil:
				d.solving.setOption(option.Lookup(name), value)
			default:
				p.t.Fatalf("nobody knows how to do %q", word)
			}
		})
	}
	if solve {
		onTestMain(func() {
			if d.inspector.solve.solve.Disabled() {
				p.t.Fatal("Solve cannot be pressed")
			}
			d.inspector.solve.solve.Tapped(nil)
		})
	}
}
