package pipeline

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"time"

	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/solver/anchor"
	"gwscope/solver/metric"
)

// arraysVersion is the first number of the arrays that Keep packs.
const arraysVersion = 1

// Keep is a match as a session keeps it. The couplings and the maps of samples are kept,
// for they take the time; spaces, the maps of all vertices and A's mesh on B are computed
// again from them, to the same bits. Where a map of all vertices needs more than that, as between
// different species, the one that is shown is kept, too.
func Keep(m *Match) *session.Result {
	r := m.Result
	k := &session.Result{Steered: m.Marks.SolveKey(), Program: "GWScope " + version.String(), Options: m.Options, Keys: [2]string{m.A.Key, m.B.Key}, Chosen: m.Chosen,
		ByPerson: m.ChosenBy == ByPerson, Status: r.Status.String(), Backend: r.Backend, GW2Slicer: session.Number(r.GW2Slicer), GW2: session.Number(r.GW2),
		MarginalError: session.Number(r.MarginalError), Margin: session.Number(r.Margin),
		Distortion: session.Number(m.MeanDistortion()), Notes: r.Notes, Unfamiliar: r.Unfamiliar, Seconds: secondsOf(m.Times)}
	if e := m.Errors; e != nil {
		k.ErrorDirect = (*session.Number)(&e.MeanDirect)
		if !math.IsNaN(e.MeanMirrored) {
			k.ErrorMirrored = (*session.Number)(&e.MeanMirrored)
		}
	}
	for _, a := range r.Alternatives {
		one := session.Alternative{GW2: session.Number(a.GW2), Score: session.Number(a.Score),
			Orientation: session.Number(a.Orientation), Rigidity: session.Number(a.Rigidity), Symmetry: a.Symmetry, Joined: a.Joined, Extremities: a.Match != nil}
		if a.Match != nil {
			one.Lesser = a.Match.Lesser
		}
		k.Alternatives = append(k.Alternatives, one)
	}
	if o := r.Own; o != nil {
		k.Own = &session.Own{Title: o.Title, Name: o.Name, Value: session.Number(o.Value), Bound: session.Number(o.Bound),
			Distance: o.Distance, Iterations: o.Iterations}
	}
	if a := r.Anchors; a != nil {
		k.Extremities = &session.Extremities{A: tipsOf(a.TipsX), B: tipsOf(a.TipsY), Dissimilarity: session.Number(a.Dissimilarity), GW2Map: session.Number(a.GW2Map)}
	}
	if p := r.Part; p != nil {
		k.Part = (*session.Number)(&p.Mass)
	}
	k.Arrays = packMatch(m)
	return k
}

// SessionRef names the shape as a session does.
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

// marked are the indices of what is set.
func marked(set []bool) []int32 {
	var out []int32
	for i, on := range set {
		if on {
			out = append(out, int32(i))
		}
	}
	return out
}

// samplesKey tells spaces apart whose samples are others.
func samplesKey(x *metric.Space) uint64 {
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, int64(len(x.Domain.Points))) // hashes take everything
	binary.Write(h, binary.LittleEndian, x.Samples)
	return h.Sum64()
}

func secondsOf(t Times) map[string]float64 {
	out := map[string]float64{}
	for name, d := range timesByName(&t) {
		if *d > 0 {
			out[name] = math.Round(d.Seconds()*1e4) / 1e4
		}
	}
	return out
}

// timesByName are the fields of Times under the names that files give them.
func timesByName(t *Times) map[string]*time.Duration {
	return map[string]*time.Duration{"load": &t.Load, "space": &t.Space, "solve": &t.Solve, "slicing": &t.Slicing, "polish": &t.Polish,
		"choice": &t.Choice, "rival": &t.Rival, "extremities": &t.Anchors, "judge": &t.Judge, "dense": &t.Dense, "register": &t.Register, "total": &t.Total}
}

func narrow(v []int) []int32 {
	out := make([]int32, len(v))
	for i, x := range v {
		out[i] = int32(x)
	}
	return out
}

func tipsOf(tips []anchor.Tip) []session.Tip {
	out := make([]session.Tip, len(tips))
	for i, t := range tips {
		out[i] = session.Tip{Name: t.Name, Point: t.Point, Persistence: session.Number(t.Persistence)}
	}
	return out
}
