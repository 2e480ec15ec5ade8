package cohort

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// Pair is one piece of the work: A is matched to B.
type Pair struct {
	A, B Shape
	// Among says that both are specimens, and only their GW distance is wanted.
	Among bool
	// Template and Specimen are indices into the cohort's lists. In a pair among specimens, both
	// are indices of specimens.
	Template, Specimen int
	// Key names the result: a hash of all that it depends on.
	Key string
	// Self says that both are the same shape.
	Self bool

	options session.Options
	wrong   string // why it cannot be matched, as far as its files tell
}

// resultFormat is part of every key: results of another form have other names.
const resultFormat = 1

// Work is the list of a cohort's pairs, in the order in which they are matched.
type Work struct {
	Pairs []Pair
	// First is the number of pairs that are known from the shapes alone. The pairs after these
	// follow from their results; see [Cohort.Nearest].
	First int
	// More says that pairs will follow when all of the first have a result.
	More bool
	// Templates and Specimens are the facts about the files, in the order of the lists.
	Templates, Specimens []Input

	among    func(i, k int) // appends a pair of specimens
	profiles *profiles      // for bounds of distances; nil where all pairs are matched
}

// List lists the pairs. Shapes are read where their files are new or have changed; seen,
// if set, is called for each shape with the facts about it, and with the shape if it was read.
func (c *Cohort) List(ctx context.Context, seen func(s Shape, in Input, read *pipeline.Shape)) (*Work, error) {
	engine, in := pipeline.NewEngine(), c.loadInputs()
	w := &Work{}
	for side, list := range [][]Shape{c.Templates, c.Specimens} {
		for _, s := range list {
			i, shape, err := in.input(ctx, engine, s)
			if err != nil {
				return nil, err
			}
			if seen != nil {
				seen(s, i, shape)
			}
			if side == 0 {
				w.Templates = append(w.Templates, i)
			} else {
				w.Specimens = append(w.Specimens, i)
			}
		}
	}
	if err := in.save(); err != nil {
		return nil, err
	}
	c.pairUp(w)
	if c.Pairs == AllPairs && c.Nearest > 0 {
		p, err := c.profilesOf(ctx, w.Specimens)
		if err != nil {
			return nil, err
		}
		c.listNearest(w, p)
	}
	return w, nil
}

// Glance is List without reading any shape. A pair has no key, and no result, if nothing is known
// yet of one of its shapes, or if a file has changed. Where the cohort asks for the nearest
// specimens, pairs without a known bound are listed, too.
func (c *Cohort) Glance() *Work {
	in := c.loadInputs()
	w := &Work{}
	for _, s := range c.Templates {
		w.Templates = append(w.Templates, in.glimpse(s))
	}
	for _, s := range c.Specimens {
		w.Specimens = append(w.Specimens, in.glimpse(s))
	}
	c.pairUp(w)
	if c.Pairs == AllPairs && c.Nearest > 0 {
		c.listNearest(w, c.keptProfiles(w.Specimens))
	}
	return w
}

// pairUp lists the pairs, but not those among specimens where only the nearest are wanted.
func (c *Cohort) pairUp(w *Work) {
	var marks [2][]string
	for side, list := range [][]Shape{c.Templates, c.Specimens} {
		for _, s := range list {
			marks[side] = append(marks[side], c.Dir.fileHash(s.Landmarks)+"|"+s.Which)
		}
	}
	model := c.options.Model
	if model != session.PaperModel {
		model = c.Dir.fileHash(model)
	}
	add := func(p Pair, a, b Input, marksA, marksB string) {
		p.options = c.optionsOf(p)
		if p.Among {
			marksA, marksB = "", ""
		}
		p.Self = a.Key == b.Key
		for _, i := range []Input{a, b} {
			if i.Error != "" && p.wrong == "" {
				p.wrong = i.Error
			}
		}
		// Embedded shapes have a truth; the same points in a file have none.
		samples := ""
		if strings.HasPrefix(p.A.File, pipeline.SamplePrefix) && strings.HasPrefix(p.B.File, pipeline.SamplePrefix) {
			samples = p.A.File + "|" + p.B.File
		}
		named := p.options
		named.Model = "" // the content of the file counts, not its place
		sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s\n%s\n%s\n%s\n%s\n%s\n%s\n%t", resultFormat, a.Key, b.Key, option.Key(named), model, marksA, marksB, samples, p.Among))
		if p.Key = hex.EncodeToString(sum[:12]); a.Key == "" || b.Key == "" {
			p.Key = ""
		}
		w.Pairs = append(w.Pairs, p)
	}
	for t, a := range w.Templates {
		for k, b := range w.Specimens {
			add(Pair{A: c.Templates[t], B: c.Specimens[k], Template: t, Specimen: k}, a, b, marks[0][t], marks[1][k])
		}
	}
	w.First = len(w.Pairs)
	if c.Pairs != AllPairs {
		return
	}
	w.among = func(i, k int) {
		add(Pair{A: c.Specimens[i], B: c.Specimens[k], Template: i, Specimen: k, Among: true}, w.Specimens[i], w.Specimens[k], "", "")
	}
	if c.Nearest > 0 {
		return
	}
	for i := range w.Specimens {
		for k := i + 1; k < len(w.Specimens); k++ {
			w.among(i, k)
		}
	}
	w.First = len(w.Pairs)
}

// optionsOf are the options with which a pair is matched. Threads are no part of them.
func (c *Cohort) optionsOf(p Pair) session.Options {
	o := c.options
	o.Threads = 0
	if p.Among { // the maps are not used
		o.Surface = session.MapAlone
	}
	return o
}

// Shard is part Index, counted from 1, of Of parts.
type Shard struct{ Index, Of int }

// Whole is the shard with all pairs.
var Whole = Shard{1, 1}

// Check refuses impossible shards.
func (s Shard) Check() error {
	if s.Of < 1 || s.Index < 1 || s.Index > s.Of {
		return fmt.Errorf("there is no shard %d of %d: shards count from 1", s.Index, s.Of)
	}
	return nil
}

// Of are the pairs of a shard: neighbours in the list of those that are known from the shapes
// alone, which mostly share their template, and neighbours in the list of those that follow.
// Every pair is in one shard, and the sizes of shards differ by two at most.
func (w *Work) Of(s Shard) []Pair {
	part := func(pairs []Pair) []Pair {
		n := len(pairs)
		return pairs[n*(s.Index-1)/s.Of : n*s.Index/s.Of]
	}
	first := part(w.Pairs[:w.First])
	return append(first[:len(first):len(first)], part(w.Pairs[w.First:])...)
}
