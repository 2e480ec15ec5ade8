package export

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A picture drawn with Ahead is the same as any other, and an unused Ahead is closed.
func TestPicturesMadeReadyForAreTheSame(t *testing.T) {
	t.Parallel()
	needsDrawing(t)
	m := matched(t)
	kinds, err := ParseKinds("picture")
	if err != nil {
		t.Fatal(err)
	}
	var pictures [2][]byte
	for k := range pictures {
		dir := t.TempDir()
		var ahead *Ahead
		if k == 1 {
			ahead = NewAhead(kinds)
			ahead.Begin()
			ahead.Begin()
		}
		if _, err := WriteReady(t.Context(), dir, m, kinds, DefaultSettings(), ahead, nil); err != nil {
			t.Fatal(err)
		}
		ahead.Close()
		if pictures[k], err = os.ReadFile(filepath.Join(dir, PictureFile)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("a picture that was made ready for differs")
	}
	unused := NewAhead(kinds)
	unused.Begin()
	unused.Close()
	if NewAhead(nil) != nil {
		t.Error("something is made ready for no picture")
	}
}
