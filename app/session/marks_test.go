package session

import (
	"encoding/json"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/landmark"
)

func TestMarksKeepTheDifferenceBetweenNoTipsAndTipsNotGiven(t *testing.T) {
	t.Parallel()
	m := Marks{A: landmark.Set{Landmarks: []Landmark{landmark.New("nose", r3.Vec{X: 1})}, Tips: []Landmark{}}}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back Marks
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !m.Equal(back) || back.A.Tips == nil || back.B.Tips != nil {
		t.Errorf("%s came back as %+v", text, back)
	}
}

// Placing a landmark that pins nothing must not solve anything again.
func TestSolveKeyTellsOnlyWhatSteers(t *testing.T) {
	t.Parallel()
	var m Marks
	m.A.Landmarks = []Landmark{landmark.New("nose", r3.Vec{X: 1})}
	m.B.Landmarks = []Landmark{landmark.New("nose", r3.Vec{X: 2})}
	if key := m.SolveKey(); key != "" {
		t.Errorf("landmarks that are not pinned give the key %q", key)
	}
	m.A.Landmarks[0].Pinned = true
	if key := m.SolveKey(); key != "" {
		t.Errorf("a landmark pinned on one side gives the key %q", key)
	}
	m.B.Landmarks[0].Pinned = true
	one := m.SolveKey()
	if one == "" {
		t.Fatal("a pinned pair gives no key")
	}
	m.B.Landmarks[0].Position[2] = 0.5
	if m.SolveKey() == one {
		t.Error("a pin that moved keeps its key")
	}
	m = Marks{A: landmark.Set{Tips: []Landmark{}}}
	if m.SolveKey() == "" {
		t.Error("deleted tips give no key")
	}
}
