package capture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ball is a shaded disc over a gradient, at x from the left.
func ball(w, h int, x float64, transparent bool) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for py := range h {
		for px := range w {
			c := color.RGBA{uint8(20 + 60*py/h), uint8(24 + 30*py/h), 40, 255}
			if transparent {
				c = color.RGBA{}
			}
			dx, dy := (float64(px)-x)/20, (float64(py)-float64(h)/2)/20
			if r := dx*dx + dy*dy; r < 1 {
				z := math.Sqrt(1 - r)
				c = color.RGBA{uint8(80 + 170*z), uint8(40 + 100*z), uint8(60 + 60*dx*dx), 255}
			}
			img.SetRGBA(px, py, c)
		}
	}
	return img
}

func encode(t *testing.T, a Animation) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := EncodeGIF(context.Background(), &buf, a); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// play shows a GIF as a player does, and returns every picture.
func play(t *testing.T, g *gif.GIF) []*image.RGBA {
	t.Helper()
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var out []*image.RGBA
	for k, frame := range g.Image {
		draw.Draw(canvas, frame.Rect, frame, frame.Rect.Min, draw.Over)
		shown := image.NewRGBA(canvas.Rect)
		copy(shown.Pix, canvas.Pix)
		out = append(out, shown)
		if g.Disposal[k] == gif.DisposalBackground {
			draw.Draw(canvas, frame.Rect, image.Transparent, image.Point{}, draw.Src)
		}
	}
	return out
}

func TestAGIFPlaysWhatWasDrawn(t *testing.T) {
	t.Parallel()
	const frames, w, h = 15, 160, 90
	at := func(transparent bool) func(k int) (*image.RGBA, error) {
		return func(k int) (*image.RGBA, error) {
			return ball(w, h, 30+100*float64(k)/frames, transparent), nil
		}
	}
	for _, transparent := range []bool{false, true} {
		draw := at(transparent)
		done := 0
		data := encode(t, Animation{Frames: frames, PerSecond: 24, Transparent: transparent, Draw: draw, Progress: func(k int) { done = k }})
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var whole int
		for _, d := range g.Delay {
			whole += d
		}
		if len(g.Image) != frames || done != frames || g.LoopCount != 0 || whole != hundredths(frames, 24) {
			t.Errorf("%d pictures (%d told), %d loops, %d hundredths", len(g.Image), done, g.LoopCount, whole)
		}
		for k, shown := range play(t, g) {
			want, _ := draw(k)
			var sum float64
			for i := range shown.Pix {
				d := float64(shown.Pix[i]) - float64(want.Pix[i])
				if i%4 == 3 && d != 0 {
					t.Fatalf("transparent %v, picture %d: the alpha at byte %d is %d and not %d", transparent, k, i, shown.Pix[i], want.Pix[i])
				}
				sum += d * d
			}
			if rms := math.Sqrt(sum / float64(len(shown.Pix))); rms > 4 {
				t.Errorf("transparent %v, picture %d is off by %.1f of 255", transparent, k, rms)
			}
		}
		again := encode(t, Animation{Frames: frames, PerSecond: 24, Transparent: transparent, Draw: draw})
		if !bytes.Equal(data, again) {
			t.Error("the same pictures give another file")
		}
	}
}

// Still parts of a picture are not written again.
func TestAStillGIFIsSmall(t *testing.T) {
	t.Parallel()
	still := ball(320, 200, 80, false)
	one := encode(t, Animation{Frames: 1, PerSecond: 10, Draw: func(int) (*image.RGBA, error) { return still, nil }})
	many := encode(t, Animation{Frames: 50, PerSecond: 10, Draw: func(int) (*image.RGBA, error) { return still, nil }})
	if len(many)-len(one) > 50*60 {
		t.Errorf("49 pictures without a change take %d bytes", len(many)-len(one))
	}
}

func TestAnimationsSayWhatTheyCannotBe(t *testing.T) {
	t.Parallel()
	draw := func(int) (*image.RGBA, error) { return ball(20, 20, 9, false), nil }
	broken := errors.New("the card is gone")
	ctx, cancel := context.WithCancel(context.Background())
	for name, c := range map[string]struct {
		a    Animation
		want string
	}{
		"none":   {Animation{Frames: 0, PerSecond: 10, Draw: draw}, "1 to"},
		"many":   {Animation{Frames: MostFrames + 1, PerSecond: 10, Draw: draw}, "1 to"},
		"slow":   {Animation{Frames: 2, PerSecond: 0, Draw: draw}, "pictures a second"},
		"fast":   {Animation{Frames: 2, PerSecond: 51, Draw: draw}, "pictures a second"},
		"broken": {Animation{Frames: 2, PerSecond: 10, Draw: func(int) (*image.RGBA, error) { return nil, broken }}, broken.Error()},
	} {
		if err := EncodeGIF(context.Background(), &bytes.Buffer{}, c.a); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	stopped := Animation{Frames: 9, PerSecond: 10, Draw: draw, Progress: func(done int) {
		if done == 2 {
			cancel()
		}
	}}
	if err := EncodeGIF(ctx, &bytes.Buffer{}, stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("an animation that is stopped ends with %v", err)
	}
}

// Another program reads it too.
func TestImageMagickReadsTheGIF(t *testing.T) {
	t.Parallel()
	identify, err := exec.LookPath("identify")
	if err != nil {
		t.Skip("ImageMagick's identify is not installed")
	}
	path := filepath.Join(t.TempDir(), "ball.gif")
	data := encode(t, Animation{Frames: 7, PerSecond: 20, Draw: func(k int) (*image.RGBA, error) { return ball(120, 80, 20+10*float64(k), false), nil }})
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(identify, "-format", "%m %W %H %T\n", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, want := string(out), strings.Repeat("GIF 120 80 5\n", 7); got != want {
		t.Errorf("identify says\n%s, want\n%s", got, want)
	}
}

func BenchmarkEncodeGIF(b *testing.B) {
	img := ball(800, 600, 300, false)
	other := ball(800, 600, 320, false)
	for b.Loop() {
		var buf bytes.Buffer
		if err := EncodeGIF(context.Background(), &buf, Animation{Frames: 10, PerSecond: 20, Draw: func(k int) (*image.RGBA, error) {
			if k%2 == 0 {
				return img, nil
			}
			return other, nil
		}}); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(buf.Len()))
	}
}
