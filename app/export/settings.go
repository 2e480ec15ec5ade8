package export

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/capture"
)

// Settings are the settings of the files of a match. Start from [DefaultSettings].
type Settings struct {
	// T is the time of the morphed mesh, from 0 at A to 1 at B. MeshFormat is its format. Its
	// coordinates are those of A's file, or with InB of B's.
	T          float64
	MeshFormat string
	InB        bool
	// View has the way of the morph, and the content and background of pictures.
	View present.View
	// Panes are the panes of pictures: PanesBoth and so on.
	Panes string
	// Camera has the direction, the upright axis and the projection of pictures; it is moved so
	// that everything is seen. CameraB is B's own camera; nil: the same for both.
	Camera  camera.Camera
	CameraB *camera.Camera
	// Width and Height are of pictures, AnimationWidth and AnimationHeight of animations, in pixels.
	Width, Height                   int
	AnimationWidth, AnimationHeight int
	// Page is the size of the figure for print, and FigureFormat is its format, one of
	// [capture.Formats].
	Page         capture.Page
	FigureFormat string
	// Aspect is the width over the height of the view that the cameras come from. The figure for
	// print then shows at least all that this view shows. With 0 it shows whole shapes.
	Aspect float64
	// Units is the name of the unit of the files' coordinates, for a scale bar; "" where it is not
	// known.
	Units string
	// Bare leaves out titles and captions.
	Bare bool
	// Frames is the number of pictures of an animation, PerSecond of those shown in a second.
	Frames    int
	PerSecond float64
	// Spin is the angle in degrees by which the shapes of a morph animation turn while it plays.
	Spin float64
	// Command is the command line that wrote the files, for the report; "" in the window.
	Command string
}

// The panes of pictures.
const (
	PanesBoth    = "both" // A, on its way where t > 0, beside B
	PanesA       = "a"
	PanesB       = "b"
	PanesMorph   = "morph"
	PanesOverlay = "overlay" // the morph inside B
)

// Choices of settings, in the order of menus.
var (
	AllPanes    = []string{PanesBoth, PanesA, PanesB, PanesMorph, PanesOverlay}
	MeshFormats = []string{"ply", "obj", "glb", "off", "stl", "vtk", "vtp"}
)

// The least and largest side of a picture, in pixels.
const leastSide, mostSide = 16, 20000

// pictureLines is the number of correspondences in a picture: enough to read the match, and few
// enough to follow each.
const pictureLines = 12

// DefaultSettings are dark pictures with lines, of 1600 x 900 pixels, animations of 60 pictures
// in three seconds, and figures for print over two columns of a journal.
func DefaultSettings() Settings {
	v := present.NewView()
	v.Dark, v.Lines, v.Scenery.Background = true, pictureLines, present.Dark
	return Settings{T: 0.5, MeshFormat: "ply", View: v, Panes: PanesBoth, Camera: camera.New().Look(camera.ThreeQuarter),
		Page: capture.Page{Width: 180, Height: 100, DPI: 300}, FigureFormat: capture.Formats[0],
		Width: 1600, Height: 900, AnimationWidth: 800, AnimationHeight: 450, Frames: 60, PerSecond: 20}
}

// Check refuses impossible settings.
func (s Settings) Check() error {
	if err := s.View.Way.Check(); err != nil {
		return err
	}
	for _, c := range []struct {
		what, is string
		may      []string
	}{{"panes", s.Panes, AllPanes}, {"mesh format", s.MeshFormat, MeshFormats}, {"format of a figure", s.FigureFormat, capture.Formats}} {
		if !slices.Contains(c.may, c.is) {
			return fmt.Errorf("there is no %s %q; choose %s", c.what, c.is, strings.Join(c.may, ", "))
		}
	}
	if err := s.Page.Check(); err != nil {
		return err
	}
	across, above := s.Page.Pixels()
	for _, size := range []int{s.Width, s.Height, s.AnimationWidth, s.AnimationHeight, across, above} {
		if size < leastSide || size > mostSide {
			return fmt.Errorf("a picture has %d to %d pixels on a side, not %d", leastSide, mostSide, size)
		}
	}
	switch {
	case !(s.T >= 0 && s.T <= 1):
		return fmt.Errorf("t goes from 0 to 1, and cannot be %g", s.T)
	case s.Frames < 2 || s.Frames > capture.MostFrames:
		return fmt.Errorf("an animation has 2 to %d pictures, not %d", capture.MostFrames, s.Frames)
	case !(s.PerSecond >= 1 && s.PerSecond <= 50):
		return fmt.Errorf("an animation shows 1 to 50 pictures a second, not %g", s.PerSecond)
	case !(s.Spin >= -3600 && s.Spin <= 3600):
		return fmt.Errorf("the shapes of an animation can turn by up to 3600 degrees, not %g", s.Spin)
	case !slices.Contains(present.Backgrounds(), s.View.Scenery.Background):
		return fmt.Errorf("there is no background %q", s.View.Scenery.Background)
	case !present.Known(s.View.ColorBy):
		return fmt.Errorf("colours cannot show %q", s.View.ColorBy)
	}
	return nil
}
