package export

import (
	"io"
	"math"
	"slices"
	"strconv"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/internal/figures"
	"gwscope/internal/stages"
	"gwscope/solver/correspond"
)

// Summary is result.json: a match in numbers, with every setting needed to
// repeat it. Losses are squared (GW²) on distances whose largest is 1; errors are
// geodesic, divided by the root of the target's area; times are in seconds.
type Summary struct {
	Version       string          `json:"version"`
	Schema        int             `json:"schema"` // see [Schema]
	Method        string          `json:"method"`
	Settings      session.Options `json:"settings"`
	Seed          uint64          `json:"seed"`
	A             ShapeSummary    `json:"a"`
	B             ShapeSummary    `json:"b"`
	Distances     string          `json:"distances"` // the kind that the metric of the settings stands for
	N             int             `json:"n"`
	M             int             `json:"m"`
	GW2Slicer     figures.Number  `json:"gw2_slicer"`
	GW2           figures.Number  `json:"gw2"`
	MarginalError figures.Number  `json:"marginal_error"`
	Margin        figures.Number  `json:"margin"` // null: there is no second candidate
	// Uncertain: Trust.Probability is below 0.8.
	Uncertain    bool          `json:"uncertain"`
	Chosen       int           `json:"chosen"`
	ChosenBy     string        `json:"chosen_by"` // "solver" or "person"
	Trust        Trust         `json:"trust"`
	Alternatives []Alternative `json:"alternatives"`
	// Rival are the figures of a rival beside its plan; absent for the slicers.
	Rival *Rival `json:"rival,omitempty"`
	// Extremities are absent where they were not sought.
	Extremities *Extremities `json:"extremities,omitempty"`
	// Landmarks are absent where nobody marked any.
	Landmarks *Landmarks `json:"landmarks,omitempty"`
	Status    string     `json:"status"`
	Backend   string     `json:"backend"`
	// Distortion is the mean pair distortion as a share of the diameter.
	Distortion figures.Number `json:"distortion"`
	// PlanSpread is the mean number of target samples that hold 90 % of a source sample's
	// mass: 1 where the plan sends each sample to one place.
	PlanSpread figures.Number `json:"plan_spread"`
	// Coverage is the share of the target's area that a map hits; 1 hits all of it.
	CoverageOfA figures.Number `json:"coverage_of_a"` // by the map from B
	CoverageOfB figures.Number `json:"coverage_of_b"` // by the map from A
	// Unmatched is the share of a shape's area that seems to have no partner on the other:
	// an estimate, see [trust.UnmatchedLimits].
	UnmatchedOfA figures.Number `json:"unmatched_of_a"`
	UnmatchedOfB figures.Number `json:"unmatched_of_b"`
	// Maps describes the rows of the files of maps.
	Maps Maps `json:"maps"`
	// UnmatchedTold says that a share is larger than the shares that whole shapes also have.
	UnmatchedTold bool `json:"unmatched_told"`
	// Surface is about A's mesh on B.
	Surface Surface `json:"surface"`
	// Morph has the folds on the way; absent where no morph was written.
	Morph *Morph `json:"morph,omitempty"`
	Truth *Truth `json:"truth,omitempty"`
	// ErrorDirect and ErrorMirrored repeat the truth's dense means at the top level.
	ErrorDirect   *figures.Number `json:"error_direct,omitempty"`
	ErrorMirrored *figures.Number `json:"error_mirrored,omitempty"`
	TimeS         figures.Times   `json:"time_s"`
	// Stages are the times of the stages, each within the stage that it is part of; absent
	// where they were not recorded.
	Stages *stages.Stage `json:"stages,omitempty"`
	Notes  []string      `json:"notes"`
	// LeftOut are sentences on files that were left out, because single precision would destroy
	// their content.
	LeftOut []string `json:"left_out,omitempty"`
}

// Maps are facts about the files of maps: the base of their indices, and the numbers of rows.
type Maps struct {
	Base int `json:"base"`
	AToB int `json:"a_to_b"` // rows, one for each vertex of A
	BToA int `json:"b_to_a"`
}

// ShapeSummary names one shape.
type ShapeSummary struct {
	Ref      string   `json:"ref"`
	Name     string   `json:"name"`
	Vertices int      `json:"vertices"`
	Faces    int      `json:"faces"`
	Warnings []string `json:"warnings"`
}

// Alternative is one near-equal minimum.
type Alternative struct {
	figures.Minimum
	Distortion figures.Number `json:"distortion"` // mean pair distortion, a share of the diameter
}

// Rival are the figures of a method that the program's own are compared with.
type Rival struct {
	Title      string         `json:"title"`
	Objective  string         `json:"objective,omitempty"` // the name of the value, where it is not GW²
	Value      figures.Number `json:"value"`
	LowerBound figures.Number `json:"gw2_lower_bound"` // proven, null where there is none
	Distance   bool           `json:"distance"`        // it is a distance, and the plan is that of its best direction
	Iterations int            `json:"iterations"`
}

