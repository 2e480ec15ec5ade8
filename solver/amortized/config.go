package amortized

import (
	"errors"
	"fmt"
)

// Config says which network a set of weights is for. It is stored with them.
type Config struct {
	// The network's view of a point, see Tokens. Neighbors is the paper's K; Reach
	// is the share of the mass that the K distances reach to, 0 for the K nearest points
	// however many there are. The rest may be left out: Quantiles of the distances to all
	// points, Geodesics as many of the distances along the shape, Heights, Local and
	// Invariants.
	Neighbors  int     `json:"neighbors"`
	Reach      float64 `json:"reach,omitempty"`
	Quantiles  int     `json:"quantiles,omitempty"`
	Geodesics  int     `json:"geodesics,omitempty"`
	Heights    bool    `json:"heights,omitempty"`
	Local      bool    `json:"local,omitempty"`
	Invariants bool    `json:"invariants,omitempty"`

	Hidden    int `json:"hidden"`    // width inside the MLP that makes tokens
	Token     int `json:"token"`     // d_in
	Width     int `json:"width"`     // d
	Heads     int `json:"heads"`     //
	Expansion int `json:"expansion"` // of the blocks' MLPs
	Context   int `json:"context"`   // d_c
	// Encoder and Head are blocks in their order.
	Encoder []Block `json:"encoder"`
	Head    []Block `json:"head"`
	// Places says that the network tells of each point where it lies and which way it looks (places.go),
	// not its score in one order, as the paper's does.
	Places bool `json:"places,omitempty"`
	// Rest says that it tells of shapes that bend at joints where their points lie on the body at rest, and
	// of each point one number more, whether its shape is such a one (rest.go).
	Rest bool `json:"rest,omitempty"`
}

// Block is a kind of transformer block. Every one ends with an MLP; all parts are
// residual, with a layer normalisation after the sum (Vaswani et al. 2017).
type Block string

// The blocks of the paper: attention within the stream, to the other stream, or both in
// one order or the other.
const (
	S  Block = "S"
	C  Block = "C"
	SC Block = "SC"
	CS Block = "CS"
)

// Default is the standard network: it tells places.
func Default() Config {
	return Config{
		Neighbors: 32, Quantiles: 64, Geodesics: 32, Heights: true, Local: true, Invariants: true,
		Hidden: 64, Token: 70, Width: 64, Heads: 4, Expansion: 2, Context: 32,
		Encoder: []Block{S, S, S}, Places: true,
	}
}

// Paper is the network of the paper but for its width, half of the paper's, which
// trains on a CPU. It tells one score.
func Paper() Config {
	return Config{
		Neighbors: 32, Quantiles: 64, Geodesics: 32, Heights: true, Local: true, Invariants: true,
		Hidden: 128, Token: 70, Width: 128, Heads: 4, Expansion: 2, Context: 64,
		Encoder: []Block{S, SC, SC}, Head: []Block{SC, SC},
	}
}

// Inputs is the number F of numbers that the network sees of a point.
func (c Config) Inputs() int {
	n := c.Neighbors + c.Quantiles + c.Geodesics
	if c.Heights {
		n += heightSize
	}
	if c.Local {
		n += localSize
	}
	if c.Invariants {
		n += invariantSize
	}
	return n
}

// Outputs is the number of numbers that the network tells of a point.
func (c Config) Outputs() int {
	switch {
	case c.Rest:
		return placeSize + 1
	case c.Places:
		return placeSize
	}
	return 1
}

// The largest sizes that a file may ask for: a thousand times less than would harm, a
// few times more than anybody trains.
const (
	maxWidth  = 4096
	maxHead   = 128 // see nn.Backend
	maxBlocks = 64
)

// Check says what is wrong with a configuration.
func (c Config) Check() error {
	for _, f := range []struct {
		name         string
		value, least int
	}{
		{"neighbours", c.Neighbors, 1}, {"quantiles", c.Quantiles, 0}, {"geodesic quantiles", c.Geodesics, 0}, {"hidden width", c.Hidden, 1}, {"token width", c.Token, 1},
		{"width", c.Width, 1}, {"heads", c.Heads, 1}, {"expansion", c.Expansion, 1}, {"context width", c.Context, 1},
	} {
		if f.value < f.least || f.value > maxWidth {
			return fmt.Errorf("a network with %s of %d is not possible: use %d to %d", f.name, f.value, f.least, maxWidth)
		}
	}
	switch {
	case !(c.Reach >= 0 && c.Reach <= 1):
		return fmt.Errorf("neighbours that reach to a share of %g of the mass are not possible: use 0 to 1", c.Reach)
	case c.Width%c.Heads != 0:
		return fmt.Errorf("a width of %d cannot be shared out among %d heads: use a multiple", c.Width, c.Heads)
	case c.Width/c.Heads > maxHead:
		return fmt.Errorf("heads of %d columns are too wide: use at most %d", c.Width/c.Heads, maxHead)
	case c.Expansion*c.Width > 4*maxWidth:
		return fmt.Errorf("MLPs of %d x %d are too wide: use at most %d", c.Expansion, c.Width, 4*maxWidth)
	case c.Rest && !c.Places:
		return errors.New("a network that tells places at rest has to tell places")
	case len(c.Encoder)+len(c.Head) > maxBlocks:
		return fmt.Errorf("a network of %d blocks is too deep: use at most %d", len(c.Encoder)+len(c.Head), maxBlocks)
	}
	for _, stack := range [][]Block{c.Encoder, c.Head} {
		for _, b := range stack {
			if b != S && b != C && b != SC && b != CS {
				return fmt.Errorf("unknown block %q: use %q, %q, %q or %q", b, S, C, SC, CS)
			}
		}
	}
	return nil
}
