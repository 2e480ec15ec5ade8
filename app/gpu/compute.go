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

// backend is a backend that also closes its context.
type backend struct {
	*glcompute.Backend
	thread *glctx.Thread
}

func (b backend) Close() {
	b.Backend.Close()
	b.thread.Close()
}

// Open makes a backend on a context of its own. main runs functions on the main thread; it may be
// nil where the system has EGL, that is on Linux. With main set, Open is a solver.OpenDevice.
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
