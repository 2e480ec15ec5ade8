package gldraw

import (
	"image"
	"time"
)

// ViewerSettings say where pictures go and how fast they are to come.
type ViewerSettings struct {
	// OnImage receives each picture. The picture is the receiver's until it
	// hands it back with Recycle, if it does.
	OnImage func(*image.RGBA, Drawn)
	// OnError hears why a frame could not be drawn; nil ignores it.
	OnError func(error)
	// Settle is how long after the last Moving frame the Still one is drawn. 0: 120 ms.
	Settle time.Duration
	// FrameTime is the time that a Moving frame may take. 0: 40 ms, 25 frames a second.
	FrameTime time.Duration
}

// Drawn tells how a picture came about.
type Drawn struct {
	Frame Frame // as submitted, except that Quality is that of the drawing
	// Took is the time from the start of drawing to the finished picture.
	Took time.Duration
	// Triangles is how many were drawn; fewer than the scenes have while a large
	// surface moves.
	Triangles int

	load load
}
