package export

import (
	"gwscope/app/pipeline"
	"gwscope/internal/figures"
	"gwscope/solver/correspond"
	"gwscope/solver/verdict"
)

// Trust is the verdict on a match, made without the truth, and its confidence.
type Trust struct {
	// Probability is the probability that the match is the meant one; see verdict.Verdict. Line
	// says it in words.
	Probability figures.Number `json:"probability"`
	Line        string         `json:"line"`
	// Reasons speak against the match: first faults of the files, then the others by falling weight.
	// Of two with similar weights, a reason that one setting mends comes first.
	Reasons []Reason `json:"reasons"`
	// Said are the reasons in sentences, each advice once.
	Said []string `json:"-"`
	// OtherMatch names the match that may be meant instead, such as "the mirror image"; absent
	// where none is known.
	OtherMatch string `json:"other_match,omitempty"`
	// Species is "same species", "different species" or "not told".
	Species string `json:"species"`
	// ExtremitiesOfA and ExtremitiesOfB are numbers, without pins. A match by extremities needs
	// four on each shape.
	ExtremitiesOfA int `json:"extremities_of_a"`
	ExtremitiesOfB int `json:"extremities_of_b"`
	// Means of the confidence over the points of A and of B; see trust.Confidence.
	ConfidenceOfA figures.Number `json:"confidence_of_a"`
	ConfidenceOfB figures.Number `json:"confidence_of_b"`
	// Means of the factors of the confidence, over the points of A.
	Map           figures.Number `json:"map"`
	Agreement     figures.Number `json:"agreement_of_minima"`
	Concentration figures.Number `json:"concentration_of_plan"`
	Partner       figures.Number `json:"has_a_partner"`
	// Seeds is the agreement of other seeds, absent where none were asked.
	Seeds      *figures.Number `json:"agreement_of_seeds,omitempty"`
	SeedsAsked int             `json:"seeds_asked"`
	// DoubtfulOfA and DoubtfulOfB are the shares of the areas whose confidence is below 0.5.
	DoubtfulOfA figures.Number `json:"doubtful_of_a"`
	DoubtfulOfB figures.Number `json:"doubtful_of_b"`
}

// Reason speaks against a match, and has an advice.
type Reason struct {
	Input  string         `json:"input"`  // the number behind it
	Weight figures.Number `json:"weight"` // in log odds
	Text   string         `json:"text"`
	Mend   string         `json:"mend"`
}

func trustOf(m *pipeline.Match) Trust {
	c := m.Confidence()
	kin, _ := m.Kin()
	mean := func(values []float64) figures.Number { return figures.Number(correspond.Mean(values)) }
	t := Trust{Species: kin.String(), ConfidenceOfA: mean(c.Total[0]), ConfidenceOfB: mean(c.Total[1]),
		Map: mean(c.Map[0]), Agreement: mean(c.Agreement[0]), Concentration: mean(c.Concentration[0]), Partner: mean(c.Partner[0]), SeedsAsked: c.Consulted}
	if c.Consulted > 0 {
		seeds := mean(c.Seeds[0])
		t.Seeds = &seeds
	}
	v := m.Verdict()
	t.Probability, t.Line, t.OtherMatch, t.Reasons = figures.Number(v.Probability), v.Line(), v.Rival, []Reason{}
	t.Said = v.Sentences()
	for _, r := range v.Reasons {
		t.Reasons = append(t.Reasons, Reason{r.Input, figures.Number(r.Cost), r.Text, r.Mend})
	}
	t.ExtremitiesOfA, t.ExtremitiesOfB = m.Tips().Count()
	onA, onB := m.Below(verdict.DoubtedPlace)
	t.DoubtfulOfA, t.DoubtfulOfB = figures.Number(onA), figures.Number(onB)
	return t
}

// chosenBy says who chose among the minima.
func chosenBy(m *pipeline.Match) string {
	if m.ChosenBy == "" {
		return string(pipeline.BySolver)
	}
	return string(m.ChosenBy)
}
