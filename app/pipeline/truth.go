package pipeline

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"gwscope/app/samples"
	"gwscope/solver/correspond"
)

// Errors are geodesic errors / √area of a match against the truth.
type Errors struct {
	// Direct and Mirrored are the errors of AToB at each point of A's Domain, NaN where
	// the truth is unknown; Mirrored is nil without a mirror truth.
	Direct, Mirrored []float64
	// Means and median over the points with a truth; NaN when unknown.
	MeanDirect, MeanMirrored, MedianDirect float64
	// MapDirect and MapMirrored are the means of the map that the coupling alone gives; the
	// same as MeanDirect and MeanMirrored where nothing was registered.
	MapDirect, MapMirrored float64
	// Means over the samples of A, at the surface points they snap to.
	SamplesDirect, SamplesMirrored float64
	// Means over the samples of A, at the sample of B that gets most of their mass: the errors of
	// the plan alone.
	PlanDirect, PlanMirrored float64
}

// LoadTruth is the known correspondence from A to B: from the file if it is not
// empty, else that of embedded shapes of the same template, else nil.
func LoadTruth(a, b *Shape, file string) (*correspond.Truth, error) {
	return LoadTruthBase(a, b, file, correspond.UnknownBase)
}

// LoadTruthBase is LoadTruth of a file whose indices count from base. Two files, separated by
// a comma, are lists of matched vertices of A and of B.
func LoadTruthBase(a, b *Shape, file string, base int) (*correspond.Truth, error) {
	if file == "" {
		return embeddedTruth(a, b), nil
	}
	names := []string{file}
	if _, err := os.Stat(file); err != nil {
		if nameA, nameB, two := strings.Cut(file, ","); two {
			names = []string{nameA, nameB}
		}
	}
	var readers []io.Reader
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the truth: %w", err)
		}
		defer f.Close()
		readers = append(readers, bufio.NewReader(f))
	}
	nA, nB := len(a.Mesh.Vertices), len(b.Mesh.Vertices)
	var t *correspond.Truth
	var err error
	if len(readers) == 2 {
		t, err = correspond.ReadMatched(readers[0], readers[1], nA, nB, base)
	} else if t, err = correspond.ReadTruth(readers[0], nA, nB, base); err == nil {
		err = t.Corners(b.Mesh)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if t.Mirror == nil {
		mirror(t, a, b)
	}
	return t, nil
}

// SameVertexTruth says that vertex i of A is vertex i of B.
func SameVertexTruth(a, b *Shape) (*correspond.Truth, error) {
	n := len(a.Mesh.Vertices)
	if n != len(b.Mesh.Vertices) {
		return nil, fmt.Errorf("%s has %d vertices and %s has %d, so equal indices cannot be the truth", a.Ref, n, b.Ref, len(b.Mesh.Vertices))
	}
	t := &correspond.Truth{Target: make([]int32, n)}
	for i := range t.Target {
		t.Target[i] = int32(i)
	}
	mirror(t, a, b)
	return t, nil
}

// mirror adds the truth under the left-right symmetry, where one of the shapes stands
// symmetrically.
func mirror(t *correspond.Truth, a, b *Shape) {
	if image := correspond.Reflection(a.Mesh); image != nil {
		t.Mirror = make([]int32, len(image))
		for i, k := range image {
			t.Mirror[i] = t.Target[k]
		}
		return
	}
	if image := correspond.Reflection(b.Mesh); image != nil {
		t.Mirror = make([]int32, len(t.Target))
		for i, j := range t.Target {
			if t.Mirror[i] = -1; j >= 0 {
				t.Mirror[i] = image[j]
			}
		}
	}
}

