package rendertest

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gwscope/render/capture"
	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

var update = flag.Bool("update", false, "write golden pictures instead of comparing with them")

// Updating reports whether the flag -update is set, for goldens that are no pictures.
func Updating() bool { return *update }

// OpenSoftware opens a context on the software rasteriser, which needs no display.
func OpenSoftware(bool) (*glctx.Thread, error) {
	return glctx.Start(glctx.Options{Provider: glctx.EGL, PreferSoftware: true})
}

// Renderer starts a renderer on the software rasteriser for the length of the
// test. Without EGL the test is skipped, but fails where the variable CI is set:
// there the pictures must be drawn.
func Renderer(t testing.TB) *gldraw.Renderer {
	t.Helper()
	th, err := OpenSoftware(false)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI is set, so pictures must be drawn: %v", err)
		}
		t.Skipf("pictures are not compared here: %v", err)
	}
	t.Cleanup(th.Close)
	r, err := gldraw.New(th)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// Two pictures are alike if few pixels differ visibly and the mean difference is small: other versions
// of a driver round differently and place a few edge pixels elsewhere, but a shading, a line or a
// colour that is wrong exceeds both.
const (
	visible     = 24    // of 255, in any channel
	visiblePart = 0.004 // of all pixels
	meanDiff    = 0.6   // of 255
)

// Golden compares a picture with testdata/NAME.png. A picture that differs is
// saved, with a map of the differences, in a folder that the failure names.
func Golden(t testing.TB, name string, got *image.RGBA) {
	t.Helper()
	golden(t, name, got, got.Rect)
}

// GoldenOfWords is Golden for pictures that no driver draws: a changed word fails.
func GoldenOfWords(t testing.TB, name string, got *image.RGBA) {
	t.Helper()
	golden(t, name, got, image.Rectangle{})
}

// golden compares a picture that the driver draws inside drawn.
func golden(t testing.TB, name string, got *image.RGBA, drawn image.Rectangle) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		save(t, path, paletted(got))
		return
	}
	want, err := load(path)
	compare(t, name, path, got, got, want, err, drawn)
}

// GoldenInFewColors is Golden for large pictures, such as whole windows: a file has its 256 commonest
// colours, and a picture is compared in the colours of the file. The driver draws inside drawn; outside
// it a changed word fails.
func GoldenInFewColors(t testing.TB, name string, got *image.RGBA, drawn image.Rectangle) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		save(t, path, inColors(got, commonest(got)))
		return
	}
	want, err := load(path)
	few := got
	if err == nil {
		few = rgba(inColors(got, commonest(want)))
	}
	compare(t, name, path, got, few, want, err, drawn)
}

func save(t testing.TB, path string, img image.Image) {
	t.Helper()
	if err := capture.Save(path, img); err != nil {
		t.Fatal(err)
	}
}

// compare reports the faults of a picture: got has all its colours, few those of the file. want and err
// come from reading the file. The driver draws inside drawn.
func compare(t testing.TB, name, path string, got, few, want *image.RGBA, err error, drawn image.Rectangle) {
	t.Helper()
	if errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is missing; run the test with -update and look at what it draws", path)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	problem, diff := Compare(want, few)
	if n := differ(want, got, few, drawn); problem == "" && n > mostInWords() {
		problem = fmt.Sprintf("%d pixels of words differ visibly (%d may)", n, mostInWords())
	}
	if problem != "" {
		t.Errorf("%s: %s; see %s", name, problem, keep(t, name, few, diff))
	}
}

// mostInWords is the number of pixels that may differ visibly where no driver draws. A digit that has
// changed differs in ten. Another processor may round otherwise, so that the last digits of some
// figures differ: tests let five digits pass, and make pictures, which a person looks at, lets none
// pass.
func mostInWords() int {
	if os.Getenv("GWSCOPE_PICTURES") != "" {
		return 4
	}
	return 50
}

// differ counts pixels of pictures of one size that differ visibly, outside a rectangle. A colour midway
// between two colours of the file may have become either of them.
func differ(want, got, few *image.RGBA, except image.Rectangle) (n int) {
	if want.Rect != got.Rect {
		return 0
	}
	far := func(a, b color.RGBA) int {
		of := func(x, y uint8) int { return int(max(x, y) - min(x, y)) }
		return max(of(a.R, b.R), of(a.G, b.G), of(a.B, b.B), of(a.A, b.A))
	}
	for y := want.Rect.Min.Y; y < want.Rect.Max.Y; y++ {
		for x := want.Rect.Min.X; x < want.Rect.Max.X; x++ {
			is := got.RGBAAt(x, y)
			if !image.Pt(x, y).In(except) && far(is, want.RGBAAt(x, y)) > far(is, few.RGBAAt(x, y))+visible {
				n++
			}
		}
	}
	return n
}

