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

// The truth among two shapes knows its mirror, whichever of them stands symmetrically.
func TestTheTruthKnowsItsMirror(t *testing.T) {
	t.Parallel()
	m, want := meshtest.TwoSided()
	upright, leaning := ShapeOf("upright", m), ShapeOf("leaning", meshtest.Leaning(m))
	for _, pair := range [][2]*Shape{{upright, leaning}, {leaning, upright}} {
		truth, err := SameVertexTruth(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i, k := range want {
			if truth.Mirror == nil || truth.Mirror[i] != k {
				wrong++
			}
		}
		if wrong > len(want)/100 {
			t.Errorf("%s to %s: %d of %d vertices have another mirror image", pair[0].Ref, pair[1].Ref, wrong, len(want))
		}
	}
}
