// Package pick finds the things under the cursor: surfaces by a ray cast through
// a bounding volume hierarchy, points by their distance on the screen. It needs
// no graphics card, so it answers at once while a picture is being drawn.
package pick
