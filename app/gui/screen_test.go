package gui

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/await"
	"gwscope/internal/child"
)

func fileURI(path string) fyne.URI { return storage.NewFileURI(path) }

// patience is how long a test waits for something. It ends a test that hangs, and times
// nothing: a machine that others use, too, may take twenty times as long as an idle one.
const patience = await.Limit

// screen is an X server of our own with the window on it.
type screen struct {
	t       *testing.T
	display string
	size    image.Point
	app     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	log     *bytes.Buffer
	shots   string // where pictures are kept, "" for nowhere
	pixels  string // the file of the server's screen
	ended   chan error
}

// asShipped, among the variables of openScreen, leaves the window's options as they are for somebody who
// starts the program for the first time. Else matches are quick ones: most tests are about the use of a
// match.
const asShipped = "GWSCOPE_TEST_AS_SHIPPED=1"

// firstStart, among the variables of openScreen, lets the window believe that nobody has started it before.
// Its matches are quick all the same.
const firstStart = "GWSCOPE_TEST_FIRST_START=1"

// quickOptions makes the home folder that of somebody who has started the program before, where
// welcomed is set, and who prefers quick matches, where quick is set.
func quickOptions(t *testing.T, home string, welcomed, quick bool) {
	t.Helper()
	h := session.Home{Config: filepath.Join(home, "gwscope"), State: filepath.Join(home, "gwscope")}
	prefs, err := h.Preferences(option.Schema)
	if err != nil {
		t.Fatal(err)
	}
	if prefs.Options != session.Defaults() {
		return // of an earlier window
	}
	prefs.Welcomed = welcomed
	if quick {
		prefs.Options.Samples, prefs.Options.Effort, prefs.Options.Surface = 150, "fast", session.MapAlone
	}
	if err := h.SavePreferences(prefs); err != nil {
		t.Fatal(err)
	}
}

// needTools skips a test where the X tools are missing; a build server must have them.
func needTools(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: apt-get install xvfb xdotool", tool)
			}
			t.Skipf("%s is not installed (apt-get install xvfb xdotool)", tool)
		}
	}
}

// openScreen starts an X server of a size and the window on it.
func openScreen(t *testing.T, width, height int, pair string, env ...string) *screen {
	t.Helper()
	needTools(t)
	s := &screen{t: t, size: image.Pt(width, height), log: &bytes.Buffer{}, shots: os.Getenv("GWSCOPE_SHOTS"), ended: make(chan error, 1)}
	// The server chooses a free display number and writes it to the pipe. Its screen is a
	// file, from which pictures are read in no time; the pointer is not drawn into it.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	frame := t.TempDir()
	s.pixels = filepath.Join(frame, "Xvfb_screen0")
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "-nocursor", "-fbdir", frame)
	server.ExtraFiles = []*os.File{w}
	// A killed server leaves its lock behind; a server that is asked to end does not.
	if err := child.Start(server, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(syscall.SIGTERM)
		late := time.AfterFunc(patience, func() { server.Process.Kill() })
		server.Wait()
		late.Stop()
	})
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	s.display = ":" + strings.TrimSpace(number)

	home := t.TempDir() // preferences of its own
	env = append([]string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}, env...)
	quickOptions(t, valueOf(env, "XDG_CONFIG_HOME"), !slices.Contains(env, firstStart), !slices.Contains(env, asShipped))
	s.app = exec.Command(os.Args[0])
	s.app.Env = append(append(os.Environ(), driveEnv+"="+pair, "DISPLAY="+s.display, "WAYLAND_DISPLAY="), env...)
	s.app.Stderr = s.log
	if s.in, err = s.app.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.app.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewScanner(out)
	if err := child.Start(s.app, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		s.ended <- s.app.Wait()
		close(gone)
	}()
	t.Cleanup(func() {
		s.app.Process.Kill()
		<-gone
		if strings.Contains(s.log.String(), "Error in Fyne call thread") { // a released window does not look for these
			t.Error("a widget was called off the main goroutine, or a wait on it")
		}
		if t.Failed() {
			t.Logf("the window's stderr:\n%s", s.log)
		}
	})
	s.waitFor("the window", func(w windowState) bool { return w.Width > 0 })
	return s
}

// valueOf is the last value of an environment variable.
func valueOf(env []string, name string) string {
	value := ""
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v
		}
	}
	return value
}

