package experiments

import (
	"context"
	"fmt"
	"image"
	"runtime"
	"strings"
	"sync"
	"time"

	"gwscope/app/race"
	"gwscope/internal/stages"
	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// ViewSettings of the experiment "view".
type ViewSettings struct {
	Triangles     []int // of each of the two shapes, about
	Width, Height int
	Seconds       float64 // that each motion is drawn
	Software      bool    // on the processor even where there is a graphics card
}

// The motions that are measured.
const (
	orbiting = "orbit"
	morphing = "morph"
	resting  = "still"
)

var viewColumns = []Column{
	wordColumn("motion", "orbit: both cameras turn; morph: A bends with every frame; still: nothing moves, full quality"),
	numberColumn("triangles", "of both shapes together", 0),
	numberColumn("fps", "pictures a second, while a new frame is asked for every 4 ms; in a morph and at rest, one after the other", 1),
	numberColumn("frame_ms", "mean time of a picture, drawing and reading back", 1),
	numberColumn("cpu_ms", "processor time of a picture, all threads together", 1),
	numberColumn("drawn", "triangles drawn in a picture", 0),
	wordColumn("quality", "of the last picture of the motion"),
	numberColumn("first_ms", "from the first request to the first picture, shapes uploaded", 0),
	numberColumn("coarse_s", "until the coarser stand-ins for motions were ready, in the background", 2),
	numberColumn("peak_mb", "growth of the Go heap beyond the shapes", 0),
	wordColumn("device", "the device that drew"),
}

// View measures how fast two shapes are drawn side by side, by the viewer that the window
// uses. The window's own painting does not count.
func View(s ViewSettings) *Experiment {
	e := &Experiment{Name: "view", Title: "How fast shapes are drawn",
		About:    "Pictures a second of two shapes side by side, drawn as the window draws them.",
		Settings: []Setting{{"Picture", fmt.Sprintf("%d x %d pixels", s.Width, s.Height)}, {"Each motion", fmt.Sprintf("%g s", s.Seconds)}},
		Columns:  viewColumns,
		Notes: []string{
			"The shapes are a horse, subdivided and simplified to about the number of triangles, and the same horse bent, with colours and 25 lines between them.",
			"While they move, large shapes are drawn by stand-ins of fewer triangles and pictures have fewer samples, as far as it takes for 25 pictures a second; at rest everything is drawn.",
			"The window's own work for each picture (bringing it to the screen) comes on top.",
		}}
	for _, n := range s.Triangles {
		for _, motion := range []string{resting, orbiting, morphing} {
			e.Cells = append(e.Cells, Cell{
				Key:      fmt.Sprintf("2 x %d triangles, %s", n, motion),
				Settings: fmt.Sprintf("%dx%d, %g s, software %v", s.Width, s.Height, s.Seconds, s.Software),
				Group:    motion,
				Measure:  func(ctx context.Context, _ SoFar) (Row, error) { return s.measure(ctx, n, motion) },
			})
		}
	}
	e.Tables = viewTables
	return e
}

func viewTables(rows []Row) []Table {
	t := Table{Title: "Pictures a second", Head: []string{"Shapes", "Motion", "Pictures/s", "ms", "Processor ms", "Triangles drawn", "Quality", "First, ms", "Stand-ins, s", "Memory, MB"}, Left: 2}
	for _, r := range measured(rows) {
		f := func(name string, digits int) string { return Format(r.Number(name), digits, "–") }
		t.Rows = append(t.Rows, []string{"2 x " + Format(r.Number("triangles")/2, 0, "–"), r.Word("motion"), f("fps", 1), f("frame_ms", 1), f("cpu_ms", 1),
			f("drawn", 0), r.Word("quality"), f("first_ms", 0), f("coarse_s", 2), f("peak_mb", 0)})
	}
	t.Note = "Drawn by " + strings.Join(Distinct(rows, "device"), "; ") + "."
	return []Table{t}
}

// measure draws one motion of a pair for a while.
func (s ViewSettings) measure(ctx context.Context, triangles int, motion string) (Row, error) {
	row := NewRow()
	row.Say("motion", motion)
	pair, err := s.pair(ctx, triangles)
	if err != nil {
		return row, err
	}
	thread, err := glctx.Start(glctx.Options{PreferSoftware: s.Software})
	if err != nil {
		return row, err
	}
	defer thread.Close()
	r, err := gldraw.New(thread)
	if err != nil {
		return row, err
	}
	defer r.Close()
	row.Say("device", r.Info().Renderer)
	row.Put("triangles", float64(pair.triangles()))
	runtime.GC()
	peak := race.PeakMemory()
	m := newMeter(r)
	defer m.viewer.Close()

	asked := time.Now()
	m.viewer.Submit(pair.frame(s, motion, 0))
	if err := m.next(ctx); err != nil {
		return row, err
	}
	row.Put("first_ms", 1000*time.Since(asked).Seconds())
	asked = time.Now()
	r.WaitSimplified()
	row.Put("coarse_s", time.Since(asked).Seconds())
	if motion == resting {
		if err := m.stills(ctx, pair, s); err != nil {
			return row, err
		}
	} else if err := m.moves(ctx, pair, s, motion); err != nil {
		return row, err
	}
	m.put(row)
	row.Put("peak_mb", float64(peak())/1e6)
	return row, nil
}

// meter counts the pictures of a viewer.
type meter struct {
	viewer *gldraw.Viewer
	came   chan struct{} // after each picture

	mu        sync.Mutex
	err       error
	pictures  int
	took      time.Duration
	triangles int
	last      gldraw.Drawn

	began time.Time
	cpu   float64
	span  time.Duration
	spent float64
}

func newMeter(r *gldraw.Renderer) *meter {
	m := &meter{came: make(chan struct{}, 1)}
	wake := func() {
		select {
		case m.came <- struct{}{}:
		default:
		}
	}
	m.viewer = gldraw.NewViewer(r, gldraw.ViewerSettings{
		OnImage: func(img *image.RGBA, d gldraw.Drawn) {
			m.mu.Lock()
			m.pictures++
			m.took += d.Took
			m.triangles += d.Triangles
			m.last = d
			m.mu.Unlock()
			m.viewer.Recycle(img)
			wake()
		},
		OnError: func(err error) {
			m.mu.Lock()
			m.err = err
			m.mu.Unlock()
			wake()
		},
		Settle: time.Hour, // a picture at rest is not one of the motion
	})
	return m
}

// leastPictures are counted in any case, also if they take longer than the motion should.
const leastPictures = 3

func (m *meter) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pictures
}

