package export

import (
	"sync"
	"time"
)

// teller reports the progress of several kinds as one.
type teller struct {
	mu       sync.Mutex
	kinds    []Kind
	weight   []float64 // shares of the whole
	fraction []float64
	start    time.Time
	tell     func(Progress)
}

// filesWeight is the work of writing a kind's files, in units of drawing a picture.
const filesWeight = 2

func newTeller(kinds []Kind, s Settings, tell func(Progress)) *teller {
	t := &teller{kinds: kinds, weight: make([]float64, len(kinds)), fraction: make([]float64, len(kinds)), start: time.Now(), tell: tell}
	var sum float64
	for i, k := range kinds {
		t.weight[i] = filesWeight
		if k.Draws() {
			t.weight[i] += float64(k.frames(s))
		}
		sum += t.weight[i]
	}
	for i := range t.weight {
		t.weight[i] /= sum
	}
	return t
}

// at reports that a fraction of kind i is done.
func (t *teller) at(i int, fraction float64) {
	if t.tell == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fraction[i] = max(t.fraction[i], min(fraction, 1))
	p := Progress{Label: t.kinds[i].Label}
	for k, f := range t.fraction {
		p.Fraction += t.weight[k] * f
	}
	if took := time.Since(t.start); p.Fraction > 0.02 && took > time.Second/2 {
		p.Left = time.Duration(float64(took) * (1 - p.Fraction) / p.Fraction)
	}
	t.tell(p)
}
