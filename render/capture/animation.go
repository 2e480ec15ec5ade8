package capture

import (
	"context"
	"fmt"
	"image"
	"image/gif"
	"io"
)

// Animation is pictures that follow each other and begin again.
type Animation struct {
	Frames int
	// PerSecond is the number of pictures in a second, at most 50: players keep times in hundredths of
	// a second, and none below two.
	PerSecond float64
	// Transparent pictures show through where they are less than half opaque; others are
	// opaque whatever their alpha.
	Transparent bool
	// Draw makes picture k. It may be called twice for the same k.
	Draw func(k int) (*image.RGBA, error)
	// Progress, if set, is called after each picture that is written.
	Progress func(done int)
}

// MostFrames bounds the memory and the time that an animation takes.
const MostFrames = 3000

// paletteFrames is the number of pictures that the palette is made from: the pictures of an animation
// are alike.
const paletteFrames = 8

// EncodeGIF writes an endless GIF with one palette for all pictures, each stored as the part that
// changed since the one before. The error is that of ctx, of Draw or of w.
func EncodeGIF(ctx context.Context, w io.Writer, a Animation) error {
	if a.Frames < 1 || a.Frames > MostFrames {
		return fmt.Errorf("an animation has 1 to %d pictures, not %d", MostFrames, a.Frames)
	}
	if !(a.PerSecond > 0 && a.PerSecond <= 50) {
		return fmt.Errorf("a GIF shows up to 50 pictures a second, not %g", a.PerSecond)
	}
	hist := &histogram{}
	samples := min(a.Frames, paletteFrames)
	for k := range samples {
		if err := ctx.Err(); err != nil {
			return err
		}
		img, err := a.Draw(k * a.Frames / samples)
		if err != nil {
			return err
		}
		hist.add(img)
	}
	d := newDitherer(hist.palette(), !a.Transparent)
	out := &gif.GIF{}
	var shown *image.Paletted
	for k := range a.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		img, err := a.Draw(k)
		if err != nil {
			return err
		}
		whole := d.dither(img)
		frame := whole
		if shown != nil && !a.Transparent {
			frame = changes(shown, whole, d.transparent)
		}
		disposal := byte(gif.DisposalNone)
		if a.Transparent { // every picture begins anew
			disposal = gif.DisposalBackground
		}
		out.Image, out.Disposal = append(out.Image, frame), append(out.Disposal, disposal)
		out.Delay = append(out.Delay, max(2, hundredths(k+1, a.PerSecond)-hundredths(k, a.PerSecond)))
		shown = whole
		if a.Progress != nil {
			a.Progress(k + 1)
		}
	}
	size := out.Image[0].Rect
	out.Config = image.Config{ColorModel: d.colors, Width: size.Dx(), Height: size.Dy()}
	return gif.EncodeAll(w, out)
}

// hundredths is the time at which picture k begins, in hundredths of a second.
func hundredths(k int, perSecond float64) int { return int(float64(k)*100/perSecond + 0.5) }

// changes is the part of next that differs from before, with equal pixels left
// transparent.
func changes(before, next *image.Paletted, transparent uint8) *image.Paletted {
	box := image.Rectangle{}
	w := next.Rect.Dx()
	for y := range next.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:w], next.Pix[y*next.Stride:][:w]
		x0, x1 := 0, w
		for x0 < w && a[x0] == b[x0] {
			x0++
		}
		if x0 == w {
			continue
		}
		for a[x1-1] == b[x1-1] {
			x1--
		}
		box = box.Union(image.Rect(x0, y, x1, y+1))
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a picture has at least a pixel
	}
	out := image.NewPaletted(box, next.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := next.Pix[y*next.Stride+x]
			if i == before.Pix[y*before.Stride+x] {
				i = transparent
			}
			out.Pix[(y-box.Min.Y)*out.Stride+x-box.Min.X] = i
		}
	}
	return out
}
