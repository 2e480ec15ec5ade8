package gui

// signal tells its listeners that something changed. It belongs to Fyne's main
// goroutine: listeners are added while the window is built and called in order.
type signal[T any] struct {
	listeners []func(T)
}

// on adds a listener.
func (s *signal[T]) on(f func(T)) { s.listeners = append(s.listeners, f) }

// emit calls the listeners.
func (s *signal[T]) emit(v T) {
	for _, f := range s.listeners {
		f(v)
	}
}
