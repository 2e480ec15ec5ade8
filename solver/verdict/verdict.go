package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Verdict is a judgement of a match without its truth.
type Verdict struct {
	// Probability is the probability of the match being right: of a mean error below 0.10 √area within
	// a species, 0.13 between two.
	Probability float64
	// Reasons speak against it: faults of the files, and then the rest, most weight first.
	// Of two with similar weights a reason that one setting mends comes first.
	Reasons []Reason
	// Rival names the match that may be meant instead, such as "the mirror image"; "" where
	// none is known.
	Rival string
	// Strange says that the match is more likely wrong than right and the shapes differ much:
	// perhaps no match of them is meant.
	Strange bool
}

// Reason is something that speaks against a match.
type Reason struct {
	// Input is the name of the number behind it, Cost its weight in log odds.
	Input string
	Cost  float64
	// Text names the fault, Mend the cure; sentences for people.
	Text, Mend string
}

// DoubtedPlace is the probability below which a place is counted as doubtful: its image is
// then more likely wrong than right.
const DoubtedPlace = 0.5

// Sure is the probability from which a match is not called uncertain.
const Sure = 0.8

// told is the least weight of a reason that is worth telling.
const told = 0.3

// mostReasons is how many reasons are told.
const mostReasons = 4

// similar is the ratio of two weights up to which they count as similar.
const similar = 1.5

// mendable are the inputs that a person puts right by one setting, without a judgement about the
// shapes. faults are in the files themselves, and all other reasons may follow from them.
var (
	mendable = map[string]bool{"pieces": true, "samples": true, "effort": true, "novelty": true}
	faults   = []string{"far points", "cracks"}
)

// rank is a weight by which reasons are ordered: that of a mendable input counts for more, and
// faults come first.
func (c cost) rank() float64 {
	switch {
	case slices.Contains(faults, c.input.Name):
		return math.Inf(1)
	case mendable[c.input.Name]:
		return similar * c.cost
	}
	return c.cost
}

// Judge gives the verdict on a match.
func (m *Model) Judge(e *Evidence) *Verdict {
	odds, costs := m.pair(e)
	slices.SortStableFunc(costs, func(a, b cost) int { return cmp.Compare(b.rank(), a.rank()) })
	v := &Verdict{Probability: min(max(sigmoid(odds), 1-surest), surest), Rival: rivalOf(e)}
	v.Strange = v.Probability < 0.5 && strange(e)
	seen := map[string]bool{}
	for _, c := range costs {
		text, mend := explain(c.input.Name, e)
		if v.Strange && (c.input.Name == "proportions" || c.input.Name == "kinship") {
			text, mend = differ, mendStrange
		}
		// An unknown number has a price, and is no reason.
		if math.IsNaN(c.input.of(e)) || c.cost < told || text == "" || seen[text] || len(v.Reasons) == mostReasons {
			continue
		}
		seen[text] = true
		v.Reasons = append(v.Reasons, Reason{Input: c.input.Name, Cost: c.cost, Text: text, Mend: mend})
	}
	// Faults are named whatever they weigh.
	var unweighed []Reason
	for k, found := range []bool{e.Far > 0, e.Cracks > 0} {
		if text, mend := explain(faults[k], e); found && v.Doubted() && !seen[text] {
			unweighed = append(unweighed, Reason{Input: faults[k], Text: text, Mend: mend})
		}
	}
	v.Reasons = append(unweighed, v.Reasons...)
	return v
}

// Line is the verdict in one line: "97 % sure", "Do not trust this: 22 %. Another match, the
// mirror image, may be meant.", or "Do not trust this: 2 %. The shapes may not belong together."
func (v *Verdict) Line() string {
	if !v.Doubted() {
		return v.Head()
	}
	return strings.TrimSpace(v.Head() + ". " + v.Other())
}

// Head is the first words of the line: "97 % sure", "Uncertain: 64 % sure", "Do not trust
// this: 22 %".
func (v *Verdict) Head() string {
	p := percent(v.Probability)
	switch {
	case v.Probability >= Sure:
		return p + " sure"
	case v.Probability >= 0.5:
		return "Uncertain: " + p + " sure"
	}
	return "Do not trust this: " + p
}

