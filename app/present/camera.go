package present

import (
	"github.com/go-gl/mathgl/mgl64"

	"gwscope/app/session"
	"gwscope/render/camera"
)

// ReadCameras are the cameras that a document keeps.
func ReadCameras(kept [2]session.Camera) (out [2]camera.Camera) {
	for s, c := range kept {
		out[s] = camera.Camera{Target: c.Target, Orientation: mgl64.Quat{W: c.Orientation.W, V: c.Orientation.V},
			Distance: c.Distance, FieldOfView: c.FieldOfView, Orthographic: c.Orthographic, Up: camera.Axis(c.Up)}
	}
	return out
}

// KeepCameras are cameras in the form of a document.
func KeepCameras(cameras [2]camera.Camera) (out [2]session.Camera) {
	for s, c := range cameras {
		out[s] = session.Camera{Target: c.Target, Orientation: session.Quaternion{W: c.Orientation.W, V: c.Orientation.V},
			Distance: c.Distance, FieldOfView: c.FieldOfView, Orthographic: c.Orthographic, Up: int(c.Up)}
	}
	return out
}
