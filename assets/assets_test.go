package assets

import (
	"bytes"
	"image/png"
	"testing"
)

func TestIconIsASquarePNG(t *testing.T) {
	t.Parallel()
	img, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 512 || b.Dy() != 512 {
		t.Errorf("icon is %v, want 512 x 512", b)
	}
	if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
		t.Errorf("the icon's corner has alpha %d, want a rounded, transparent corner", a)
	}
}