// commonest are at most 256 colours that pixels have, the commonest first: of colours that are nearly
// alike the commonest one.
func commonest(img *image.RGBA) color.Palette {
	count := map[[4]uint8]int{}
	for p := range pixels(img) {
		count[p]++
	}
	bins, of := map[[4]uint8]int{}, map[[4]uint8][4]uint8{}
	for _, c := range slices.SortedFunc(maps.Keys(count), func(a, b [4]uint8) int { return cmp.Or(count[b]-count[a], slices.Compare(a[:], b[:])) }) {
		bin := c
		for k := range bin {
			bin[k] >>= 4
		}
		if bins[bin] += count[c]; bins[bin] == count[c] {
			of[bin] = c
		}
	}
	var out color.Palette
	for _, bin := range slices.SortedFunc(maps.Keys(bins), func(a, b [4]uint8) int { return cmp.Or(bins[b]-bins[a], slices.Compare(a[:], b[:])) }) {
		if c := of[bin]; len(out) < 256 {
			out = append(out, color.RGBA{c[0], c[1], c[2], c[3]})
		}
	}
	return out
}

// pixels are the pixels of a picture, line by line.
func pixels(img *image.RGBA) iter.Seq[[4]uint8] {
	return func(yield func([4]uint8) bool) {
		for y := range img.Rect.Dy() {
			line := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
			for x := 0; x < len(line); x += 4 {
				if !yield([4]uint8(line[x:])) {
					return
				}
			}
		}
	}
}

// inColors is a picture in the nearest of given colours.
func inColors(img *image.RGBA, colors color.Palette) *image.Paletted {
	out := image.NewPaletted(img.Rect, colors)
	nearest := map[[4]uint8]uint8{}
	k := 0
	for p := range pixels(img) {
		at, ok := nearest[p]
		if !ok {
			at = uint8(colors.Index(color.RGBA{p[0], p[1], p[2], p[3]}))
			nearest[p] = at
		}
		out.Pix[k] = at
		k++
	}
	return out
}

func rgba(img image.Image) *image.RGBA {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out
}

// paletted is a picture of at most 256 colours as a list of these, which makes a small file; others
// stay as they are.
func paletted(img *image.RGBA) image.Image {
	var colors color.Palette
	seen := map[[4]uint8]bool{}
	for p := range pixels(img) {
		if seen[p] {
			continue
		}
		if len(colors) == 256 {
			return img
		}
		seen[p] = true
		colors = append(colors, color.RGBA{p[0], p[1], p[2], p[3]})
	}
	return inColors(img, colors)
}

// Compare returns the fault of got, empty if there is none, and a picture that
// is bright where the two differ.
func Compare(want, got *image.RGBA) (problem string, diff *image.RGBA) {
	if want.Rect != got.Rect {
		return fmt.Sprintf("size %v, want %v", got.Rect.Size(), want.Rect.Size()), nil
	}
	diff = image.NewRGBA(want.Rect)
	var sum, seen int
	n := want.Rect.Dx() * want.Rect.Dy()
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			i := want.PixOffset(x, y)
			var most int
			for k := range 4 {
				d := int(want.Pix[i+k]) - int(got.Pix[got.PixOffset(x, y)+k])
				sum += max(d, -d)
				most = max(most, d, -d)
			}
			if most > visible {
				seen++
			}
			v := uint8(min(255, 4*most))
			diff.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	if n == 0 {
		return "", diff
	}
	mean := float64(sum) / float64(4*n)
	if part := float64(seen) / float64(n); part > visiblePart || mean > meanDiff {
		return fmt.Sprintf("%.2f %% of the pixels differ visibly (%.2f %% may), by %.2f on average (%.2f may)", 100*part, 100*visiblePart, mean, meanDiff), diff
	}
	return "", diff
}

func load(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rgba(img), nil
}

// keep saves a failed picture where it outlives the test.
func keep(t testing.TB, name string, got, diff *image.RGBA) string {
	t.Helper()
	path := filepath.Join(os.TempDir(), "gwscope-pictures", name)
	save(t, path+".png", got)
	if diff != nil {
		save(t, path+".diff.png", diff)
	}
	return path + ".png"
}
