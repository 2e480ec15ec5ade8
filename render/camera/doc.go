// Package camera is the orbit camera of every view: pure mathematics, no
// graphics library.
//
// A [Camera] is a value. Every motion returns a new one, so two views are linked
// when they draw with the same value, an undo is an old value, and a session
// file holds it as JSON.
//
// Conventions. Pixels are counted from the upper left corner, y downwards, and
// pixel (0, 0) covers [0,1) x [0,1). Eye space has x right, y up, z towards the
// viewer. Clip space has y *downwards*, so that an image read back from the
// graphics card has its top row first and needs no flip; front faces are
// therefore clockwise. Angles are radians.
package camera
