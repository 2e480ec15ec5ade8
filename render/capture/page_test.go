package capture_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gwscope/meshio"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
)

// printed is a figure on a page of 120 x 60 mm at 300 dpi, without shapes to draw.
func printed() (*capture.Figure, *image.RGBA) {
	f := &capture.Figure{Theme: capture.Paper, Caption: "GW² / √area, α → β & <x>", Bar: &colormap.Scale{Map: colormap.Error, Max: 0.3473, Label: "geodesic error", Unit: "/ √area"},
		Shapes: []capture.Shape{{Scene: triangle(0), Title: "A  horse & rider", Note: "9,000 vertices"}, {Scene: triangle(0), Title: "B  cat"}}}
	f.On(capture.Page{Width: 120, Height: 60, DPI: 300})
	plate := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range plate.Pix {
		plate.Pix[i] = 255
	}
	plate.SetRGBA(5, 5, color.RGBA{200, 0, 0, 255})
	return f, plate
}

func write(t *testing.T, format string) []byte {
	t.Helper()
	f, plate := printed()
	var a, b bytes.Buffer
	for _, w := range []io.Writer{&a, &b} {
		if err := f.Write(w, format, plate); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("two %s of one figure differ", format)
	}
	return a.Bytes()
}

// words are what must stand in a figure as text: titles, caption, and both ends of the bar.
var words = []string{"A  horse & rider", "9,000 vertices", "B  cat", "GW² / √area, α → β & <x>", "geodesic error, / √area", "0.347", "0.1"}

