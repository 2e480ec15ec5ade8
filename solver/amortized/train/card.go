package train

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gwscope/assets/shapes"
	"gwscope/solver/amortized"
	"gwscope/solver/internal/parallel"
)

// surveyed is the number of shapes of each category, learned from and held out, that
// the statistics of what a model knows are taken from.
const surveyed = 24

// fewestSurveyed are as many of each category as statistics need.
const fewestSurveyed = 6

// survey takes statistics of the shapes that a model learns from, by which it will
// recognise what it has not seen.
func survey(ctx context.Context, m *pairMaker, s Settings) (*amortized.Statistics, error) {
	source := m.source
	categories := source.Categories()
	type sight struct {
		t   *amortized.Tokens
		err error
	}
	each := surveyed
	if s.Objects > 0 {
		each = max(min(each, s.Objects), fewestSurveyed) // of fewer objects, some twice
	}
	seen := make([]sight, 2*each*len(categories))
	if err := parallel.For(ctx, s.Threads, len(seen), 1, func(_, k, _ int) {
		split := Split(k % 2)
		c := k / 2 % len(categories)
		rng := rand.New(rand.NewPCG(s.Seed, 1<<62|uint64(k)))
		object := rng.Uint64N(m.count(split, c))
		cloud, err := source.Cloud(split, c, object, s.Points[k/2/len(categories)%len(s.Points)], rng)
		if err == nil {
			seen[k].t, err = m.config.Tokens(amortized.Cloud{Points: cloud.Points, Normals: cloud.Normals}, 1)
		}
		seen[k].err = err
	}); err != nil {
		return nil, err
	}
	var survey amortized.Survey
	for k, v := range seen {
		if v.err != nil {
			return nil, v.err
		}
		kind := categories[k/2%len(categories)]
		if Split(k%2) == Train {
			survey.Learned(m.config, v.t, kind)
		} else {
			survey.Held(m.config, v.t, kind)
		}
	}
	if !slices.Contains(categories, shapes.FigureKinds()[shapes.People]) { // it has learned to know bodies
		if err := addForeign(ctx, &survey, m.config, slices.Max(s.Points), s.Threads); err != nil {
			return nil, err
		}
	}
	return survey.Statistics()
}

// card is the model card of weights after an epoch, for a training that began with
// weights that have the card before.
func card(source Source, s Settings, e Epoch, before amortized.Card) amortized.Card {
	c := amortized.Card{
		Name: "amortised matcher", Data: source.About(), Categories: source.Categories(),
		FewestPoints: slices.Min(s.Points), MostPoints: slices.Max(s.Points), Seed: s.Seed,
		Pairs: e.Epoch * s.Pairs, Epochs: e.Epoch,
		Settings: map[string]string{
			"objective": fmt.Sprintf("(1-λ) GW² + λ feature distance, λ = %g, each over its value for the product plan", s.lambda()),
			"sort":      fmt.Sprintf("LapSum, α %g to %g, %d points a bin", s.AlphaStart, s.AlphaEnd, s.PerBin),
			"optimiser": fmt.Sprintf("AdamW, rate %g, decay %g, clip %g, batches of %d pairs", s.Rate, s.Decay, s.Clip, s.Batch),
		},
		Limits: []string{
			"It knows the categories that it was trained on, and warns of shapes unlike them.",
			"Distances alone cannot tell a shape from its mirror image, nor the left of a symmetric shape from its right.",
		},
	}
	if s.Config.Places {
		c.Settings["objective"] = "mean squared differences of told and true places of upright objects: |x| and y weighted 1, z and |z| 0.5, normals 0.1"
		if s.Config.Rest {
			c.Settings["objective"] = "mean squared differences of told and true places of upright objects, and of bodies at rest: |x| and y weighted 1, z and |z| 0.5, normals 0.1, whether the shape bends 0.2"
		}
		delete(c.Settings, "sort")
	}
	if s.Objects > 0 {
		c.Settings["objects"] = fmt.Sprintf("%d of each category", s.Objects)
	}
	if before.Epochs > 0 {
		c.FewestPoints, c.MostPoints = min(c.FewestPoints, before.FewestPoints), max(c.MostPoints, before.MostPoints)
		c.Settings["last"] = fmt.Sprintf("%d of all pairs, with %d to %d points", c.Pairs, slices.Min(s.Points), slices.Max(s.Points))
		c.Pairs, c.Epochs = c.Pairs+before.Pairs, c.Epochs+before.Epochs
	}
	if len(s.Points) == 1 && !s.Config.Places { // places say nothing of labels
		c.Accuracy = map[string]float64{fmt.Sprint(s.Points[0]): e.Accuracy}
	}
	return c
}
