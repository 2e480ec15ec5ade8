package experiments

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"

	"gwscope/app/diagram"
	"gwscope/app/experiments/trial"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/assets"
	"gwscope/solver/verdict"
)

// VerdictSettings of the experiment "verdict".
type VerdictSettings struct {
	Trials []trial.Trial // those for testing
	// Pairs are measured as well, each by all PairMethods.
	Pairs       []PairSource
	PairMethods []race.Contestant
	// Records keeps the solved trials.
	Records *trial.Book
	Options session.Options
}

// realPairs is the kind of pairs from files.
const realPairs trial.Kind = "from files"

// Verdict measures whether the probabilities of the verdict are true.
func Verdict(s VerdictSettings) *Experiment {
	h := fnv.New64a()
	h.Write(assets.Verdict())
	model := fmt.Sprintf("model %016x", h.Sum64())
	// cell is the verdict on one record; fill makes the record where the book lacks it.
	cell := func(pair, method string, fill func(context.Context) error) Cell {
		key := (&trial.Record{Trial: pair, Method: method}).Key()
		return Cell{Key: key, Settings: model, Group: method, Measure: func(ctx context.Context, _ SoFar) (Row, error) {
			if s.Records.Get(key) == nil {
				if err := fill(ctx); err != nil {
					return NewRow(), err
				}
			}
			return verdictRow(s.Records.Get(key))
		}}
	}
	e := &Experiment{Name: "verdict", Title: "Can the verdict be bet on?",
		About: fmt.Sprintf("Pairs on which matching fails in all ways known, of families that never served for fitting. A match is right where its mean geodesic error is below %.2f √area, between two species below %.2f. A place is right within %.2f √area of the truth. Between unrelated shapes no match is right.",
			trial.RightWithin, trial.RightAcross, verdict.NearPlace),
		Settings: []Setting{{"Trials", fmt.Sprint(len(s.Trials))}, {"Pairs from files", fmt.Sprint(len(s.Pairs))}, {"Model", model}, {"Seed", fmt.Sprint(s.Options.Seed)}},
		Columns: []Column{wordColumn("pair", "the trial, or names of source and target"), wordColumn("kind", "of pair"), wordColumn("family", "of shapes"), wordColumn("harm", "done to the pair"),
			wordColumn("method", "contestant"), numberColumn("samples", "of each shape", 0), numberColumn("probability", "that the match is right", 3),
			numberColumn("right", "1: it is", 0), numberColumn("error", "mean geodesic / √area", 4), numberColumn("error_mirrored", "the same against the mirror image", 4),
			wordColumn("reason", "of most weight")},
		Notes: []string{"Shapes with symmetries have several matches that are equally good. The truth knows one of them, so most matches count as wrong: a person who means this one would call them wrong, too."},
	}
	for k := range s.Trials {
		t := &s.Trials[k]
		for _, method := range t.Methods() {
			e.Cells = append(e.Cells, cell(t.Name, method, func(ctx context.Context) error { return s.Records.Fill(ctx, t, s.Options) }))
		}
	}
	matches := &Matches{}
	for _, src := range s.Pairs {
		for _, c := range s.PairMethods {
			e.Cells = append(e.Cells, cell(src.Name, c.String(), func(ctx context.Context) error {
				m, _, err := matches.Match(ctx, src, c, s.Options)
				if err != nil {
					return err
				}
				r, err := trial.RecordOf(ctx, m)
				if err != nil {
					return err
				}
				r.Trial, r.Method, r.Family, r.Kind, r.Test = src.Name, c.String(), src.Kind, realPairs, true
				r.Right = r.Error >= 0 && r.Error < RightSide
				return s.Records.Add(r)
			}))
		}
	}
	e.Tables, e.Figures = verdictTables, verdictFigures
	return e
}

// The curves of a row: for each level of probability the share of the places that have it, and
// the sums over these places, each with the same weight, of probabilities and of right ones.
const (
	curvePlaces      = "places"
	curvePlacesP     = "places_probability"
	curvePlacesRight = "places_right"
)

