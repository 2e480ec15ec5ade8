package mainloop

// Signal tells its listeners that something changed. It belongs to Fyne's main
// goroutine: listeners are added while the window is built and called in order.
type Signal[T any] struct {
	listeners []func(T)
}

// On adds a listener.
func (s *Signal[T]) On(f func(T)) { s.listeners = append(s.listeners, f) }

// Emit calls the listeners.
func (s *Signal[T]) Emit(v T) {
	for _, f := range s.listeners {
		f(v)
	}
}
