package present

import "gwscope/app/pipeline"

// ColorBy names the meaning of the colours of both shapes.
type ColorBy string

// The meanings of colours.
const (
	ByCarried          ColorBy = "carried"   // position on A and its limb, carried to B
	ByFile             ColorBy = "colors"    // colours of the file, carried from A
	ByOwn              ColorBy = "own"       // colours of each file on its own shape
	ByChecker          ColorBy = "checker"   // cubes of A's space, carried to B
	ByIntrinsicChecker ColorBy = "intrinsic" // cubes of A's intrinsic embedding, which bends with it
	ByPush             ColorBy = "push"      // push-forward value of the slicer
	ByDistortion       ColorBy = "distortion"
	ByError            ColorBy = "error"    // geodesic error where truth is known
	ByMirroredError    ColorBy = "mirrored" // the same against the mirror image
	ByConfidence       ColorBy = "confidence"
	ByCoverage         ColorBy = "coverage"    // how much of the other's area lands here
	ByDistance         ColorBy = "distance"    // geodesic distance from the picked vertex
	ByStretch          ColorBy = "stretch"     // how areas of A's mesh grow and shrink on B
	ByAngles           ColorBy = "angles"      // how its angles do
	ByOrientation      ColorBy = "orientation" // whether patches keep their sense
	ByPlain            ColorBy = "plain"       // one colour
)

// Mode is a meaning of colours, with its words for menus and help.
type Mode struct {
	By    ColorBy
	Label string
	// About is a sentence that explains it.
	About string
	// Scale says that it is a number at each vertex, with a colour bar.
	Scale bool
	// Has reports whether a match, which may be nil, has something to show.
	Has func(*pipeline.Match) bool
}

// Modes lists the meanings of colours in the order of menus.
func Modes() []Mode { return modes }

var (
	always   = func(*pipeline.Match) bool { return true }
	hasMatch = func(m *pipeline.Match) bool { return m != nil }
	hasFaces = func(m *pipeline.Match) bool { return m != nil && m.X != nil && !m.X.Domain.IsCloud() }
	isClosed = func(m *pipeline.Match) bool {
		return hasFaces(m) && !m.Y.Domain.IsCloud() && m.X.Domain.Closed && m.Y.Domain.Closed
	}
)

var modes = []Mode{
	{ByCarried, "Carried colours", "By position on A, and each limb with a tint of its own; a point of B has the colour of its match.", false, always},
	{ByFile, "Colours of the file", "The file's own colours, carried to the other shape.", false,
		func(m *pipeline.Match) bool { return m != nil && (m.A.Mesh.Colors != nil || m.B.Mesh.Colors != nil) }},
	{ByOwn, "Colours of each file", "A has the colours of its file and B those of its own: nothing is carried.", false,
		func(m *pipeline.Match) bool { return m != nil && (m.A.Mesh.Colors != nil || m.B.Mesh.Colors != nil) }},
	{ByChecker, "Checker", "Cubes of A's space, carried to B: where they bend, the match does.", false, hasMatch},
	{ByIntrinsicChecker, "Checker, intrinsic", "Cubes of A's intrinsic embedding, which goes along with bending limbs.", false, hasMatch},
	{ByDistortion, "Pair distortion", "By how much a point's distances to all others change. Needs no truth.", true, hasMatch},
	{ByConfidence, "Confidence", "The probability that a place lies within 0.05 √area of the meant one, as far as can be told without the truth.", true, hasMatch},
	{ByError, "Geodesic error", "Distance on B between match and truth, in units of √area.", true,
		func(m *pipeline.Match) bool { return m != nil && m.Errors != nil }},
	{ByMirroredError, "Mirrored error", "The geodesic error against the truth with left and right exchanged.", true,
		func(m *pipeline.Match) bool { return m != nil && m.Errors != nil && m.Errors.Mirrored != nil }},
	{ByCoverage, "Coverage", "How much of the other shape's area lands here: 1 its share, 0 nothing, 2 twice as much.", true, hasMatch},
	{ByStretch, "Area stretch", "How areas of A's mesh change on B, in doublings: 0 keeps them, 1 doubles, -1 halves them.", true, hasFaces},
	{ByAngles, "Angle stretch", "How far A's mesh is drawn out one way on B: 1 keeps angles, 2 makes a square twice as long as wide.", true, hasFaces},
	{ByOrientation, "Patch orientation", "Whether the match keeps the sense of small patches, seen from outside: 1 kept, -1 turned over, 0 not to be told.", true, isClosed},
	{ByPush, "Push-forward value", "The slicer's sorted values; equal ranks are matched.", true, hasMatch},
	{ByDistance, "Distance from pick", "Along the surface, from the vertex that was clicked and from its match.", true, hasMatch},
	{ByPlain, "Plain", "One colour.", false, always},
}

// ModeOf finds the row of a meaning; false if there is none.
func ModeOf(by ColorBy) (Mode, bool) {
	for _, m := range modes {
		if m.By == by {
			return m, true
		}
	}
	return Mode{}, false
}

// Known reports whether by names a meaning of colours.
func Known(by ColorBy) bool {
	_, ok := ModeOf(by)
	return ok
}
