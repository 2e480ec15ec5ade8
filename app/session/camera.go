package session

// Camera is the camera of a view, in a file's form. Package present turns it into a camera of
// package render/camera, and back. The zero value stands for [Unaimed].
type Camera struct {
	Target       [3]float64
	Orientation  Quaternion // turns eye space into world space; unit length
	Distance     float64    // positive
	FieldOfView  float64    // in radians, vertical
	Orthographic bool
	Up           int // 0: y, 1: z
}

// Quaternion is W + V.X i + V.Y j + V.Z k.
type Quaternion struct {
	W float64
	V [3]float64
}

// Unaimed is the camera of a document that no window has shown.
var Unaimed = Camera{Orientation: Quaternion{W: 1}, Distance: 1, FieldOfView: 35 * 3.14159265358979323846 / 180}

// OneValue marks a camera for [Differences] and [Merge].
func (Camera) OneValue() {}