// Truth has the errors against a known correspondence. Dense values are means over the vertices of
// A. Values of samples are means over the samples of A, at the places that they snap to; values of
// the plan are at the samples of B that get most of their mass.
type Truth struct {
	Vertices     int            `json:"vertices"`
	Direct       figures.Number `json:"error_direct"`
	Mirrored     figures.Number `json:"error_mirrored"`
	DirectMedian figures.Number `json:"error_direct_median"`
	// The means of the map that the coupling alone gives, before A's mesh was laid on B.
	DirectMap   figures.Number `json:"error_direct_map"`
	MirroredMap figures.Number `json:"error_mirrored_map"`
	// AUC is the area under the cumulative curve of direct errors up to 0.25, 1 at
	// best; Within are shares of vertices whose direct error is at most the key.
	AUC             figures.Number            `json:"error_direct_auc"`
	Within          map[string]figures.Number `json:"error_direct_within"`
	SamplesDirect   figures.Number            `json:"error_direct_samples"`
	SamplesMirrored figures.Number            `json:"error_mirrored_samples"`
	PlanDirect      figures.Number            `json:"error_direct_plan"`
	PlanMirrored    figures.Number            `json:"error_mirrored_plan"`
}

// Summarize returns a match in numbers, and analyses it unless that was done.
func Summarize(m *pipeline.Match) Summary {
	s := outline(m)
	s.Trust, s.Uncertain = trustOf(m), m.Verdict().Doubted()
	s.UnmatchedOfA, s.UnmatchedOfB = figures.Number(m.Unmatched().Area[0]), figures.Number(m.Unmatched().Area[1])
	s.UnmatchedTold = m.Unmatched().Telling(0) || m.Unmatched().Telling(1)
	onA, onB := m.Coverage()
	s.CoverageOfA, s.CoverageOfB = figures.Number(onA), figures.Number(onB)
	sense := m.Sense()
	s.Surface.Reversed, s.Surface.ReversedByMap = figures.Number(sense.Reversed), figures.Number(sense.ReversedByMap)
	return s
}

// outline is a match in numbers without an analysis, with its trust where that is known.
func outline(m *pipeline.Match) Summary {
	r := m.Result
	unknown := figures.Number(math.NaN())
	s := Summary{
		Version: version.String(), Schema: SchemaVersion, Method: m.Options.Method, Settings: m.Options, Seed: m.Options.Seed,
		A: summarizeShape(m.A, m.X.Domain.Warnings), B: summarizeShape(m.B, m.Y.Domain.Warnings),
		Distances: m.Distances(), N: m.X.Len(), M: m.Y.Len(),
		GW2Slicer: r.GW2Slicer, GW2: figures.Number(m.GW2()), MarginalError: r.MarginalError,
		Margin: r.Margin, Chosen: m.Chosen, ChosenBy: chosenBy(m),
		Status: r.Status.String(), Backend: r.Backend, Distortion: figures.Number(m.MeanDistortion()), PlanSpread: figures.Number(m.MeanSpread()),
		UnmatchedOfA: unknown, UnmatchedOfB: unknown, CoverageOfA: unknown, CoverageOfB: unknown,
		Maps:    Maps{AToB: len(m.A.Mesh.Vertices), BToA: len(m.B.Mesh.Vertices)},
		Surface: surfaceOf(m), Notes: m.Notes(), TimeS: m.Times,
		Extremities: extremitiesOf(m), Landmarks: landmarksOf(m),
	}
	if m.VerdictKnown() && m.ConfidenceKnown() {
		s.Trust, s.Uncertain = trustOf(m), m.Verdict().Doubted()
	}
	for k, alt := range r.Alternatives {
		s.Alternatives = append(s.Alternatives, Alternative{Minimum: alt.Figures(), Distortion: figures.Number(m.DistortionOf(k))})
	}
	if o := r.Own; o != nil {
		s.Rival = &Rival{Title: o.Title, Objective: o.Name, Value: o.Value, LowerBound: o.Bound,
			Distance: o.Distance, Iterations: o.Iterations}
	}
	if e := m.Errors; e != nil {
		s.Truth = &Truth{Vertices: len(e.Direct), Direct: figures.Number(e.MeanDirect), Mirrored: figures.Number(e.MeanMirrored),
			DirectMedian: figures.Number(e.MedianDirect), DirectMap: figures.Number(e.MapDirect), MirroredMap: figures.Number(e.MapMirrored), SamplesDirect: figures.Number(e.SamplesDirect), SamplesMirrored: figures.Number(e.SamplesMirrored),
			PlanDirect: figures.Number(e.PlanDirect), PlanMirrored: figures.Number(e.PlanMirrored)}
		s.Truth.AUC = figures.Number(correspond.Summarize(e.Direct).AUC)
		s.Truth.Within = map[string]figures.Number{}
		levels := []float64{0.01, 0.02, 0.05, 0.1, 0.25}
		for i, share := range correspond.CumulativeErrors(e.Direct, levels) {
			s.Truth.Within[strconv.FormatFloat(levels[i], 'g', -1, 64)] = figures.Number(share)
		}
		s.ErrorDirect = &s.Truth.Direct
		if !math.IsNaN(e.MeanMirrored) {
			s.ErrorMirrored = &s.Truth.Mirrored
		}
	}
	return s
}

// WriteSummary writes result.json.
func WriteSummary(w io.Writer, s Summary) error { return writeJSON(w, s) }

func summarizeShape(s *pipeline.Shape, domainWarnings []string) ShapeSummary {
	return ShapeSummary{Ref: s.Ref, Name: s.Mesh.Name, Vertices: len(s.Mesh.Vertices), Faces: s.Mesh.FaceCount(),
		Warnings: append([]string{}, slices.Concat(s.Report.Dangers(), s.Mesh.Origin.Warnings, domainWarnings)...)}
}
