package amortized

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
)

// Weights are the matrices of a network, with what is worth knowing about it.
type Weights struct {
	Config Config
	Card   Card
	// Statistics are of what the model has seen; nil where nobody has taken them.
	Statistics *Statistics

	entries []Entry
	values  [][]float32 // of each entry, row by row
	index   map[string]int
}

// Card is the model card: what a person should know before trusting the model.
type Card struct {
	Name string `json:"name,omitempty"`
	// Data says what it learned from, in a sentence, and Categories which kinds of shapes.
	Data       string   `json:"data,omitempty"`
	Categories []string `json:"categories,omitempty"`
	// FewestPoints and MostPoints a shape had in training.
	FewestPoints int    `json:"fewest_points,omitempty"`
	MostPoints   int    `json:"most_points,omitempty"`
	Seed         uint64 `json:"seed,omitempty"`
	Pairs        int    `json:"pairs,omitempty"` // seen in training, each epoch's anew
	Epochs       int    `json:"epochs,omitempty"`
	// Settings are the settings of the training, for people.
	Settings map[string]string `json:"settings,omitempty"`
	// Accuracy is the mean share of part labels carried over right on validation pairs,
	// by number of points.
	Accuracy map[string]float64 `json:"accuracy,omitempty"`
	// Limits are sentences.
	Limits []string `json:"limits,omitempty"`
}

// NewWeights draws the weights of a fresh network. As in PyTorch, dense layers are
// uniform within ±1/√inputs, and the projections of attentions within ±√(6/(rows + cols))
// (Glorot and Bengio 2010) without biases. The same seed gives the same bits, and each
// matrix its own, whatever others there are.
func NewWeights(c Config, seed uint64) (*Weights, error) {
	w, err := emptyWeights(c)
	if err != nil {
		return nil, err
	}
	for k, e := range w.entries {
		w.draw(e, w.values[k], seed)
	}
	return w, nil
}

// emptyWeights are zeros.
func emptyWeights(c Config) (*Weights, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := &Weights{Config: c, entries: Layout(c), index: map[string]int{}}
	for k, e := range w.entries {
		w.values = append(w.values, make([]float32, e.Rows*e.Cols))
		w.index[e.Name] = k
	}
	return w, nil
}

func (w *Weights) draw(e Entry, values []float32, seed uint64) {
	layer, kind := e.Name[:strings.LastIndexByte(e.Name, '.')], e.Name[strings.LastIndexByte(e.Name, '.')+1:]
	projection := strings.HasSuffix(layer, ".q") || strings.HasSuffix(layer, ".k") || strings.HasSuffix(layer, ".v")
	limit := 0.0
	switch {
	case kind == "gain" || kind == "scale":
		for i := range values {
			values[i] = 1
		}
	case strings.HasSuffix(layer, ".norm") || kind == "shift":
	case kind == "weight" && projection:
		limit = math.Sqrt(6 / float64(e.Rows+e.Cols))
	case kind == "weight":
		limit = 1 / math.Sqrt(float64(e.Cols))
	case !projection && !strings.HasSuffix(layer, ".self.out") && !strings.HasSuffix(layer, ".cross.out"):
		limit = 1 / math.Sqrt(float64(w.entries[w.index[layer+".weight"]].Cols))
	}
	if limit == 0 {
		return
	}
	name := fnv.New64a()
	_, _ = name.Write([]byte(e.Name))
	rng := rand.New(rand.NewPCG(seed, name.Sum64()))
	for i := range values {
		values[i] = float32(limit * (2*rng.Float64() - 1))
	}
}

// Entries lists the matrices, as Layout does.
func (w *Weights) Entries() []Entry { return w.entries }

// Get is a matrix of the network by its name, row by row. It is the network's own
// memory: whoever trains writes to it. Names that the layout lacks panic.
func (w *Weights) Get(name string) []float32 {
	k, ok := w.index[name]
	if !ok {
		panic(fmt.Sprintf("amortized: the network has no matrix %q", name))
	}
	return w.values[k]
}

// Len is the number of weights.
func (w *Weights) Len() int {
	n := 0
	for _, v := range w.values {
		n += len(v)
	}
	return n
}

// Clone is a copy that shares no memory but the statistics.
func (w *Weights) Clone() *Weights {
	c := *w
	c.values = make([][]float32, len(w.values))
	for k, v := range w.values {
		c.values[k] = append([]float32(nil), v...)
	}
	return &c
}
