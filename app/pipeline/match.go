package pipeline

import (
	"time"

	"gwscope/app/session"
	"gwscope/internal/figures"
	"gwscope/meshio/mesh"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/register"
	"gwscope/solver/trust"
	"gwscope/solver/verdict"
)

// Shape is a loaded mesh with its validation report.
type Shape struct {
	// Ref is the name of the shape: a path, or "sample:horse/2".
	Ref    string
	Mesh   *mesh.Mesh
	Report mesh.Report
	// Key identifies the content: equal keys mean equal meshes.
	Key string
	// LoadTime is the time of reading and validating.
	LoadTime time.Duration
}

// Pair is two shapes with their spaces, on which several methods can be run. It is the first of
// the stages Pair, [Solved], [Matched] and [Match], each of which holds the stage before.
type Pair struct {
	A, B *Shape
	X, Y *metric.Space
	// Took is the time for the spaces; little where they were remembered.
	Took time.Duration

	keys [2]string // of the spaces
}

// Asked is the task of a solve.
type Asked struct {
	Options session.Options
	// Marks are a person's marks; pins and extremities among them steer the solve.
	Marks session.Marks

	shares bool // the solve uses findings of earlier solves of the pair; false where times are compared
	helped bool // extremities join a fast solve, see askForHelp
}

// Solved is a pair with its coupling.
type Solved struct {
	Pair
	Asked
	Result *solver.Result
	// SolveNotes are sentences for people about the solve, beside Result.Notes.
	SolveNotes []string
	Times      figures.Times
	// Kept says that the engine had the coupling from an earlier solve with these settings.
	Kept bool

	key  string // of everything that Result depends on
	from string // of the arrays of a session; "" for a solved result
	// memory is the engine's, which finds it as long as this match exists.
	memory *pairMemory
}

// Matched is a coupling with the maps of all points that belong to one of its minima.
type Matched struct {
	Solved
	// Chosen is the index into Result.Alternatives that the maps belong to; 0 is the
	// solver's own choice.
	Chosen int
	// ChosenBy says who chose it: the solver by its score, or a person.
	ChosenBy Chooser
	// MapAToB and MapBToA are the maps that the coupling alone gives.
	MapAToB, MapBToA *correspond.SurfaceMap

	dense *densePair // the engine's, as memory
}

// Match is a finished match of A (source, X) with B (target, Y).
// It is immutable; choosing another alternative makes a new one.
type Match struct {
	Matched
	// AToB and BToA send every point of one Domain to a place on the other, by A's mesh on B where
	// it was registered, else by the coupling.
	AToB, BToA *correspond.SurfaceMap
	// Registered is A's mesh on B's surface; nil for point clouds, with the option for the map
	// alone, and where the match was stopped before.
	Registered *register.Registered
	// SurfaceNotes are sentences for people about the registration, or why there is none.
	SurfaceNotes []string
	// Distortion is the mean pair distortion of each sample of X and of Y, as a
	// share of the diameter.
	DistortionX, DistortionY []float64
	// Spread is the number of samples of Y that hold most of the mass of each sample of X; see
	// correspond.Spread.
	Spread []int
	// MarksAToB are A's landmarks on B, MarksBToA B's on A.
	MarksAToB, MarksBToA *CarriedMarks
	// Errors against the truth, where it is known; nil otherwise.
	Errors *Errors
	// SeedsAsked is the number of other seeds in its Confidence; see [Engine.ConsultSeeds].
	SeedsAsked int

	laying *laying // the engine's, as memory
	analysis
}

// analysis holds facts about a match that are computed when they are first needed. The zero value,
// for matches that no engine made, remembers nothing.
type analysis struct {
	conf *lazy[trust.Confidence]
	// confParts are the parts of conf. judged is the verdict, which needs them and which conf needs.
	confParts *lazy[trust.Confidence]
	judged    *lazy[verdict.Verdict]
	parts     *lazy[trust.Unmatched]
	tips      *lazy[[2][]anchor.Extremity]
	sense     *lazy[trust.Sense]
	coverage  *lazy[[2]float64]
	kin       *kinship
	selves    [2]*selfMemory
}

func newAnalysis() analysis {
	return analysis{conf: &lazy[trust.Confidence]{}, confParts: &lazy[trust.Confidence]{}, judged: &lazy[verdict.Verdict]{},
		parts: &lazy[trust.Unmatched]{}, tips: &lazy[[2][]anchor.Extremity]{}, sense: &lazy[trust.Sense]{}, coverage: &lazy[[2]float64]{}}
}

// Chooser says who chose among near-equal minima.
type Chooser string

// The choosers. The zero value also means the solver.
const (
	BySolver Chooser = "solver"
	ByPerson Chooser = "person"
)

// Progress says how far a running match is.
type Progress struct {
	Stage    string        // for people
	Fraction float64       // of the whole job, 0 to 1, never falling
	Left     time.Duration // estimated time left; 0 when unknown
	GW2      float64       // of the best plan so far; 0 when there is none
	Preview  *Preview      // the best plan so far, nil before the first
	Training *Training     // the slicer's networks while they learn and are refined, nil otherwise
	Pausable bool          // a Pause can hold the work
}

// Training is the state of networks that learn to slice X and Y.
type Training struct {
	X, Y *metric.Space
	*solver.Training
}

// Preview is a plan that can be shown before the match is finished.
type Preview struct {
	X, Y *metric.Space
	Plan *gw.Plan
	// Sure is the probability that the plan is right, for the amortised matcher's plan that is shown
	// while another solve runs; 0 for all other plans.
	Sure float64
}

// offer shows a plan of the solve, unless a sure match is shown.
func (p *Progress) offer(better *Preview) {
	if p.Preview == nil || p.Preview.Sure == 0 {
		p.Preview = better
	}
}

// Parts calls see with each large part of the match and its bytes. Matches of the same shapes
// and settings share parts, which are then the same pointers.
func (m *Match) Parts(see func(part any, bytes int)) {
	if m.X != nil {
		see(m.X, m.X.Bytes())
	}
	if m.Y != nil {
		see(m.Y, m.Y.Bytes())
	}
	if m.Result != nil {
		see(m.Result, m.Result.Bytes())
	}
	for _, s := range []*correspond.SurfaceMap{m.AToB, m.BToA} {
		if s != nil {
			see(s, s.Bytes())
		}
	}
}
