//go:build cgo

package gpu

import (
	"runtime"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/internal/await"
)

// TestDroppedTensorsAreFreed: every restart of a training makes a network of its own, and does not
// release the last one itself.
func TestDroppedTensorsAreFreed(t *testing.T) {
	t.Parallel()
	b := open(t).(backend)
	defer b.Close()
	kept := b.New(4, 4)
	b.Upload(kept, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	for range 50 {
		b.New(4, 4)
	}
	alive := func() int {
		count := 0
		_ = b.thread.Do(func() error {
			for id := range uint32(100) {
				if gl.IsBuffer(id) {
					count++
				}
			}
			return nil
		})
		return count
	}
	before := alive()
	await.Until(t, "the collector, which cleans up when it likes", func() bool {
		runtime.GC()
		b.Dot(kept, kept)
		return alive() <= before-40
	})
	if sum := b.Dot(kept, kept); sum != 1240 {
		t.Errorf("a tensor in use now gives %g, not 1240", sum)
	}
}
