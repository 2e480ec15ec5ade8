package gui

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/app/race"
)

// picturesEnv names the folder that pictures of all moments are written into, and onlyEnv, where it is set,
// the names of wanted moments, with commas between. Without the first none are written: make pictures sets
// it.
const (
	picturesEnv = "GWSCOPE_PICTURES"
	onlyEnv     = "GWSCOPE_PICTURES_ONLY"
)

// Pictures of all moments in the real window, in both themes and at all sizes, for people to look at:
// goldens leave out most of OpenGL. A single window is open for all sizes of a scale.
func TestPicturesOfMoments(t *testing.T) {
	dir := os.Getenv(picturesEnv)
	if dir == "" {
		t.Skip("writes pictures where " + picturesEnv + " names a folder: make pictures")
	}
	files := t.TempDir()
	momentFiles(t, files)
	ranCats(t, filepath.Join(files, momentCohort), 6)
	for scale := 1; scale <= 2; scale++ {
		s := openScreen(t, 2560, 1440, ",", asShipped, momentsEnv+"="+files, fmt.Sprintf("FYNE_SCALE=%d", scale))
		s.shots = ""
		for _, scene := range sceneOrder {
			wanted := slices.DeleteFunc(momentsOf(scene), func(m moment) bool {
				return !wantedPicture(m.name)
			})
			if len(wanted) == 0 {
				continue
			}
			s.ask("scene " + scene)
			s.until("opened " + scene)
			for _, look := range []widget.Appearance{widget.AlwaysDark, widget.AlwaysLight} {
				s.ask("theme " + string(look))
				for k, size := range sizes {
					if (k == len(sizes)-1) != (scale == 2) {
						continue
					}
					s.ask(fmt.Sprintf("size %.0f %.0f", size.Width, size.Height))
					s.waitFor("the size", func(w windowState) bool { return w.Width == size.Width })
					if s.ask("opened "+scene) != "true" { // a lesson has brought its own
						s.ask("scene " + scene)
						s.until("opened " + scene)
					}
					for _, m := range wanted {
						s.ask("moment " + m.name)
						s.until("reached " + m.name)
						r := image.Rect(0, 0, int(size.Width)*scale, int(size.Height)*scale)
						if s.state().Width != size.Width { // a presentation has the whole screen
							r = image.Rect(0, 0, 2560, 1440)
						}
						name := fmt.Sprintf("%s-%s-%.0f.png", strings.NewReplacer(" ", "-", ",", "").Replace(m.name), look, size.Width*float32(scale))
						writePicture(t, filepath.Join(dir, name), s.settled("").SubImage(r))
						s.ask("rest")
					}
				}
			}
		}
		s.app.Process.Kill()
	}
}

// screensEnv names the folder that the README's pictures of the window are written into.
const screensEnv = "GWSCOPE_SCREENS"

// readmePictures are the README's pictures of the window, but the picture of a cohort, by the names of
// their files. The lesson brings shapes of its own, and comes last.
var readmePictures = []moment{
	{name: "window-dark", scene: "horses", ready: judged},
	{name: "window-distortion", scene: "horses", enter: colours(present.ByDistortion), ready: judged},
	{name: "window-race", scene: "horses", enter: func(d *desk) {
		cs, err := race.Parse("hierarchical,cg,cg:warm,entropic:0.05,lowrank:20,cnt")
		if err != nil {
			panic(err)
		}
		d.races.start(cs, false, time.Minute)
	}, ready: raceOver},
	{name: "window-lesson", scene: "horses", enter: func(d *desk) { d.lesson.takeLesson(lessons()[1]) }, ready: func(d *desk) bool {
		return d.lesson.done && !d.lesson.setting && judged(d)
	}},
}

// The README's pictures of the window, with everything as it is shipped: make screens takes them, on
// an idle machine, for they show times.
func TestPicturesOfTheReadme(t *testing.T) {
	dir := os.Getenv(screensEnv)
	if dir == "" {
		t.Skip("writes pictures where " + screensEnv + " names a folder: make screens")
	}
	s := openScreen(t, int(windowSize.Width), int(windowSize.Height), ",", asShipped, momentsEnv+"="+t.TempDir())
	s.shots = ""
	s.ask("scene horses")
	s.until("opened horses")
	for _, m := range readmePictures {
		if !wantedPicture(m.name) {
			continue
		}
		s.ask("moment " + m.name)
		s.until("reached " + m.name)
		writePicture(t, filepath.Join(dir, m.name+".png"), s.settled(""))
		s.ask("rest")
	}
	if !wantedPicture("window-cohort") {
		return
	}
	cats := filepath.Join(t.TempDir(), "cats")
	c := ranCohort(t, cats, cohort.Plan{Specimens: []string{"sample:cats"}, Individuals: 12})
	w, err := c.List(t.Context(), nil)
	if err == nil {
		_, err = c.Merge(t.Context(), w)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.ask("put A " + cats)
	s.waitFor("the page", func(w windowState) bool { return w.Cohort != nil && w.Cohort.Page && w.Cohort.Merged })
	drawn := func() int { n, _ := hues(s.shot(""), image.Rect(0, 140, 960, 720)); return n }
	for last := 0; last == 0 || last != drawn(); { // specimens are drawn one after another
		last = drawn()
		time.Sleep(5 * time.Second) // the page does not tell when all are drawn
	}
	writePicture(t, filepath.Join(dir, "window-cohort.png"), s.settled(""))
}

// wantedPicture reports whether a moment or a picture of the README is among the wanted ones.
func wantedPicture(name string) bool {
	only := os.Getenv(onlyEnv)
	return only == "" || strings.Contains(","+only+",", ","+name+",")
}

// until asks until the answer is yes.
func (s *screen) until(question string) {
	s.t.Helper()
	s.waitFor(question, func(windowState) bool { return s.ask(question) == "true" })
}

func writePicture(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
