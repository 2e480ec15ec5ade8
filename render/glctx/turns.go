package glctx

import "gwscope/internal/routine"

// turns brings calls to the main thread. While [Start] waits there, Start runs them; after that later
// runs them, the toolkit's own runner. Without turns Start would wait for the thread, the thread for
// the toolkit, and the toolkit for Start to return.
type turns struct {
	calls chan func()
	over  chan struct{} // closed when Start returns
	later func(func())
}

func newTurns(later func(func())) *turns {
	return &turns{calls: make(chan func()), over: make(chan struct{}), later: later}
}

// run runs f on the main thread and returns when it is done. A panic of f continues in the caller.
func (t *turns) run(f func()) {
	broken := make(chan *routine.Panic, 1)
	select {
	case t.calls <- func() { broken <- routine.Try(f) }:
		if p := <-broken; p != nil {
			panic(p)
		}
	case <-t.over:
		t.later(f)
	}
}

// await waits for a value, and runs the calls that come meanwhile.
func await[T any](value <-chan T, calls <-chan func()) T {
	for {
		select {
		case f := <-calls:
			f()
		case v := <-value:
			return v
		}
	}
}