// next waits for a picture.
func (m *meter) next(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-m.came:
	}
	return m.failed()
}

func (m *meter) failed() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// start begins to count.
func (m *meter) start() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pictures, m.took, m.triangles = 0, 0, 0
	m.began, m.cpu = time.Now(), stages.ProcessorSeconds()
}

func (m *meter) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.span, m.spent = time.Since(m.began), stages.ProcessorSeconds()-m.cpu
}

// stills draws full pictures one after the other.
func (m *meter) stills(ctx context.Context, p *viewedPair, s ViewSettings) error {
	m.start()
	defer m.stop()
	for i := 1; time.Since(m.began).Seconds() < s.Seconds || i < 4; i++ {
		fr := p.frame(s, orbiting, float64(i))
		fr.Quality = gldraw.Still
		m.viewer.Submit(fr)
		if err := m.next(ctx); err != nil {
			return err
		}
	}
	return nil
}

// moves asks for frames as often as a mouse does.
func (m *meter) moves(ctx context.Context, p *viewedPair, s ViewSettings, motion string) error {
	const every = 4 * time.Millisecond
	tick := time.NewTicker(every)
	defer tick.Stop()
	// By the first frames the viewer learns how fast the machine is.
	warm := time.Now().Add(time.Duration(s.Seconds / 2 * float64(time.Second)))
	counting := false
	for i := 1; ; i++ {
		now := time.Now()
		if !counting && now.After(warm) {
			counting = true
			m.start()
		}
		if counting && time.Since(m.began).Seconds() >= s.Seconds && m.count() >= leastPictures {
			m.stop()
			return nil
		}
		m.viewer.Submit(p.frame(s, motion, float64(i)))
		if motion == morphing { // the next positions are made once the last are drawn
			if err := m.next(ctx); err != nil {
				return err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := m.failed(); err != nil {
			return err
		}
	}
}

// put fills in the figures of a row.
func (m *meter) put(row Row) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := max(float64(m.pictures), 1)
	row.Put("fps", float64(m.pictures)/m.span.Seconds())
	row.Put("frame_ms", 1000*m.took.Seconds()/n)
	row.Put("cpu_ms", 1000*m.spent/n)
	row.Put("drawn", float64(m.triangles)/n)
	row.Say("quality", m.last.Frame.Quality.String())
}
