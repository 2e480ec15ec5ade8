//go:build cgo

package glcompute

import "errors"

// Device lends an OpenGL context of its own: nobody else changes its state between
// calls, and the functions of go-gl's v4.3-core are loaded.
type Device interface {
	// Do runs f on the thread that owns the context, waits, and returns f's error, or
	// one of its own when the context no longer works.
	Do(f func() error) error
	Info() Info
}

// Info describes a device.
type Info struct {
	Name         string // "NVIDIA GeForce RTX 4090"
	Major, Minor int    // version of OpenGL
	// Software tells that the processor plays the graphics card, which is slower
	// than package cpu.
	Software bool
}

// HasCompute reports whether there are compute shaders.
func (i Info) HasCompute() bool { return i.Major > 4 || i.Major == 4 && i.Minor >= 3 }

// LostError reports a device that stopped working; its memory is gone.
type LostError struct{ Cause error }

func (e *LostError) Error() string {
	return "the graphics card stopped computing: " + e.Cause.Error()
}

// Unwrap is the error of the device or its driver.
func (e *LostError) Unwrap() error { return e.Cause }

// ErrMemory is the cause of a LostError where the card has too little memory.
var ErrMemory = errors.New("it has too little memory; use fewer samples, narrower networks, or the CPU")
