package routine

import (
	"fmt"
	"runtime/debug"
)

// Panic is a mistake of the program that has ended a piece of work. It is an error, and
// it is also the value that is raised again on the goroutine that waits for the work.
type Panic struct {
	// Cause is the value of the panic.
	Cause any
	// Stack is the stack where the panic arose.
	Stack string
}

// Error says the cause in one line.
func (p *Panic) Error() string { return fmt.Sprintf("internal error: %v", p.Cause) }

// Unwrap is the cause where that is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Cause.(error)
	return err
}

// Report is the cause with the stack, for the person who mends it.
func (p *Panic) Report() string { return p.Error() + "\n" + p.Stack }

// Of is a recovered value as a Panic; one that was caught before keeps its first place. It
// must be called where the value was recovered.
func Of(recovered any) *Panic {
	if p, ok := recovered.(*Panic); ok {
		return p
	}
	return &Panic{Cause: recovered, Stack: string(debug.Stack())}
}

// Try calls f and returns the panic that ended it, nil where there was none.
func Try(f func()) (p *Panic) {
	defer func() {
		if r := recover(); r != nil {
			p = Of(r)
		}
	}()
	f()
	return nil
}
