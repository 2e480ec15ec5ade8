package pipeline

import (
	"testing"

	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

// The truth speaks of the triangles of embedded meshes, and of no others that bear their name.
func TestOnlyTheEmbeddedMeshHasItsTruth(t *testing.T) {
	t.Parallel()
	whole, err := NewEngine().Load(t.Context(), SamplePrefix+"cat/1", session.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if truth, err := LoadTruth(whole, whole, ""); err != nil || truth == nil {
		t.Fatalf("the truth of a sample is %v, %v", truth, err)
	}
	other := ShapeOf(SamplePrefix+"cat/1", meshtest.Icosphere(1))
	for _, pair := range [][2]*Shape{{whole, other}, {other, whole}} {
		if truth, err := LoadTruth(pair[0], pair[1], ""); err != nil || truth != nil {
			t.Errorf("another mesh of its name has the truth %v, %v", truth, err)
		}
	}
}
