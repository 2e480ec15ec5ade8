package pipeline

import (
	"time"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/register"
	"gwscope/solver/verdict"
)

// Shape is a loaded mesh with its validation report.
type Shape struct {
	// Ref is what was asked for: a path, or "sample:horse/2".
	Ref    string
	Mesh   *mesh.Mesh
	Report mesh.Report
	// Key identifies the content: equal keys, equal meshes.
	Key string
	// LoadTime is how long reading and validating took.
	LoadTime time.Duration
}

// Match is a finished match of A (source, X) with B (target, Y).
// It is immutable; choosing another alternative makes a new one.
type Match struct {
	A, B    *Shape
	Options session.Options
	// Marks are what a person had marked; pins and tips among them steered the solve.
	Marks  session.Marks
	X, Y   *metric.Space
	Result *solver.Result
	// Chosen is the index into Result.Alternatives that the maps below belong to;
	// 0 is the solver's own choice.
	Chosen int
	// ChosenBy says who chose it: the solver by its score, or a person.
	ChosenBy Chooser
	// AToB and BToA send every point of one Domain to a place on the other: as A's mesh lies
	// on B where it was registered, else as the coupling says.
	AToB, BToA *correspond.SurfaceMap
	// MapAToB and MapBToA are the maps that the coupling alone gives; AToB and BToA
	// themselves where nothing was registered.
	MapAToB, MapBToA *correspond.SurfaceMap
	// Registered is A's mesh on B's surface; nil for point clouds, where the options ask for
	// the map alone, and where a match was stopped before.
	Registered *register.Registered
	// SolveNotes are sentences for people about how the solve went on, beside Result.Notes.
	SolveNotes []string
	// SurfaceNotes are sentences for people about the registration, or why there is none.
	SurfaceNotes []string
	// Distortion is the mean pair distortion of each sample of X and of Y, as a
	// share of the diameter.
	DistortionX, DistortionY []float64
	// Spread is how many samples of Y hold most of the mass of each sample of X; see
	// correspond.Spread.
	Spread []int
	// MarksAToB are A's landmarks on B, MarksBToA B's on A.
	MarksAToB, MarksBToA *CarriedMarks
	// Errors against the truth, where it is known; nil otherwise.
	Errors *Errors
	Times  Times
	// SeedsAsked is how many other seeds its Confidence counts; see [Engine.ConsultSeeds].
	SeedsAsked int

	shares bool // see Prepared
	helped bool // extremities joined a fast solve, see askForHelp
	// memory, dense and laying are the engine's, which finds them as long as the match is there.
	memory *pairMemory
	dense  *densePair
	laying *laying
	conf   *lazy[Confidence] // nil in matches that no engine made
	// confParts are the parts of conf, judged the verdict that both lead to: likewise.
	confParts *lazy[Confidence]
	judged    *lazy[verdict.Verdict]
	parts     *lazy[Unmatched]       // likewise
	tips      *lazy[[2][]anchor.Tip] // likewise
	sense     *lazy[Sense]           // likewise
	kin       *kinship               // likewise
	selves    [2]*selfMemory         // likewise
	from      string                 // tells what was restored from a session apart from what was solved
}

// Chooser is who chose among near-equal minima.
type Chooser string

// The choosers. The zero value of Match.ChosenBy means the solver too.
const (
	BySolver Chooser = "solver"
	ByPerson Chooser = "person"
)

// Times of a match by stage; Total is the wall time with everything included.
type Times struct {
	Load, Space                    time.Duration
	Solve, Slicing, Polish, Choice time.Duration
	// Rival is a rival's own time, without judging its plan; zero for the slicers.
	Rival time.Duration
	// Anchors is the time of matching by extremities, where that was done.
	Anchors time.Duration
	// Judge is the time of asking, after a fast solve, whether the match is right, of solving again with
	// extremities where that is doubted, and of looking for symmetries.
	Judge time.Duration
	// Dense is the time of the map of all vertices, Register that of laying A's mesh on B.
	Dense, Register, Write, Total time.Duration
}

// Progress is a look at a running match.
type Progress struct {
	Stage    string        // for people
	Fraction float64       // of the whole job, 0 to 1, never falling
	Left     time.Duration // estimated time left; 0 when unknown
	GW2      float64       // of the best plan so far; 0 when there is none
	Preview  *Preview      // the best plan so far, nil before the first
	Training *Training     // the slicer's networks while they learn and are refined, nil otherwise
	Pausable bool          // a Pause holds what is going on
}

// Training is a look at networks that learn to slice X and Y.
type Training struct {
	X, Y *metric.Space
	*solver.Training
}

// Preview is a plan that can be shown before the match is finished.
type Preview struct {
	X, Y *metric.Space
	Plan *gw.Plan
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
