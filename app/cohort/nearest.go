package cohort

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"slices"
	"sync"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/solver/gw"
)

// Where a cohort asks for the N nearest specimens only, pairs are measured in two rounds. The
// first round has, for each specimen, the N others with the least lower bounds of the distance.
// The largest of their measured distances is the reach of the specimen: its N nearest are no
// farther. The second round has the pairs whose bound is within the reach of one of the two. All
// other pairs are proved to be farther. The list follows from bounds and results alone, so that
// it does not depend on how the work is shared.

// profilesDir holds the profiles for the bounds, a file for each shape.
const profilesDir = "profiles"

// profile has the profiles of a specimen's spaces as A and as B of a pair. These have different
// samples.
type profile struct {
	Key  string        `json:"key"`
	Side [2]gw.Profile `json:"side"`

	cloud bool
}

// profiles are the profiles of all specimens; nil for specimens that cannot be measured.
type profiles struct{ of []*profile }

// rounding is the largest share by which rounding may lift a bound above a loss.
const rounding = 1e-9

// bound is a lower bound of the distance of specimens i < k; ok is false where nothing is known.
func (p *profiles) bound(i, k int) (distance float64, ok bool) {
	a, b := p.of[i], p.of[k]
	// Beside a cloud of points a mesh is measured in another way.
	if a == nil || b == nil || a.cloud != b.cloud {
		return 0, false
	}
	if a.Key == b.Key {
		return 0, true
	}
	return math.Sqrt(gw.LowerBound(&a.Side[0], &b.Side[1])) * (1 - rounding), true
}

// listNearest adds the pairs of specimens of the first round, and those of the second if they are
// known already.
func (c *Cohort) listNearest(w *Work, p *profiles) {
	w.profiles = p
	n := len(w.Specimens)
	type other struct {
		k     int
		bound float64
	}
	wanted := map[[2]int]bool{}
	for i := range n {
		var others []other
		for k := range n {
			if k == i {
				continue
			}
			if bound, ok := w.profiles.bound(min(i, k), max(i, k)); ok {
				others = append(others, other{k, bound})
			}
		}
		slices.SortFunc(others, func(x, y other) int { return cmp.Or(cmp.Compare(x.bound, y.bound), cmp.Compare(x.k, y.k)) })
		for _, o := range others[:min(c.Nearest, len(others))] {
			wanted[[2]int{min(i, o.k), max(i, o.k)}] = true
		}
	}
	for i := range n {
		for k := i + 1; k < n; k++ {
			if _, known := w.profiles.bound(i, k); !known || wanted[[2]int{i, k}] {
				w.among(i, k)
			}
		}
	}
	w.First, w.More = len(w.Pairs), true
	c.follow(w)
}

// follow adds the pairs of the second round, if all of the first have a result.
func (c *Cohort) follow(w *Work) {
	n := len(w.Specimens)
	distances := make([][]float64, n)
	listed := map[[2]int]bool{}
	for _, p := range w.Pairs[:w.First] {
		if !p.Among {
			continue
		}
		r := c.Dir.result(p.Key)
		if r == nil {
			return
		}
		listed[[2]int{p.Template, p.Specimen}] = true
		if d := r.distance(); !math.IsNaN(d) {
			distances[p.Template], distances[p.Specimen] = append(distances[p.Template], d), append(distances[p.Specimen], d)
		}
	}
	reach := make([]float64, n)
	for i, list := range distances {
		slices.Sort(list)
		reach[i] = math.Inf(1)
		if len(list) >= c.Nearest {
			reach[i] = list[c.Nearest-1]
		}
	}
	for i := range n {
		for k := i + 1; k < n; k++ {
			if bound, _ := w.profiles.bound(i, k); !listed[[2]int{i, k}] && bound <= max(reach[i], reach[k]) {
				w.among(i, k)
			}
		}
	}
	w.More = false
}

// distance is the GW distance of a result, NaN where it has none.
func (r *Result) distance() float64 {
	if r == nil || r.Error != "" || !(float64(r.GW2) >= 0) {
		return nan
	}
	return math.Sqrt(float64(r.GW2))
}

// profilesOf reads or makes the profiles of specimens, several at once.
func (c *Cohort) profilesOf(ctx context.Context, inputs []Input) (*profiles, error) {
	p := &profiles{of: make([]*profile, len(inputs))}
	options := c.optionsOf(Pair{Among: true})
	var mu sync.Mutex
	next, failed := 0, error(nil)
	var wg routine.Group
	for range min(routine.Processors, len(inputs)) {
		wg.Go(func() {
			engine := pipeline.NewEngine()
			for {
				mu.Lock()
				k := next
				next++
				stop := failed != nil || ctx.Err() != nil
				mu.Unlock()
				if stop || k >= len(inputs) {
					return
				}
				var err error
				if inputs[k].Error == "" {
					p.of[k], err = c.profileOf(ctx, engine, c.Specimens[k], inputs[k], options)
				}
				if err != nil {
					mu.Lock()
					failed = cmp.Or(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p, failed
}

// keptProfiles are the profiles that have files already.
func (c *Cohort) keptProfiles(inputs []Input) *profiles {
	p := &profiles{of: make([]*profile, len(inputs))}
	options := c.optionsOf(Pair{Among: true})
	for k, in := range inputs {
		if in.Key != "" && in.Error == "" {
			p.of[k] = readProfile(c.profilePath(in, options), in)
		}
	}
	return p
}

func (c *Cohort) profilePath(in Input, o session.Options) string {
	sum := sha256.Sum256([]byte(in.Key + "|" + pipeline.SpaceOptions(o)))
	return c.Dir.Path(profilesDir, hex.EncodeToString(sum[:12])+".json")
}

// readProfile reads the profile of a file's content; nil where there is none.
func readProfile(path string, in Input) *profile {
	p := &profile{}
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, p) != nil || p.Key != in.Key || len(p.Side[0].Distances) == 0 {
		return nil
	}
	p.cloud = in.Faces == 0
	return p
}

// profileOf reads or makes the profile of a specimen; nil where it cannot be measured. Errors are
// those of the cohort's folder.
func (c *Cohort) profileOf(ctx context.Context, engine *pipeline.Engine, s Shape, in Input, o session.Options) (*profile, error) {
	path := c.profilePath(in, o)
	if p := readProfile(path, in); p != nil {
		return p, nil
	}
	shape, err := c.Load(ctx, engine, s)
	if err != nil {
		return nil, ctx.Err()
	}
	p := &profile{Key: in.Key, cloud: in.Faces == 0}
	o.Threads = 1
	broken := routine.Try(func() {
		for side := range p.Side {
			space, wrong := engine.SpaceOn(ctx, shape, o, side)
			if err = wrong; err != nil {
				return
			}
			p.Side[side] = gw.ProfileOf(space.Distances, space.Weights)
		}
	})
	if broken != nil || err != nil {
		return nil, ctx.Err()
	}
	return p, writeJSON(path, p)
}