// alikeTurned is a distance in √area. A surface that a turn moves by less lies nearly as before; a match
// of the meant turn is then right by luck.
const alikeTurned = 0.01

// verdictRow judges a record anew. A nil record means that the method refuses such shapes.
func verdictRow(r *trial.Record) (Row, error) {
	row := NewRow()
	if r == nil {
		return row, Skip("the method refuses such shapes")
	}
	row.Say("pair", r.Trial)
	row.Say("kind", string(r.Kind))
	row.Say("family", r.Family)
	row.Say("harm", r.Harm)
	row.Say("method", r.Method)
	v := pipeline.JudgeEvidence(r.Evidence)
	if len(v.Reasons) > 0 {
		row.Say("reason", v.Reasons[0].Input)
	}
	row.Put("samples", float64(r.Samples))
	row.Put("probability", v.Probability)
	for _, turned := range []float64{r.Evidence.TurnA, r.Evidence.TurnB} {
		if turned < alikeTurned {
			row.Put("turned", turned)
		}
	}
	row.Put("right", 0)
	if r.Right {
		row.Put("right", 1)
	}
	if r.Error >= 0 {
		row.Put("error", r.Error)
	}
	if r.Mirrored >= 0 {
		row.Put("error_mirrored", r.Mirrored)
	}
	var bets []bet
	for k := range r.Places {
		p := &r.Places[k]
		if !r.Judgeable(p) {
			continue
		}
		at := trial.AtOf(p).In(r.Evidence, v.Probability)
		b := bet{p: pipeline.JudgePlace(&at), weight: 1 / float64(len(r.Places))}
		if p.Right() {
			b.right = 1
		}
		bets = append(bets, b)
	}
	for _, l := range levelsOf(bets) {
		row.Curves[curvePlaces] = append(row.Curves[curvePlaces], l.weight)
		row.Curves[curvePlacesP] = append(row.Curves[curvePlacesP], l.p)
		row.Curves[curvePlacesRight] = append(row.Curves[curvePlacesRight], l.right)
	}
	return row, nil
}

// pairBets are the verdicts on the matches of rows, placeBets those on their places.
func pairBets(rows []Row) []bet {
	var out []bet
	for _, r := range measured(rows) {
		out = append(out, bet{r.Number("probability"), 1, r.Number("right")})
	}
	return out
}

// trialRows leaves out pairs from files.
func trialRows(rows []Row) []Row {
	return pick(rows, func(r Row) bool { return r.Word("kind") != string(realPairs) })
}

func placeBets(rows []Row) []bet {
	var out []bet
	for _, r := range rows {
		for k, w := range r.Curves[curvePlaces] {
			if w > 0 {
				out = append(out, bet{r.Curves[curvePlacesP][k] / w, w, r.Curves[curvePlacesRight][k] / w})
			}
		}
	}
	return out
}

func verdictTables(rows []Row) []Table {
	trials := trialRows(rows)
	if len(pairBets(trials)) == 0 {
		return []Table{verdictSummary(rows), verdictMisses(rows)}
	}
	return []Table{
		verdictSummary(rows),
		reliabilityTable("Reliability of pairs, trials", pairBets(trials), "matches"),
		reliabilityTable("Reliability of places, trials", placeBets(trials), "matches' worth of places"),
		verdictCoverage(trials),
		verdictMisses(rows),
	}
}

