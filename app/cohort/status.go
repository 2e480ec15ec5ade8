package cohort

import "time"

// Status is the state of a cohort, from its files alone.
type Status struct {
	All, Done, Failed int
	// More says that further pairs follow from the results of these.
	More bool
	// Failures are the pairs that could not be matched, with the reason.
	Failures []Failure
	// Mean is the mean time of a pair, Last the time at which the last one ended; zero where none
	// has ended.
	Mean time.Duration
	Last time.Time
	// Flagged counts pairs at which a person should look.
	Flagged int
	// Merged says that the results were merged, and none is newer.
	Merged bool
}

// Failure is a pair that could not be matched.
type Failure struct {
	Pair Pair
	Why  string
}

// Status reads the results so far.
func (c *Cohort) Status(w *Work) Status {
	s := Status{All: len(w.Pairs), More: w.More}
	total, timed := 0.0, 0
	review, err := c.Review()
	if err != nil {
		review = &Review{} // a merge reports the fault
	}
	var last int64
	for _, p := range w.Pairs {
		r := c.reviewed(p, review.Of(p))
		if r == nil {
			continue
		}
		s.Done++
		if r.Error != "" {
			s.Failed++
			s.Failures = append(s.Failures, Failure{p, r.Error})
		} else if r.Flagged {
			s.Flagged++
		}
		if t := c.Dir.times(p.Key); t != nil {
			if r.Error == "" {
				total += t.Seconds
				timed++
			}
			last = max(last, t.Finished)
		}
	}
	if timed > 0 {
		s.Mean = time.Duration(total / float64(timed) * float64(time.Second))
	}
	if last > 0 {
		s.Last = time.Unix(last, 0)
	}
	s.Merged = c.Dir.mergedOf() == w.digest(c)
	return s
}
