package export

import (
	"gwscope/app/pipeline"
	"gwscope/internal/figures"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/metric"
)

// Extremities are the extremities of both shapes, and the findings of a match by them.
type Extremities struct {
	A []Tip `json:"a"`
	B []Tip `json:"b"`
	// Pairs are indices into A and B of the chosen match; empty where extremities did not find it.
	Pairs [][2]int `json:"pairs"`
	// Lesser are further places that helped the chosen match, such as ears: vertices
	// of the files of A and of B.
	Lesser [][2]int32 `json:"lesser,omitempty"`
	// Dissimilarity is GW² with distances divided by their means. CrossSpecies says that it is
	// above the limit for shapes of one species.
	Dissimilarity figures.Number `json:"dissimilarity"`
	CrossSpecies  bool           `json:"cross_species"`
	// GW2Map is the loss of the map with the masses that it brings together, null where
	// extremities did not find the chosen match.
	GW2Map figures.Number `json:"gw2_map"`
}

// Tip is an extremity of a shape.
type Tip struct {
	Name        string         `json:"name"`   // partners on both shapes have one name
	Vertex      int32          `json:"vertex"` // of the file
	Persistence figures.Number `json:"persistence"`
	// Pinned is set for places that were pinned and counted as extremities.
	Pinned bool `json:"pinned,omitempty"`
}

// extremitiesOf is nil where extremities were not sought.
func extremitiesOf(m *pipeline.Match) *Extremities {
	tips, ok := m.FoundTips()
	if !ok {
		return nil
	}
	a, names := m.Result.Anchors, tips.Names()
	e := &Extremities{A: tipsOf(a.TipsX, names[0], m.X), B: tipsOf(a.TipsY, names[1], m.Y), Pairs: [][2]int{},
		Dissimilarity: figures.Number(a.Dissimilarity), CrossSpecies: a.Dissimilarity > solver.CrossSpecies, GW2Map: figures.Number(a.GW2Map)}
	if match := m.Alternative().Match; match != nil {
		for k := range match.TipsX {
			e.Pairs = append(e.Pairs, [2]int{match.TipsX[k], match.TipsY[k]})
		}
		for _, p := range match.Lesser {
			e.Lesser = append(e.Lesser, [2]int32{m.X.Domain.VertexOf[p[0]], m.Y.Domain.VertexOf[p[1]]})
		}
	}
	return e
}

func tipsOf(tips []anchor.Extremity, names []string, space *metric.Space) []Tip {
	out := []Tip{}
	for k, t := range tips {
		out = append(out, Tip{Name: names[k], Vertex: space.Domain.VertexOf[t.Point], Persistence: figures.Number(t.Persistence), Pinned: t.Pinned})
	}
	return out
}
