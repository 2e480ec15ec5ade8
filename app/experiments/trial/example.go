package trial

import "gwscope/solver/verdict"

// Example is a record as the fit takes it.
func Example(r *Record) verdict.Example {
	e := verdict.Example{Evidence: r.Evidence, Right: r.Right, Family: r.Family}
	for k := range r.Places {
		if p := &r.Places[k]; r.Judgeable(p) {
			e.Places = append(e.Places, verdict.PlaceExample{At: AtOf(p), Right: p.Right()})
		}
	}
	return e
}

// Judgeable reports whether it is known if a place is right. It is not known where the pair has
// a truth that does not know the place, unless the partner of the place was taken away: then
// no image is right. Without any truth no place is right, and this is known.
func (r *Record) Judgeable(p *PlaceRecord) bool {
	return p.Error >= 0 || r.Error < 0 || r.Harm == partOfBMissing
}

// Right reports whether a place lies near the truth.
func (p *PlaceRecord) Right() bool { return p.Error >= 0 && p.Error < verdict.NearPlace }

// AtOf is the evidence for a place, without that for its pair.
func AtOf(p *PlaceRecord) verdict.At {
	return verdict.At{Map: float64(p.Map), Agreement: float64(p.Agreement), Concentration: float64(p.Concentration), Partner: float64(p.Partner)}
}
