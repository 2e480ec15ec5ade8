package export

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
	"time"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
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
	Distances     string          `json:"distances"` // what the metric of the settings came to
	N             int             `json:"n"`
	M             int             `json:"m"`
	GW2Slicer     number          `json:"gw2_slicer"`
	GW2           number          `json:"gw2"`
	MarginalError number          `json:"marginal_error"`
	Margin        number          `json:"margin"` // null: there is no second candidate
	// Uncertain: Trust.Probability is below 0.8.
	Uncertain    bool          `json:"uncertain"`
	Chosen       int           `json:"chosen"`
	ChosenBy     string        `json:"chosen_by"` // "solver" or "person"
	Trust        Trust         `json:"trust"`
	Alternatives []Alternative `json:"alternatives"`
	// Rival is what a rival says beside its plan; absent for the slicers.
	Rival *Rival `json:"rival,omitempty"`
	// Extremities are absent where nobody looked at them.
	Extremities *Extremities `json:"extremities,omitempty"`
	// Landmarks are absent where nobody marked any.
	Landmarks *Landmarks `json:"landmarks,omitempty"`
	Status    string     `json:"status"`
	Backend   string     `json:"backend"`
	// Distortion is the mean pair distortion as a share of the diameter.
	Distortion number `json:"distortion"`
	// PlanSpread is the mean number of target samples that hold 90 % of a source sample's
	// mass: 1 where the plan sends each to one place.
	PlanSpread number `json:"plan_spread"`
	// Coverage is the share of the target's area that a map hits; 1 hits all of it.
	CoverageOfA number `json:"coverage_of_a"` // by the map from B
	CoverageOfB number `json:"coverage_of_b"` // by the map from A
	// Unmatched is the share of a shape's area that seems to have no partner on the other:
	// an estimate, see [pipeline.UnmatchedLimits].
	UnmatchedOfA number `json:"unmatched_of_a"`
	UnmatchedOfB number `json:"unmatched_of_b"`
	// Maps says what the rows of the files of maps count.
	Maps Maps `json:"maps"`
	// UnmatchedTold says that it is more than what is marked of whole shapes, too.
	UnmatchedTold bool `json:"unmatched_told"`
	// Surface is how A's mesh lies on B.
	Surface Surface `json:"surface"`
	// Morph is how the triangles fare on the way; absent where no morph was written.
	Morph *Morph `json:"morph,omitempty"`
	Truth *Truth `json:"truth,omitempty"`
	// ErrorDirect and ErrorMirrored repeat the truth's dense means at the top level.
	ErrorDirect   *number  `json:"error_direct,omitempty"`
	ErrorMirrored *number  `json:"error_mirrored,omitempty"`
	TimeS         Seconds  `json:"time_s"`
	Notes         []string `json:"notes"`
	// LeftOut are sentences on files that were asked for and left out, because single precision
	// would destroy what is in them.
	LeftOut []string `json:"left_out,omitempty"`
}

// Maps are what a file of a map has no room for: the base of all its indices, and its rows.
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
	GW2         number `json:"gw2"`
	Score       number `json:"score"`
	Orientation number `json:"orientation"` // 1 direct, 0 mirrored, null where there are no normals
	Rigidity    number `json:"rigidity"`
	Distortion  number `json:"distortion"` // mean pair distortion, a share of the diameter
	// Symmetry says how it differs from the first one by a symmetry of a shape, such as "half
	// turn about the long axis"; absent where it does not.
	Symmetry string `json:"symmetry,omitempty"`
}

// Rival is what a method that min-GSGW is compared with says of itself.
type Rival struct {
	Title      string `json:"title"`
	Objective  string `json:"objective,omitempty"` // what value is, where it is not GW²
	Value      number `json:"value"`
	LowerBound number `json:"gw2_lower_bound"` // proven, null where there is none
	Distance   bool   `json:"distance"`        // the plan is that of its best direction
	Iterations int    `json:"iterations"`
}

// Truth has the errors against a known correspondence. Dense values are means
// over the vertices of A; sample values over the samples of A, at the matched
// samples as they are and at the places they snap to.
type Truth struct {
	Vertices     int    `json:"vertices"`
	Direct       number `json:"error_direct"`
	Mirrored     number `json:"error_mirrored"`
	DirectMedian number `json:"error_direct_median"`
	// The means of the map that the coupling alone gives, before A's mesh was laid on B.
	DirectMap   number `json:"error_direct_map"`
	MirroredMap number `json:"error_mirrored_map"`
	// AUC is the area under the cumulative curve of direct errors up to 0.25, 1 at
	// best; Within are shares of vertices whose direct error is at most the key.
	AUC             number            `json:"error_direct_auc"`
	Within          map[string]number `json:"error_direct_within"`
	SamplesDirect   number            `json:"error_direct_samples"`
	SamplesMirrored number            `json:"error_mirrored_samples"`
	PlanDirect      number            `json:"error_direct_plan"`
	PlanMirrored    number            `json:"error_mirrored_plan"`
}