// An SVG has its size in millimetres, one picture, and every word as text.
func TestAnSVGHasItsSizeAndItsWords(t *testing.T) {
	t.Parallel()
	data := write(t, "svg")
	var doc struct {
		Width   string `xml:"width,attr"`
		Height  string `xml:"height,attr"`
		ViewBox string `xml:"viewBox,attr"`
		Images  []struct {
			Href   string `xml:"href,attr"`
			Width  int    `xml:"width,attr"`
			Height int    `xml:"height,attr"`
		} `xml:"image"`
		Texts []struct {
			X      float64 `xml:"x,attr"`
			Length float64 `xml:"textLength,attr"`
			Adjust string  `xml:"lengthAdjust,attr"`
			Size   string  `xml:"font-size,attr"`
			Text   string  `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Width != "120mm" || doc.Height != "60mm" || doc.ViewBox != "0 0 1417 709" {
		t.Errorf("the SVG is %s x %s, seen through %s", doc.Width, doc.Height, doc.ViewBox)
	}
	if len(doc.Images) != 1 || doc.Images[0].Width != 1417 || !strings.HasPrefix(doc.Images[0].Href, "data:image/png;base64,") {
		t.Errorf("%d pictures", len(doc.Images))
	}
	var all []string
	for _, line := range doc.Texts {
		all = append(all, line.Text)
		size, _ := strconv.ParseFloat(line.Size, 64)
		if points := size / 300 * 72; points < 7 || points > 9 {
			t.Errorf("%q is written in %.1f points", line.Text, points)
		}
		// Another font must not make a line longer than its place.
		if line.Length < size/4 || line.X+line.Length > 1417 || line.Adjust != "spacingAndGlyphs" {
			t.Errorf("%q begins at %.0f and is to be %.0f long (%q)", line.Text, line.X, line.Length, line.Adjust)
		}
	}
	has(t, strings.Join(all, " "))
}

func has(t *testing.T, text string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

// A PDF is one page of its size, with its fonts and one picture.
func TestAPDFHasItsSizeAndItsFonts(t *testing.T) {
	t.Parallel()
	data := write(t, "pdf")
	box := regexp.MustCompile(`/MediaBox \[\s*0 0 ([0-9.]+) ([0-9.]+)\s*\]`).FindSubmatch(data)
	if box == nil {
		t.Fatal("no page size")
	}
	for k, mm := range []float64{120, 60} {
		if points, _ := strconv.ParseFloat(string(box[k+1]), 64); math.Abs(points-mm/25.4*72) > 0.02 {
			t.Errorf("side %d of the page is %g points", k, points)
		}
	}
	for what, n := range map[string]int{"/Type /Page\n": 1, "/Subtype /Image": 1, "/FontFile2": 2, "/ToUnicode": 2} {
		if got := bytes.Count(data, []byte(what)); got != n {
			t.Errorf("%d times %q, want %d", got, what, n)
		}
	}
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed: the words are not read back")
	}
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := meshio.WriteFile(path, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-layout", path, "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := regexp.MustCompile(` +`).ReplaceAllString(string(out), " ")
	for _, w := range words {
		if w = strings.ReplaceAll(w, "  ", " "); !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

// A PNG says how large it is in print, and other programs still read it.
func TestAPNGSaysItsSize(t *testing.T) {
	t.Parallel()
	data := write(t, "png")
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 1417 || img.Bounds().Dy() != 709 {
		t.Fatalf("the PNG is %v, %v", img, err)
	}
	at := bytes.Index(data, []byte("pHYs"))
	if at < 0 || binary.BigEndian.Uint32(data[at+4:]) != 11811 { // 300 dpi in pixels of a metre
		t.Errorf("the PNG does not say 300 dpi")
	}
	dark := 0
	for y := range 709 {
		for x := range 1417 {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x6000 {
				dark++
			}
		}
	}
	if dark < 2000 {
		t.Errorf("%d dark pixels: no words to be seen", dark)
	}
}

func TestPagesThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, p := range []capture.Page{{}, {Width: 5, Height: 50, DPI: 300}, {Width: 50, Height: 5000, DPI: 300}, {Width: 50, Height: 50, DPI: 3}, {Width: math.NaN(), Height: 50, DPI: 300}} {
		if p.Check() == nil {
			t.Errorf("%+v can be", p)
		}
	}
	f, plate := printed()
	if err := f.Write(io.Discard, "bmp", plate); err == nil || !strings.Contains(err.Error(), "pdf") {
		t.Errorf("an unknown format: %v", err)
	}
	for path, want := range map[string]string{"a.pdf": "pdf", "b.SVG": "svg", "c.png": "png", "d.jpg": ""} {
		if got := capture.FormatOf(path); got != want {
			t.Errorf("%s is %q", path, got)
		}
	}
}

// A scale bar is a line of the length that its words say, and the words are text.
func TestAScaleBarOnPaperIsAsLongAsItSays(t *testing.T) {
	t.Parallel()
	f, plate := printed()
	cam := camera.New().Look(camera.Front).WithOrthographic(true)
	cam.Distance = 3
	f.Camera = &cam
	const unit = 25.0 // millimetres of a unit of the scene
	f.Shapes[1].Scale = gldraw.ScaleBar{Unit: unit, Name: "mm"}
	var b bytes.Buffer
	if err := f.Write(&b, "svg", plate); err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`>([0-9.]+) mm</text>`).FindStringSubmatch(b.String())
	if said == nil {
		t.Fatal("the figure does not say how long the bar is")
	}
	length, _ := strconv.ParseFloat(said[1], 64)
	pane := f.Frame().Panes[1].Rect
	want := length / (cam.PixelSize(cam.Distance, float64(pane.Dy())) * unit)
	long := 0.0
	for _, r := range regexp.MustCompile(`<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" fill="#[0-9a-f]+"/>`).FindAllStringSubmatch(b.String(), -1) {
		x, _ := strconv.Atoi(r[1])
		w, _ := strconv.ParseFloat(r[3], 64)
		if x >= pane.Min.X && x < pane.Max.X && w > long {
			long = w
		}
	}
	if math.Abs(long-want) > 1.5 || want < 20 {
		t.Errorf("the bar of %g mm is %g pixels long, not %g", length, long, want)
	}
}
