package pipeline

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/internal/figures"
	"gwscope/solver/metric"
)

// arraysVersion is the first number of the arrays that Keep packs.
const arraysVersion = 1

// Keep is a match as a session keeps it. It has the couplings and the maps of samples, because
// they take the time. Spaces, maps of all vertices and A's mesh on B are computed again, to the
// same bits. Where maps of all vertices do not follow from these, as between different species, the
// shown ones are kept too.
func Keep(m *Match) *session.Result {
	r := m.Result
	k := &session.Result{Steered: m.Marks.SolveKey(), Program: "GWScope " + version.String(), Options: m.Options, Keys: [2]string{m.A.Key, m.B.Key}, Chosen: m.Chosen,
		ByPerson: m.ChosenBy == ByPerson, Status: r.Status.String(), Outcome: r.Outcome, GW2: figures.Number(r.GW2()),
		Distortion: figures.Number(m.MeanDistortion()), Times: m.Times}
	if e := m.Errors; e != nil {
		k.ErrorDirect = (*figures.Number)(&e.MeanDirect)
		if !math.IsNaN(e.MeanMirrored) {
			k.ErrorMirrored = (*figures.Number)(&e.MeanMirrored)
		}
	}
	for _, a := range r.Alternatives {
		one := session.Alternative{Minimum: a.Figures(), Extremities: a.Match != nil}
		if a.Match != nil {
			one.Lesser = a.Match.Lesser
		}
		k.Alternatives = append(k.Alternatives, one)
	}
	if a := r.Anchors; a != nil {
		k.Extremities = &session.Extremities{A: a.TipsX, B: a.TipsY, Dissimilarity: figures.Number(a.Dissimilarity), GW2Map: figures.Number(a.GW2Map)}
	}
	if p := r.Part; p != nil {
		k.Part = (*figures.Number)(&p.Mass)
	}
	k.Arrays = packMatch(m)
	return k
}

// SessionRef is the shape's reference in a session.
func (s *Shape) SessionRef() session.ShapeRef {
	return session.ShapeRef{Ref: s.Ref, Key: s.Key, Name: s.Mesh.Name, Vertices: len(s.Mesh.Vertices), Faces: s.Mesh.FaceCount()}
}

// packMatch is nil where the arrays are too large to keep.
func packMatch(m *Match) []byte {
	p := &packer{}
	p.count(arraysVersion)
	p.buf = binary.LittleEndian.AppendUint64(p.buf, samplesKey(m.X))
	p.buf = binary.LittleEndian.AppendUint64(p.buf, samplesKey(m.Y))
	r := m.Result
	p.plan(r.Slicer)
	p.floats(r.PushX)
	p.floats(r.PushY)
	p.count(len(r.Alternatives))
	for k, a := range r.Alternatives {
		p.plan(a.Plan)
		p.ints(a.SnappedXToY)
		p.ints(a.SnappedYToX)
		if a.Match == nil {
			continue
		}
		p.ints(narrow(a.Match.TipsX))
		p.ints(narrow(a.Match.TipsY))
		if k == m.Chosen {
			p.surfaceMap(m.MapAToB)
			p.surfaceMap(m.MapBToA)
		}
	}
	if r.Part != nil {
		p.ints(marked(r.Part.OutX))
		p.ints(marked(r.Part.OutY))
	}
	return p.bytes()
}

// marked are the indices of the true values.
func marked(set []bool) []int32 {
	var out []int32
	for i, on := range set {
		if on {
			out = append(out, int32(i))
		}
	}
	return out
}

// samplesKey differs for spaces with different samples.
func samplesKey(x *metric.Space) uint64 {
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, int64(len(x.Domain.Points))) // hashes take everything
	binary.Write(h, binary.LittleEndian, x.Samples)
	return h.Sum64()
}

func narrow(v []int) []int32 {
	out := make([]int32, len(v))
	for i, x := range v {
		out[i] = int32(x)
	}
	return out
}
