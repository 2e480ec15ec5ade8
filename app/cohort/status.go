package cohort

import "time"

// Status is how far a cohort is. It comes from files alone, whoever works.
type Status struct {
	All, Done, Failed int
	// More says that further pairs follow from the results of these.
	More bool
	// Failures are the pairs that could not be matched, with the reason.
	Failures []Failure
	// Mean is how long a pair takes, Last when the last one was over; zero where none is.
	Mean time.Duration
	Last time.Time
	// Flagged counts pairs at which a person should look.
	Flagged int
	// Merged says that results were written and nothing has come since.
	Merged bool
}

// Failure is a pair that could not be matched.
type Failure struct {
	Pair Pair
	Why  string
}

// Status reads the results that there are.
func (c *Cohort) Status(w *Work) Status {
	s := Status{All: len(w.Pairs), More: w.More}
	total, timed := 0.0, 0
	review, err := c.Review()
	if err != nil {
		review = &Review{} // which a merge tells of
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