// ask puts a question to the window.
func (s *screen) ask(question string) string {
	s.t.Helper()
	reply := s.answer(question)
	if strings.HasPrefix(reply, "error") {
		s.shot("failed")
		s.t.Fatalf("%s: %s", question, reply)
	}
	return reply
}

// answer is the window's answer, which may be an error.
func (s *screen) answer(question string) string {
	s.t.Helper()
	fmt.Fprintln(s.in, question)
	for s.out.Scan() {
		if reply, ok := strings.CutPrefix(s.out.Text(), "= "); ok {
			return reply
		}
	}
	s.t.Fatalf("the window went away at %q:\n%s", question, s.log)
	return ""
}

func (s *screen) state() windowState {
	s.t.Helper()
	var w windowState
	if err := json.Unmarshal([]byte(s.ask("state")), &w); err != nil {
		s.t.Fatal(err)
	}
	return w
}

// waitFor asks for the state of the window until something is so.
func (s *screen) waitFor(what string, so func(windowState) bool) (w windowState) {
	s.t.Helper()
	met := false
	defer func() {
		if !met {
			s.t.Logf("the state is %+v", w)
			s.shot("failed")
		}
	}()
	await.Until(s.t, what, func() bool {
		w = s.state()
		met = so(w)
		return met
	})
	return w
}

// do runs xdotool.
func (s *screen) do(args ...any) {
	s.t.Helper()
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprint(a)
	}
	cmd := exec.Command("xdotool", words...)
	cmd.Env = append(os.Environ(), "DISPLAY="+s.display)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", words, err, out)
	}
}

// keptPlace is how long a thing stays in one place before it is clicked.
const keptPlace = 50 * time.Millisecond

// where gives the middle and the size of a thing by name, once it is there and keeps its place: a menu may
// not have opened yet, and panels make room for new content.
func (s *screen) where(name string) (x, y, w, h int) {
	s.t.Helper()
	last, since := "", time.Time{}
	await.Until(s.t, name+" to keep its place", func() bool {
		reply := s.answer("where " + name)
		if reply != last {
			last, since = reply, time.Now()
		}
		return time.Since(since) >= keptPlace && !strings.HasPrefix(reply, "error")
	})
	return s.whereNow(name)
}

// whereNow is where a thing is at this moment.
func (s *screen) whereNow(name string) (x, y, w, h int) {
	s.t.Helper()
	if _, err := fmt.Sscan(s.ask("where "+name), &x, &y, &w, &h); err != nil {
		s.t.Fatal(err)
	}
	return
}

// click presses the left button on a thing.
func (s *screen) click(name string) {
	s.t.Helper()
	x, y, _, _ := s.where(name)
	s.do("mousemove", x, y, "sleep", 0.06, "click", 1, "sleep", 0.06)
}

// drag pulls with a button from one place to another, in steps as a hand does.
func (s *screen) drag(button, x0, y0, x1, y1 int) {
	s.t.Helper()
	s.do("mousemove", x0, y0, "sleep", 0.05, "mousedown", button)
	const steps = 8
	for i := 1; i <= steps; i++ {
		s.do("mousemove", x0+(x1-x0)*i/steps, y0+(y1-y0)*i/steps, "sleep", 0.03)
	}
	s.do("mouseup", button, "sleep", 0.1)
}

