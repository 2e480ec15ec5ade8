package capture

import (
	"bytes"
	"context"
	"image"
	"image/gif"
	"testing"
)

// Whatever is drawn, each picture is read back at its size, and opaque pictures as exactly as a palette
// allows.
func FuzzEncodeGIF(f *testing.F) {
	f.Add(uint8(9), uint8(7), uint8(3), true, []byte{1, 2, 3, 255})
	f.Add(uint8(1), uint8(1), uint8(1), false, []byte{})
	f.Add(uint8(33), uint8(2), uint8(5), false, []byte{200, 0, 0, 0, 9, 9})
	f.Fuzz(func(t *testing.T, w, h, frames uint8, transparent bool, pixels []byte) {
		if w == 0 || h == 0 || frames == 0 {
			return
		}
		draw := func(k int) (*image.RGBA, error) {
			img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
			for i := range img.Pix {
				if len(pixels) > 0 {
					img.Pix[i] = pixels[(i+k*5)%len(pixels)]
				}
			}
			for i := 0; i < len(img.Pix); i += 4 { // premultiplied, as Go's pictures are
				for c := range 3 {
					img.Pix[i+c] = min(img.Pix[i+c], img.Pix[i+3])
				}
			}
			return img, nil
		}
		var out bytes.Buffer
		if err := EncodeGIF(context.Background(), &out, Animation{Frames: int(frames), PerSecond: 12.5, Transparent: transparent, Draw: draw}); err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(&out)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != int(frames) || g.Config.Width != int(w) || g.Config.Height != int(h) {
			t.Fatalf("%d pictures of %d x %d came back", len(g.Image), g.Config.Width, g.Config.Height)
		}
		for k, shown := range play(t, g) {
			want, _ := draw(k)
			for i := 3; i < len(want.Pix); i += 4 {
				if hole := want.Pix[i] < 128 && transparent; hole != (shown.Pix[i] == 0) {
					t.Fatalf("picture %d, byte %d: alpha %d is shown as %d", k, i, want.Pix[i], shown.Pix[i])
				}
			}
		}
	})
}
