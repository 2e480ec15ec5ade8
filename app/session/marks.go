package session

import (
	"encoding/json"

	"gwscope/meshio/landmark"
)

// Landmark is a named place on a shape.
type Landmark = landmark.Landmark

// Marks are the places that a person has marked on both shapes: landmarks, which are paired by
// name and steer a match where they are pinned, and extremities, which replace those that the
// solver finds.
type Marks struct {
	A landmark.Set `json:"a"` // source
	B landmark.Set `json:"b"` // target
}

// Clone is a copy that shares no memory.
func (m Marks) Clone() Marks { return Marks{m.A.Clone(), m.B.Clone()} }

// Equal reports whether both have the same marks.
func (m Marks) Equal(o Marks) bool { return m.A.Equal(o.A) && m.B.Equal(o.B) }

// Empty reports whether nothing is marked.
func (m Marks) Empty() bool { return m.A.Empty() && m.B.Empty() }

// Pinned are the pairs of landmarks that a match has to honour.
func (m Marks) Pinned() []landmark.Pair { return landmark.Pinned(m.A.Landmarks, m.B.Landmarks) }

// SolveKey identifies the marks that steer a match: pinned pairs and given extremities. It is
// empty where there are none.
func (m Marks) SolveKey() string {
	var steer struct {
		Pins [][2]Landmark
		Tips [2][]Landmark
	}
	for _, p := range m.Pinned() {
		steer.Pins = append(steer.Pins, [2]Landmark{m.A.Landmarks[p.A], m.B.Landmarks[p.B]})
	}
	steer.Tips = [2][]Landmark{m.A.Tips, m.B.Tips}
	if steer.Pins == nil && m.A.Tips == nil && m.B.Tips == nil {
		return ""
	}
	key, err := json.Marshal(steer)
	if err != nil {
		// No reader and no click gives positions that JSON cannot hold.
		panic("session: " + err.Error())
	}
	return string(key)
}