// embeddedTruth is the truth between two embedded shapes of one template, and nil
// where there is none.
func embeddedTruth(a, b *Shape) *correspond.Truth {
	idA, okA := strings.CutPrefix(a.Ref, SamplePrefix)
	idB, okB := strings.CutPrefix(b.Ref, SamplePrefix)
	if !okA || !okB || !asMade(a, idA) || !asMade(b, idB) {
		return nil
	}
	direct, mirrored, err := samples.Truth(idA, idB)
	if err != nil {
		return nil // different templates: there is no truth between them
	}
	n := len(direct)
	t := &correspond.Truth{Target: make([]int32, n), Face: make([]int32, n), Bary: make([][3]float64, n)}
	for i, p := range direct {
		t.Target[i], t.Face[i], t.Bary[i] = correspond.HeaviestCorner(b.Mesh.Triangles[p.Face], p.Bary), p.Face, p.Bary
	}
	if mirrored != nil {
		t.Mirror = make([]int32, n)
		for i, p := range mirrored {
			t.Mirror[i] = correspond.HeaviestCorner(b.Mesh.Triangles[p.Face], p.Bary)
		}
	}
	return t
}

// asMade reports whether a shape has as many vertices and triangles as the embedded one, because
// options can leave some out.
func asMade(s *Shape, id string) bool {
	m, err := samples.Make(id)
	return err == nil && len(m.Vertices) == len(s.Mesh.Vertices) && len(m.Triangles) == len(s.Mesh.Triangles)
}

func measureErrors(ctx context.Context, m *Match, truth *correspond.Truth) (*Errors, error) {
	direct, mirrored, err := truth.Places(m.X.Domain, m.Y.Domain, m.B.Mesh)
	if err != nil {
		return nil, err
	}
	e := &Errors{MeanMirrored: math.NaN(), MapMirrored: math.NaN(), SamplesMirrored: math.NaN(), PlanMirrored: math.NaN()}
	snapped := make([]correspond.Place, m.X.Len())
	for i, p := range m.Alternative().SnappedXToY {
		snapped[i] = correspond.PlaceAt(m.Y.Domain, p)
	}
	planned := make([]correspond.Place, m.X.Len())
	for i, j := range m.Alternative().Plan.Targets() {
		planned[i] = correspond.PlaceAt(m.Y.Domain, m.Y.Samples[max(j, 0)])
	}
	at := func(truth []correspond.Place) []correspond.Place {
		out := make([]correspond.Place, m.X.Len())
		for i, p := range m.X.Samples {
			out[i] = truth[p]
		}
		return out
	}
	var sent []correspond.Sent
	for _, truth := range [][]correspond.Place{direct, mirrored} {
		if truth == nil {
			continue
		}
		sent = append(sent, correspond.Sent{Predicted: m.AToB.Places, Truth: truth},
			correspond.Sent{Predicted: planned, Truth: at(truth)}, correspond.Sent{Predicted: snapped, Truth: at(truth)})
		if m.MapAToB != m.AToB {
			sent = append(sent, correspond.Sent{Predicted: m.MapAToB.Places, Truth: truth})
		}
	}
	errs, err := correspond.GeodesicErrorsOf(ctx, m.Y.Domain, sent...)
	if err != nil {
		return nil, err
	}
	kinds := len(errs)
	if mirrored != nil {
		kinds /= 2
	}
	// The map of the coupling comes last. Where nothing was registered, it is the match's own map.
	means := func(of [][]float64) (onMap, plan, samples, coupling float64) {
		onMap = correspond.Mean(of[0])
		coupling = onMap
		if len(of) > 3 {
			coupling = correspond.Mean(of[3])
		}
		return onMap, correspond.Mean(of[1]), correspond.Mean(of[2]), coupling
	}
	e.Direct, e.MedianDirect = errs[0], correspond.Median(errs[0])
	e.MeanDirect, e.PlanDirect, e.SamplesDirect, e.MapDirect = means(errs[:kinds])
	if mirrored != nil {
		e.Mirrored = errs[kinds]
		e.MeanMirrored, e.PlanMirrored, e.SamplesMirrored, e.MapMirrored = means(errs[kinds:])
	}
	return e, nil
}