// Other is the sentence of the line on another match that may be meant, or none at
// all; "" where the match is not doubted, or nothing is known of that.
func (v *Verdict) Other() string {
	switch {
	case !v.Doubted():
		return ""
	case v.Strange:
		return notTogether
	case v.Rival == "":
		return ""
	}
	return "Another match, " + v.Rival + ", may be meant."
}

func percent(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) }

// Doubted reports whether the match is called uncertain.
func (v *Verdict) Doubted() bool { return v.Probability < Sure }

// nearMargin is the margin below which another minimum is named as a rival.
const nearMargin = 0.8

// alikePlaces is the difference of places below which all of them are alike.
const alikePlaces = 0.05

// rivalOf names the match that competes with the shown one.
func rivalOf(e *Evidence) string {
	if e.Pins >= 3 {
		return ""
	}
	if s := symmetryOf(e); s != "" {
		return s
	}
	if !(e.Margin < nearMargin) {
		return ""
	}
	return nextOf(e)
}

// nextOf names the next minimum.
func nextOf(e *Evidence) string {
	switch {
	case e.Margin < 0:
		return "which fits better"
	case e.Orientation >= 0.5 && e.OtherOrientation < 0.5, e.Orientation < 0.5 && e.OtherOrientation >= 0.5:
		return "the mirror image"
	}
	return "the next minimum"
}

// symmetryOf names the symmetry that leaves a shape as it is: "any rotation", "any rotation
// about an axis", "another turn", "the half turn", or "". Turns of a surface have a name
// already; of clouds the number of turns must do.
func symmetryOf(e *Evidence) string {
	turns := math.Max(math.Max(e.TurnsA, e.TurnsB), math.Max(counted(e.RigidA), counted(e.RigidB)))
	if !(Lesser(e.SelfA, e.SelfB) < SelfEqual) && !(Lesser(e.TurnA, e.TurnB) < TurnEqual) {
		return ""
	}
	switch {
	case e.Symmetry != "":
		return e.Symmetry
	case e.Normals == 0 && turns == 1:
		return "the mirror image"
	case e.Places < alikePlaces && turns >= 4:
		return "any rotation"
	case turns >= 4:
		return "any rotation about an axis"
	case turns >= 2:
		return "another turn"
	}
	return "the half turn"
}

// counted is a count, 0 where it is not known.
func counted(n float64) float64 {
	if math.IsNaN(n) {
		return 0
	}
	return n
}

// The words for shapes that are strange to each other.
const (
	notTogether = "The shapes may not belong together."
	differ      = "Distances on one shape differ much from those on the other: they may not belong together."
	mendStrange = "Check that these are the shapes that you mean to compare."
)

// strangeShapes is the GW² with distances over their means from which shapes may be strange
// to each other. Unrelated trials have .04 to .2, poses of one species .01, two breeds .02 to
// .04, and two species .03 to .2: so it is said of matches only that are likely wrong.
const strangeShapes = 0.05

// strange reports whether shapes differ so much that perhaps no match of them is meant.
func strange(e *Evidence) bool {
	return !(e.Pins >= 3) && !(e.Far > 0) && e.Dissimilarity > strangeShapes
}

const landmarks = "Place three landmarks on both shapes: they settle it."

