//go:build cgo

package gpu

import (
	"gwscope/render/glctx"
	"gwscope/solver/nn"
	"gwscope/solver/nn/glcompute"
)

// device is a context that only computes.
type device struct{ thread *glctx.Thread }

var _ glcompute.Device = device{}

func (d device) Do(f func() error) error { return d.thread.Do(f) }

func (d device) Info() glcompute.Info {
	i := d.thread.Info()
	return glcompute.Info{Name: i.Renderer, Major: i.Major, Minor: i.Minor, Software: i.Software}
}

// backend closes its context with itself.
type backend struct {
	*glcompute.Backend
	thread *glctx.Thread
}

func (b backend) Close() {
	b.Backend.Close()
	b.thread.Close()
}

// Open makes a backend on a context of its own; it is a solver.OpenDevice but for main,
// which runs functions on the main thread and may be nil. Without it, computing takes
// EGL, that is Linux.
func Open(main func(func())) (b nn.Backend, software bool, err error) {
	thread, err := glctx.Start(glctx.Options{Main: main})
	if err != nil {
		return nil, false, err
	}
	gpu, err := glcompute.New(device{thread})
	if err != nil {
		thread.Close()
		return nil, false, err
	}
	return backend{gpu, thread}, thread.Info().Software, nil
}
