//go:build cgo

package gpu

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gwscope/render/glctx"
	"gwscope/solver/nn/glcompute"
)

// losing is a device that is lost after some calls.
type losing struct {
	glcompute.Device
	left int
}

func (l *losing) Do(f func() error) error {
	if l.left--; l.left < 0 {
		return glctx.ErrLost
	}
	return l.Device.Do(f)
}

// TestLostDevice loses the context after every number of calls that a small training
// takes, and expects an error, never a panic or a number to believe.
func TestLostDevice(t *testing.T) {
	t.Parallel()
	b := open(t).(backend)
	defer b.Close()
	for calls := range 12 {
		gpu, err := glcompute.New(&losing{device{b.thread}, calls})
		if lost := (*glcompute.LostError)(nil); err != nil {
			if !errors.As(err, &lost) {
				t.Fatalf("after %d calls: %v", calls, err)
			}
			continue
		}
		x, y := gpu.New(8, 8), gpu.New(8, 8)
		gpu.Upload(x, make([]float64, 64))
		gpu.Gemm(y, x, false, x, true, 1, 0)
		gpu.Dropout(y, 0.5, 1)
		sum := gpu.Dot(y, y)
		values := make([]float64, 64)
		gpu.Download(values, y)
		if err := gpu.Err(); err != nil {
			lost := (*glcompute.LostError)(nil)
			if !errors.As(err, &lost) || !errors.Is(err, glctx.ErrLost) || !strings.Contains(err.Error(), "graphics card") {
				t.Errorf("after %d calls: error %v", calls, err)
			}
			if !math.IsNaN(values[5]) {
				t.Errorf("after %d calls the lost device still gives %g", calls, values[5])
			}
		} else if sum != 0 || values[5] != 0 {
			t.Errorf("after %d calls, without an error: %g and %g", calls, sum, values[5])
		}
		gpu.Close()
	}
	if b.Err() != nil {
		t.Errorf("the other backend on the thread failed too: %v", b.Err())
	}
}

func TestTooLargeTensor(t *testing.T) {
	t.Parallel()
	b := open(t)
	defer b.Close()
	b.New(1<<20, 1<<20)
	if err := b.Err(); !errors.Is(err, glcompute.ErrMemory) || !strings.Contains(err.Error(), "fewer samples") {
		t.Errorf("a tensor of 4 TB: %v", err)
	}
}

func TestOldOpenGL(t *testing.T) {
	t.Parallel()
	b := open(t).(backend)
	defer b.Close()
	_, err := glcompute.New(old{device{b.thread}})
	if err == nil || !strings.Contains(err.Error(), "4.3 is needed") {
		t.Errorf("OpenGL 4.1: %v", err)
	}
}

// old is a device of the last version without compute shaders that Apple offers.
type old struct{ device }

func (o old) Info() glcompute.Info { return glcompute.Info{Name: "Apple M1", Major: 4, Minor: 1} }