// Seconds are wall times by stage. slicing, polish, choice and rival are parts of solve; judge is asking, after a
// fast solve, whether it is right, solving again with extremities where that is doubted, and looking for symmetries.
type Seconds struct {
	Load     float64 `json:"load"`
	Space    float64 `json:"space"`
	Solve    float64 `json:"solve"`
	Slicing  float64 `json:"slicing"`
	Polish   float64 `json:"polish"`
	Choice   float64 `json:"choice"`
	Rival    float64 `json:"rival,omitempty"`
	Anchors  float64 `json:"extremities,omitempty"`
	Judge    float64 `json:"judge"`
	Dense    float64 `json:"dense"`
	Register float64 `json:"register"`
	Write    float64 `json:"write"`
	Total    float64 `json:"total"`
}

// number is a float64 that JSON can hold: NaN and infinities become null.
type number float64

func (v number) MarshalJSON() ([]byte, error) {
	f := float64(v)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(f)
}

// Summarize puts a match into numbers.
func Summarize(m *pipeline.Match) Summary {
	r := m.Result
	s := Summary{
		Version: version.String(), Schema: SchemaVersion, Method: m.Options.Method, Settings: m.Options, Seed: m.Options.Seed,
		A: summarizeShape(m.A, m.X.Domain.Warnings), B: summarizeShape(m.B, m.Y.Domain.Warnings),
		Distances: m.Distances(), N: m.X.Len(), M: m.Y.Len(),
		GW2Slicer: number(r.GW2Slicer), GW2: number(m.GW2()), MarginalError: number(r.MarginalError),
		Margin: number(r.Margin), Chosen: m.Chosen, ChosenBy: chosenBy(m), Trust: trustOf(m),
		Status: r.Status.String(), Backend: r.Backend, Distortion: number(m.MeanDistortion()), PlanSpread: number(m.MeanSpread()),
		CoverageOfA:  number(correspond.Coverage(m.Y.Domain, m.X.Domain, m.BToA)),
		CoverageOfB:  number(correspond.Coverage(m.X.Domain, m.Y.Domain, m.AToB)),
		UnmatchedOfA: number(m.Unmatched().Area[0]), UnmatchedOfB: number(m.Unmatched().Area[1]),
		UnmatchedTold: m.Unmatched().Telling(0) || m.Unmatched().Telling(1),
		Maps:          Maps{AToB: len(m.A.Mesh.Vertices), BToA: len(m.B.Mesh.Vertices)},
		Notes:         m.Notes(),
		TimeS: Seconds{
			Load: sec(m.Times.Load), Space: sec(m.Times.Space), Solve: sec(m.Times.Solve),
			Slicing: sec(m.Times.Slicing), Polish: sec(m.Times.Polish), Choice: sec(m.Times.Choice), Rival: sec(m.Times.Rival), Anchors: sec(m.Times.Anchors),
			Judge: sec(m.Times.Judge), Dense: sec(m.Times.Dense), Register: sec(m.Times.Register), Write: sec(m.Times.Write), Total: sec(m.Times.Total),
		},
	}
	s.Surface = surfaceOf(m)
	s.Uncertain = m.Verdict().Doubted()
	for k, alt := range r.Alternatives {
		s.Alternatives = append(s.Alternatives, Alternative{GW2: number(alt.GW2), Score: number(alt.Score),
			Orientation: number(alt.Orientation), Rigidity: number(alt.Rigidity), Distortion: number(m.DistortionOf(k)), Symmetry: alt.Symmetry})
	}
	s.Extremities, s.Landmarks = extremitiesOf(m), landmarksOf(m)
	if o := r.Own; o != nil {
		s.Rival = &Rival{Title: o.Title, Objective: o.Name, Value: number(o.Value), LowerBound: number(o.Bound),
			Distance: o.Distance, Iterations: o.Iterations}
	}
	if e := m.Errors; e != nil {
		s.Truth = &Truth{Vertices: len(e.Direct), Direct: number(e.MeanDirect), Mirrored: number(e.MeanMirrored),
			DirectMedian: number(e.MedianDirect), DirectMap: number(e.MapDirect), MirroredMap: number(e.MapMirrored), SamplesDirect: number(e.SamplesDirect), SamplesMirrored: number(e.SamplesMirrored),
			PlanDirect: number(e.PlanDirect), PlanMirrored: number(e.PlanMirrored)}
		s.Truth.AUC = number(correspond.Summarize(e.Direct).AUC)
		s.Truth.Within = map[string]number{}
		levels := []float64{0.01, 0.02, 0.05, 0.1, 0.25}
		for i, share := range correspond.CumulativeErrors(e.Direct, levels) {
			s.Truth.Within[strconv.FormatFloat(levels[i], 'g', -1, 64)] = number(share)
		}
		s.ErrorDirect = &s.Truth.Direct
		if !math.IsNaN(e.MeanMirrored) {
			s.ErrorMirrored = &s.Truth.Mirrored
		}
	}
	return s
}

// WriteSummary writes result.json.
func WriteSummary(w io.Writer, s Summary) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

func summarizeShape(s *pipeline.Shape, domainWarnings []string) ShapeSummary {
	w := append(append([]string{}, s.Report.Dangers()...), s.Mesh.Origin.Warnings...)
	return ShapeSummary{Ref: s.Ref, Name: s.Mesh.Name, Vertices: len(s.Mesh.Vertices), Faces: s.Mesh.FaceCount(),
		Warnings: append(w, domainWarnings...)}
}

func sec(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }
