package present

import "gwscope/render/scene"

// DefaultGhost is the opacity of B in the overlay: enough to see where the morph leaves B, little
// enough to see the morph through it. LeastGhost can just be seen.
const (
	DefaultGhost = 0.28
	LeastGhost   = 0.05
)

// Opacity is the opacity of B in the overlay, from [LeastGhost] to 1.
func (s Scenery) Opacity() float64 {
	if !(s.Ghost > 0) {
		return DefaultGhost
	}
	return min(max(s.Ghost, LeastGhost), 1)
}

// Overlay shows the morph inside B, which has the given opacity.
func Overlay(morph, b *scene.Scene, opacity float64) *scene.Scene {
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
		s.Alpha = float32(opacity)
		s.Edges = false
		out.Surfaces = append(out.Surfaces, s)
	}
	out.Clouds = append(out.Clouds, b.Clouds...)
	return out
}
