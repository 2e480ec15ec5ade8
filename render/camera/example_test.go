package camera_test

import (
	"fmt"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// Two views are linked by drawing with one value: a motion of the hand in
// either makes the next value for both.
func ExampleCamera() {
	box := scene.Bounds{Min: scene.Vec{-1, -1, -1}, Max: scene.Vec{1, 1, 1}}
	const width, height = 400, 300
	c := camera.New().Frame(box, width, height)
	left, right := c, c
	c = left.Orbit(40, 0, width, height).Zoom(1.5, 200, 150, width, height)
	left, right = c, c
	at, _ := right.Project(camera.Vec{}, width, height)
	fmt.Println(left == right, at.X, at.Y)
	// Output: true 200 150
}
