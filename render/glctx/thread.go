package glctx

import (
	"errors"
	"runtime"
	"sync"

	"gwscope/internal/routine"
)

// Thread is an OpenGL context with the operating-system thread that owns it.
// Its methods may be called from any goroutine.
type Thread struct {
	info Info
	jobs chan job
	stop chan struct{} // closed by Close
	done chan struct{} // closed when the context is gone
	once sync.Once
}

type job struct {
	run    func() error
	result chan<- outcome
}

type outcome struct {
	err      error
	panicked *routine.Panic
}

// start takes the driver's part as functions so that tests can play loss and failure, which no healthy
// machine shows. While it waits, it runs the functions that come from calls, which may be nil.
func start(
	open func() (Context, error),
	calls <-chan func(),
	load func(Context) error,
	describe func(Context) (Info, error),
	lost func(Info) bool,
) (*Thread, error) {
	t := &Thread{jobs: make(chan job), stop: make(chan struct{}), done: make(chan struct{})}
	ready := make(chan error, 2) // the driver's part may fail, and then panic on its way out
	routine.Go(func() {
		// Never unlocked: the thread ends with the goroutine, and with it
		// whatever state the driver keeps for the thread.
		runtime.LockOSThread()
		defer close(t.done)
		c, err := open()
		if err != nil {
			ready <- err
			return
		}
		defer c.Destroy()
		if err = c.MakeCurrent(); err == nil {
			defer c.Release()
			err = load(c)
		}
		if err == nil {
			t.info, err = describe(c)
		}
		if ready <- err; err == nil {
			t.serve(lost)
		}
	}, func(p *routine.Panic) { ready <- p })
	if err := await(ready, calls); err != nil {
		await(t.done, calls)
		return nil, err
	}
	return t, nil
}

func (t *Thread) serve(lost func(Info) bool) {
	gone := false
	for {
		select {
		case <-t.stop:
			return
		case j := <-t.jobs:
			if !gone {
				gone = lost(t.info)
			}
			if gone {
				j.result <- outcome{err: ErrLost}
				continue
			}
			out := run(j.run)
			if lost(t.info) {
				out.err = ErrLost
			}
			gone = errors.Is(out.err, ErrLost)
			j.result <- out
		}
	}
}

// run catches a panic of f for the goroutine that asked for f.
func run(f func() error) (out outcome) {
	out.panicked = routine.Try(func() { out.err = f() })
	return out
}

// Info describes the context.
func (t *Thread) Info() Info { return t.info }

// Do runs f on the thread with the context current, waits, and returns its
// error; ErrClosed after Close, ErrLost once the context is lost. A panic of f
// continues in the caller. Do must not be called from inside f.
func (t *Thread) Do(f func() error) error {
	result := make(chan outcome, 1)
	select {
	case <-t.stop:
		return ErrClosed
	default:
	}
	select {
	case <-t.stop:
		return ErrClosed
	case <-t.done: // the driver broke down between two jobs
		return ErrLost
	case t.jobs <- job{f, result}:
	}
	var out outcome
	select {
	case out = <-result:
	case <-t.done:
		select {
		case out = <-result:
		default:
			return ErrLost
		}
	}
	if out.panicked != nil {
		panic(out.panicked)
	}
	return out.err
}

// Close finishes the job in hand, frees the context and waits until it is gone; a hidden window of a toolkit goes
// with the next turn of the main thread.
// Closing twice is harmless.
func (t *Thread) Close() {
	t.once.Do(func() { close(t.stop) })
	<-t.done
}