// shot takes a picture of the screen; name is for kept pictures.
func (s *screen) shot(name string) *image.NRGBA {
	s.t.Helper()
	img, err := readScreen(s.pixels)
	if err != nil || img.Rect.Max != s.size {
		s.t.Fatalf("no picture of the screen: %v", err)
	}
	if s.shots != "" {
		var buf bytes.Buffer
		if err := png.Encode(&buf, img); err != nil {
			s.t.Fatal(err)
		}
		name := strings.ReplaceAll(s.t.Name(), "/", "-") + "-" + name + ".png"
		if err := os.WriteFile(filepath.Join(s.shots, name), buf.Bytes(), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	return img
}

// readScreen reads the file in which Xvfb keeps its screen: an X window dump with 32-bit
// pixels. Its header is of big-endian words: its own size, and further on width, height,
// bytes of a line and number of colours, of 12 bytes each, between header and pixels.
func readScreen(path string) (*image.NRGBA, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	word := func(k int) int {
		if len(data) < 4*k+4 {
			return 0
		}
		return int(binary.BigEndian.Uint32(data[4*k:]))
	}
	w, h, line := word(4), word(5), word(12)
	at := word(0) + 12*word(19)
	if w == 0 || len(data) < at+h*line || line < 4*w {
		return nil, fmt.Errorf("%s is no screen of 32-bit pixels", path)
	}
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		from, to := data[at+y*line:][:4*w], img.Pix[y*img.Stride:][:4*w]
		for x := 0; x < 4*w; x += 4 { // blue first
			to[x], to[x+1], to[x+2], to[x+3] = from[x+2], from[x+1], from[x], 0xff
		}
	}
	return img, nil
}

// settled takes pictures until the drawing has caught up and two are alike.
func (s *screen) settled(name string) *image.NRGBA {
	s.t.Helper()
	var last *image.NRGBA
	for range 100 {
		if !s.state().Resting {
			last = nil
			s.waitFor("a picture in full", func(w windowState) bool { return w.Resting })
		}
		next := s.shot(name)
		if last != nil && differing(last, next, last.Rect) == 0 {
			return next
		}
		last = next
		time.Sleep(120 * time.Millisecond) // between the two pictures: this is the measure of rest itself
	}
	return s.shot(name) // a blinking cursor, perhaps; the assertions will tell
}

// changed waits for a changed picture, and then for drawing to catch up: a machine under load may not have
// seen to a key yet.
func (s *screen) changed(from *image.NRGBA, name string) *image.NRGBA {
	s.t.Helper()
	await.Until(s.t, "another picture: "+name, func() bool { return differing(from, s.shot(name), from.Rect) > 500 })
	return s.settled(name)
}

// viewRect is the view area on the screen.
func (s *screen) viewRect() image.Rectangle {
	x, y, w, h := s.where("view")
	return image.Rect(x-w/2, y-h/2, x+w/2, y+h/2)
}

// differing counts pixels in r that are visibly different.
func differing(a, b *image.NRGBA, r image.Rectangle) int {
	n := 0
	r = r.Intersect(a.Rect).Intersect(b.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from, to := a.PixOffset(r.Min.X, y), a.PixOffset(r.Max.X, y)
		p, q := a.Pix[from:to], b.Pix[from:to]
		if bytes.Equal(p, q) {
			continue
		}
		for k := 0; k < len(p); k += 4 {
			if absDiff(p[k], q[k])+absDiff(p[k+1], q[k+1])+absDiff(p[k+2], q[k+2]) > 24 {
				n++
			}
		}
	}
	return n
}

func absDiff(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// hues counts the pixels of strong colour in r, and how many of twelve hues
// have at least a hundredth of them.
func hues(img *image.NRGBA, r image.Rectangle) (pixels, kinds int) {
	var of [12]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := img.NRGBAAt(x, y)
			hi, lo := int(max(c.R, c.G, c.B)), int(min(c.R, c.G, c.B))
			if hi < 60 || hi-lo < hi/3 {
				continue
			}
			d := float64(hi - lo)
			var h float64
			switch hi {
			case int(c.R):
				h = float64(int(c.G)-int(c.B))/d + 6
			case int(c.G):
				h = float64(int(c.B)-int(c.R))/d + 2
			default:
				h = float64(int(c.R)-int(c.G))/d + 4
			}
			of[int(h*2)%12]++
			pixels++
		}
	}
	for _, n := range of {
		if n*100 > pixels {
			kinds++
		}
	}
	return pixels, kinds
}

// visibleVertex finds a visible vertex of A: the picture has a strong colour there.
func visibleVertex(t *testing.T, s *screen, img *image.NRGBA, r image.Rectangle) int {
	t.Helper()
	for v := 0; ; v += 37 {
		var x, y int
		if _, err := fmt.Sscan(s.answer("vertex A "+strconv.Itoa(v)), &x, &y); err != nil {
			break // no more vertices
		}
		at := image.Rect(x-6, y-6, x+6, y+6)
		if n, _ := hues(img, at); at.In(r) && n == at.Dx()*at.Dy() {
			return v
		}
	}
	t.Fatal("no vertex of A is seen")
	return 0
}

func abs(x int) int { return max(x, -x) }

// brightness is the mean of the channels in r.
func brightness(img *image.NRGBA, r image.Rectangle) int {
	sum, n := 0, 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := img.NRGBAAt(x, y)
			sum += int(c.R) + int(c.G) + int(c.B)
			n += 3
		}
	}
	return sum / max(n, 1)
}
