package present

import "gwscope/render/scene"

// ghostAlpha is how much of B shows in the overlay: enough to see where the morph leaves
// it, little enough to see the morph through it.
const ghostAlpha = 0.28

// Overlay shows the morph inside a translucent B.
func Overlay(morph, b *scene.Scene) *scene.Scene {
	if b == nil {
		return morph
	}
	out := &scene.Scene{
		Surfaces: append([]scene.Surface(nil), morph.Surfaces...),
		Clouds:   append([]scene.Cloud(nil), morph.Clouds...),
		Lines:    append(append([]scene.Lines(nil), morph.Lines...), b.Lines...),
		Markers:  append(append([]scene.Marker(nil), morph.Markers...), b.Markers...),
	}
	for _, s := range b.Surfaces {
		s.Alpha = ghostAlpha
		s.Edges = false
		out.Surfaces = append(out.Surfaces, s)
	}
	out.Clouds = append(out.Clouds, b.Clouds...)
	return out
}
