package memory

import (
	"testing"
	"time"
)

var sink []byte

// Not parallel: the whole process is watched.
func TestPeakSeesWhatIsHeldAndGoneAgain(t *testing.T) {
	const size = 64 << 20
	peak := Peak(func() {
		sink = make([]byte, size)
		for i := range sink {
			sink[i] = 1
		}
		time.Sleep(5 * time.Millisecond)
		sink = nil
	})
	if peak < size*9/10 || peak > size*13/10 {
		t.Errorf("peak of %d bytes for an array of %d", peak, size)
	}
	if idle := Peak(func() { time.Sleep(5 * time.Millisecond) }); idle > 8<<20 {
		t.Errorf("idle work needs %d bytes", idle)
	}
}

func TestPeakStopsWatchingWhenWorkPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the panic was swallowed")
		}
	}()
	Peak(func() { panic("as work may") })
}