// explain puts the finding of an input into words, with a cure.
func explain(input string, e *Evidence) (text, mend string) {
	others := "Look at the other minima, or place three landmarks on both shapes."
	switch input {
	case "margin":
		if e.Margin < 0 {
			return "Another minimum has a better score than the one that is shown.", others
		}
		return fmt.Sprintf("Another match, %s, is nearly as good (margin %.2f).", nextOf(e), e.Margin), others
	case "symmetry", "turn", "sameness of places":
		s := symmetryOf(e)
		if input == "sameness of places" && s == "" {
			return "All places of a shape look alike by their distances, as on a sphere.", landmarks
		}
		if s == "" {
			return "A shape looks much the same when it is turned.", landmarks
		}
		return "A shape looks the same in another position: " + s + " gives a match that is as good.", landmarks
	case "orientation":
		if e.Orientation < 0.4 {
			return "The match exchanges left and right.", "Look at the other side, or ask for it (--flip direct)."
		}
		return "Small patches do not keep their sense of rotation: the match is neither direct nor mirrored.", tryHarder(e)
	case "normals":
		return "A shape has no normals: its mirror image cannot be told apart.", "Use a mesh, or points with normals."
	case "loss", "distortion":
		return fmt.Sprintf("Distances do not fit: GW² is %.3g, and the spacing of the samples explains %.2g.", e.GW2, e.Floor), tryHarder(e)
	case "proportions", "kinship":
		return "The shapes have other proportions, as two species have.", anchors(e)
	case "rigidity", "score":
		return "Small neighbourhoods do not fit each other.", tryHarder(e)
	case "map":
		return "The ways there and back do not fit together.", tryHarder(e)
	case "agreement":
		return "Near-equal minima send many places elsewhere.", others
	case "concentration":
		return "The plan spreads the mass of a place over many.", "Use the method hierarchical, which sends each place to one."
	case "partner":
		return fmt.Sprintf("About %s of a shape seem to have no partner.", percent(e.Unmatched)), "Match a part only (--mass), or cut off the part that the other shape lacks."
	case "coverage":
		return fmt.Sprintf("The map leaves about %s of a shape uncovered.", percent(1-e.Covered)), tryHarder(e)
	case "distance":
		return fmt.Sprintf("The mesh of A does not come close to B: a hundredth of it is more than %.3f √area away.", e.Near), tryHarder(e)
	case "stretch":
		return "The mesh of A is strongly stretched or squeezed where it lies on B.", tryHarder(e)
	case "moved":
		return fmt.Sprintf("The coupling's map is uneven: the mesh of A lies %.3f √area from it in the mean.", e.Moved), tryHarder(e)
	case "extremities":
		return fmt.Sprintf("The shapes have different numbers of extremities: %.0f and %.0f.", e.TipsA, e.TipsB), "Set extremities by hand, or place three landmarks."
	case "samples":
		return fmt.Sprintf("%.0f samples are few.", e.Samples), "Take more samples (--samples 500)."
	case "effort":
		return "The solve was a fast one.", "Solve with thorough effort."
	case "far points":
		return fmt.Sprintf("A shape has %s far from all others, which distort all distances.", count(e.Far, "vertex", "vertices")), "Leave them out (--drop-outliers)."
	case "pieces":
		return fmt.Sprintf("A shape is in %.0f pieces: distances between them are a guess.", e.Pieces), "Weld the pieces (--weld 0.001), or keep the largest piece (--largest-component)."
	case "cracks":
		return "A shape has cracks that distances run around.", fmt.Sprintf("Close them (--weld %s).", Tolerance(e.CrackWidth))
	case "novelty":
		return "The matcher has learned nothing like these shapes.", "Refine the match (--refined), or use the method hierarchical."
	case "passed over":
		return "A minimum with a lower loss was passed over.", others
	}
	return "", ""
}

func count(n float64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%.0f %s", n, many)
}

// tryHarder says which search would find more.
func tryHarder(e *Evidence) string {
	switch {
	case e.Method != Search:
		return "Use the method hierarchical."
	case e.Effort == "fast":
		return "Solve with thorough effort."
	case e.Samples < 300:
		return "Take more samples (--samples 500)."
	}
	return landmarks
}

func anchors(e *Evidence) string {
	switch {
	case e.Consulted == 0 && e.Method == Search:
		return "Match by extremities as well (--anchors on)."
	case e.TipsA < leastTips && e.TipsB < leastTips:
		return "Both shapes have too few extremities to be matched by: three landmarks on both take their place."
	case e.TipsA < leastTips:
		return "A has too few extremities to be matched by: three landmarks on both shapes take their place."
	case e.TipsB < leastTips:
		return "B has too few extremities to be matched by: three landmarks on both shapes take their place."
	}
	return landmarks
}

// leastTips is how many extremities on each shape matching by them takes.
const leastTips = 4

// Tolerance is a share of a shape's diagonal as the option weld takes it.
func Tolerance(share float64) string {
	if !(share > 0) {
		return "0.001"
	}
	return strconv.FormatFloat(share, 'g', -1, 64)
}

// Sentences are the reasons, each with its cure; the same advice is given once.
func (v *Verdict) Sentences() []string {
	var out []string
	said := map[string]bool{}
	for _, r := range v.Reasons {
		text := r.Text
		if r.Mend != "" && !said[r.Mend] {
			text += " " + r.Mend
			said[r.Mend] = true
		}
		out = append(out, text)
	}
	return out
}
