package export

import (
	"path/filepath"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/figures"
	"gwscope/meshio/landmark"
)

// The names of landmark files, without the extensions of their formats: those of either
// shape, with its extremities, and those of one carried to the other.
const (
	LandmarksA   = "landmarks_a"
	LandmarksB   = "landmarks_b"
	LandmarksAOn = "landmarks_a_on_b"
	LandmarksBOn = "landmarks_b_on_a"
)

// landmarkFormats are the formats of landmarks: for scripts, and for 3D Slicer of
// any age.
var landmarkFormats = []string{".csv", ".fcsv", ".mrk.json"}

// landmarkSets are the landmarks of each file of a match, by the file's name without extension.
func landmarkSets(m *pipeline.Match) map[string]landmark.Set {
	a, b := MarkedOn(m)
	return map[string]landmark.Set{LandmarksA: a, LandmarksB: b,
		LandmarksAOn: carriedSet(m, false), LandmarksBOn: carriedSet(m, true)}
}

// landmarkFiles are the names of the files that SaveLandmarks writes for a match, or of all possible
// ones where m is nil. Empty lists have no file.
func landmarkFiles(m *pipeline.Match, _ Settings) []string {
	var sets map[string]landmark.Set
	if m != nil {
		sets = landmarkSets(m)
	}
	var names []string
	for _, stem := range []string{LandmarksA, LandmarksB, LandmarksAOn, LandmarksBOn} {
		if set := sets[stem]; m != nil && len(set.Landmarks)+len(set.Tips) == 0 {
			continue
		}
		for _, e := range landmarkFormats {
			names = append(names, stem+e)
		}
	}
	return names
}

// SaveLandmarks writes the landmarks and extremities of both shapes, and the landmarks
// carried to the other shape, into dir. Empty lists have no file.
func SaveLandmarks(dir string, m *pipeline.Match) error {
	for stem, set := range landmarkSets(m) {
		if len(set.Landmarks)+len(set.Tips) == 0 {
			continue
		}
		for _, e := range landmarkFormats {
			if err := landmark.Save(filepath.Join(dir, stem+e), set); err != nil {
				return err
			}
		}
	}
	return nil
}

// MarkedOn are the landmarks of both shapes with their extremities, set by a person or found, and
// the lesser extremities that helped the match. Pairs come first, in one order.
func MarkedOn(m *pipeline.Match) (a, b landmark.Set) {
	a, b = landmark.PairsFirst(m.Marks.A, m.Marks.B)
	tipsA, tipsB := m.FoundTipMarks()
	if a.Tips == nil {
		a.Tips = tipsA
	}
	if b.Tips == nil {
		b.Tips = tipsB
	}
	a.Lesser, b.Lesser = m.LesserMarks()
	a.Name, b.Name = m.A.Mesh.Name, m.B.Mesh.Name
	a.Space, b.Space = m.A.Mesh.Space, m.B.Mesh.Space
	return a, b
}

// SaveCarried writes A's landmarks on B, or with fromB B's on A, in the format of path.
func SaveCarried(path string, m *pipeline.Match, fromB bool) error {
	return landmark.Save(path, carriedSet(m, fromB))
}

// carriedSet are A's landmarks on B, or with fromB B's on A. Their order is that of the file of
// the landmarks that they come from, so that the two can be compared row by row.
func carriedSet(m *pipeline.Match, fromB bool) landmark.Set {
	other, on, c := m.Marks.B, m.B.Mesh, m.MarksAToB
	if fromB {
		other, on, c = m.Marks.A, m.A.Mesh, m.MarksBToA
	}
	s := landmark.Set{Name: on.Name, Space: on.Space}
	if c == nil {
		return s
	}
	for _, l := range c.All {
		s.Landmarks = append(s.Landmarks, landmark.New(l.Name, l.At))
	}
	if fromB {
		_, s = landmark.PairsFirst(other, s)
	} else {
		s, _ = landmark.PairsFirst(s, other)
	}
	return s
}

// Landmarks are the carried landmarks.
type Landmarks struct {
	// Pinned are the names of the pairs that the match had to honour.
	Pinned []string      `json:"pinned"`
	AToB   *CarriedMarks `json:"a_to_b,omitempty"`
	BToA   *CarriedMarks `json:"b_to_a,omitempty"`
}

// CarriedMarks are the landmarks of one shape on the other. RMSE is the root mean square of the
// straight distances to the landmarks of the same names on the other shape, in the units of its
// file; OverArea is RMSE / √area. Both are null where there are none.
type CarriedMarks struct {
	Given    int            `json:"given"`
	RMSE     figures.Number `json:"rmse"`
	OverArea figures.Number `json:"rmse_over_sqrt_area"`
	Places   []CarriedPlace `json:"places"`
}

// CarriedPlace is a carried landmark, in the coordinates of the other shape's file.
type CarriedPlace struct {
	Name       string          `json:"name"`
	Position   [3]float64      `json:"position"`
	Confidence figures.Number  `json:"confidence"`
	Off        *figures.Number `json:"off,omitempty"` // distance from the landmark of that name there
}

// landmarksOf is nil where nothing is marked.
func landmarksOf(m *pipeline.Match) *Landmarks {
	if len(m.Marks.A.Landmarks)+len(m.Marks.B.Landmarks) == 0 {
		return nil
	}
	return &Landmarks{Pinned: PinnedNames(m.Marks), AToB: carriedSummary(m.MarksAToB), BToA: carriedSummary(m.MarksBToA)}
}

// PinnedNames are the names of the pinned pairs.
func PinnedNames(marks session.Marks) []string {
	names := []string{}
	for _, p := range marks.Pinned() {
		names = append(names, marks.A.Landmarks[p.A].Name)
	}
	return names
}

func carriedSummary(c *pipeline.CarriedMarks) *CarriedMarks {
	if c == nil || len(c.All) == 0 {
		return nil
	}
	out := &CarriedMarks{Given: c.Given, RMSE: figures.Number(c.RMSE), OverArea: figures.Number(c.OverArea)}
	for _, l := range c.All {
		p := CarriedPlace{Name: l.Name, Position: [3]float64{l.At.X, l.At.Y, l.At.Z}, Confidence: figures.Number(l.Confidence)}
		if l.Given {
			off := figures.Number(l.Off)
			p.Off = &off
		}
		out.Places = append(out.Places, p)
	}
	return out
}
