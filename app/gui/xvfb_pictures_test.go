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

	"gwscope/app/gui/widget"
)

// picturesEnv names the folder that pictures of all moments are written into, and onlyEnv, where
// it is set, the names of those that are wanted, with commas between. Without the first none are
// written: make pictures sets it.
const (
	picturesEnv = "GWSCOPE_PICTURES"
	onlyEnv     = "GWSCOPE_PICTURES_ONLY"
)

// Pictures of all moments in the real window, in both themes and at all sizes, for people to look
// at: what the goldens leave out is drawn by OpenGL. One window is open for all sizes of a scale.
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
				only := os.Getenv(onlyEnv)
				return only != "" && !strings.Contains(","+only+",", ","+m.name+",")
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
					s.waitFor("the size", patience, func(w windowState) bool { return w.Width == size.Width })
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

// until asks until the answer is yes.
func (s *screen) until(question string) {
	s.t.Helper()
	s.waitFor(question, patience, func(windowState) bool { return s.ask(question) == "true" })
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
