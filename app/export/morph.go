package export

import (
	"context"
	"slices"
	"strconv"

	"gwscope/internal/figures"
)

// Morph has the folds of the moving mesh on its way.
type Morph struct {
	Way string `json:"way"`
	// Folded are the shares of the triangles that are turned over, by t; null for
	// point clouds and for matches that turn A inside out.
	Folded map[string]figures.Number `json:"folded"`
}

// morphTimes are the times at which folds are counted.
var morphTimes = []float64{0.25, 0.5, 0.75, 1}

// moves reports whether any of the kinds writes the morph.
func moves(kinds []Kind) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool {
		return slices.Contains([]string{"glb", "mesh", "morph-gif", "morph-png"}, k.Name)
	})
}

// morphOf counts the folds of the morph; nil where there is none.
func (j *job) morphOf(ctx context.Context) *Morph {
	motion, err := j.motion(ctx)
	if err != nil {
		return nil // the errors of the files say why
	}
	out := &Morph{Way: motion.Way.Label(j.m), Folded: map[string]figures.Number{}}
	for _, t := range morphTimes {
		if ctx.Err() != nil {
			return nil
		}
		out.Folded[strconv.FormatFloat(t, 'g', -1, 64)] = figures.Number(motion.Folded(t))
	}
	return out
}