// verdictSummary has a line for all trials, for each kind and for each method.
func verdictSummary(rows []Row) Table {
	t := Table{Title: "Summary", Left: 1, Head: []string{"matches", "number", "right", "calibration error", "Brier", "area under curve", "95 % and more", "right of these",
		"wrong and sure", "right and doubted", "not alike when turned", "wrong above 60 %", "places: calibration error", "Brier"},
		Note: "Wrong and sure: wrong at 80 % or more. Right and doubted: the share of right ones below 80 %. Not alike when turned: this share without shapes that a turn leaves nearly as they are (moved by less than 0.01 √area): their right matches are luck."}
	line := func(name string, rows []Row) {
		bets := pairBets(rows)
		if len(bets) == 0 {
			return
		}
		var right, sure, sureRight, wrongSure, doubted, high float64
		for _, b := range bets {
			right += b.right
			if b.p >= 0.95 {
				sure++
				sureRight += b.right
			}
			switch {
			case b.right == 0 && b.p >= verdict.Sure:
				wrongSure++
			case b.right == 1 && b.p < verdict.Sure:
				doubted++
			}
			if b.right == 0 && b.p > 0.6 {
				high++
			}
		}
		known := pairBets(pick(rows, func(r Row) bool { return math.IsNaN(r.Number("turned")) && r.Number("right") != 0 }))
		knownDoubted := len(pick(known, func(b bet) bool { return b.p < verdict.Sure }))
		places := placeBets(rows)
		part := func(k, of float64) string {
			if of == 0 {
				return "–"
			}
			return fmt.Sprintf("%.0f %%", 100*k/of)
		}
		t.Rows = append(t.Rows, []string{name, fmt.Sprint(len(bets)), part(right, float64(len(bets))), Format(calibrationError(bets), 3, "–"), Format(brier(bets), 3, "–"), Format(rankArea(bets), 3, "–"),
			fmt.Sprint(sure), part(sureRight, sure), fmt.Sprint(wrongSure), part(doubted, right), part(float64(knownDoubted), float64(len(known))), fmt.Sprint(high), Format(calibrationError(places), 3, "–"), Format(brier(places), 3, "–")})
	}
	trials := trialRows(rows)
	line("all trials", trials)
	for _, k := range Distinct(rows, "kind") {
		line(k, Where(rows, "kind", k))
	}
	for _, m := range Distinct(trials, "method") {
		line(m, Where(trials, "method", m))
	}
	return t
}

// verdictCoverage tells the share of wrong ones among the surest matches.
func verdictCoverage(rows []Row) Table {
	t := Table{Title: "Risk against coverage", Left: 1, Head: []string{"the surest", "wrong"}, Note: "The share of wrong matches among the surest ones of all trials."}
	bets := pairBets(rows)
	if len(bets) == 0 {
		return t
	}
	for _, share := range []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1} {
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%.0f %%", 100*share), fmt.Sprintf("%.1f %%", 100*riskAt(bets, share))})
	}
	return t
}

// verdictMisses lists the matches on which the verdict was wrong.
func verdictMisses(rows []Row) Table {
	t := Table{Title: "Wrong and sure, right and doubted", Left: 3, Detail: true, Head: []string{"pair", "method", "first reason", "probability", "error", "mirrored"}}
	for _, r := range rows {
		p, right := r.Number("probability"), r.Number("right")
		if r.Measured() && (right == 0 && p >= verdict.Sure || right == 1 && p < verdict.Sure) {
			t.Rows = append(t.Rows, []string{r.Word("pair"), r.Word("method"), r.Word("reason"), Format(p, 2, "–"), Format(r.Number("error"), 3, "–"), Format(r.Number("error_mirrored"), 3, "–")})
		}
	}
	return t
}

func verdictFigures(rows []Row) []Figure {
	trials := trialRows(rows)
	if len(pairBets(trials)) == 0 {
		return nil
	}
	groups := map[string][]bet{"pairs": pairBets(trials), "places": placeBets(trials)}
	risk := diagram.Chart{Title: "Risk against coverage", XLabel: "share of the matches that are believed, the surest first", YLabel: "share of these that are wrong", Left: 0, Right: 1, Bottom: 0, Top: max(0.1, riskAt(groups["pairs"], 1))}
	s := diagram.Series{Label: "all trials", Plain: true}
	for k := 1; k <= 50; k++ {
		s.X, s.Y = append(s.X, float64(k)/50), append(s.Y, riskAt(groups["pairs"], float64(k)/50))
	}
	risk.Series = []diagram.Series{s}
	return []Figure{reliabilityFigure("verdict-reliability", "the verdict", groups, []string{"pairs", "places"}),
		figureOf(risk, "verdict-risk", "How many of the believed matches are wrong, as more and more are believed.")}
}
