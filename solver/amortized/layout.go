package amortized

import "fmt"

// Entry is one matrix of a network: weights are outputs x inputs, everything else is a
// row.
type Entry struct {
	Name       string
	Rows, Cols int
}

// Layout lists the matrices of a network in the order of the forward pass. Names tell
// their places:
//
//	input.shift, input.scale                    of Input, before all else; not trained
//	token.0, token.1                            the MLP that makes tokens
//	embed
//	encoder.B.self.q, .k, .v, .out, .norm       B from 0; where the block has it
//	encoder.B.cross.q, …
//	encoder.B.mlp.up, .down, .norm
//	context.0, context.1, context.out           the pair context
//	join                                        W on [H | c]
//	head.B.…
//	readout                                     the row w, without a bias, which would move all
//	                                            scores alike; of places, placeSize rows and a bias
//
// each with .weight and .bias, a norm with .gain and .bias. The functions are
//
//	token    = W1 gelu(W0 (input - shift)∘scale)
//	C(token) = Wout Σ_i m_i W1 gelu(W0 token_i)
//	block    = norm(x + out attention(q, k, v)), then norm(x + down gelu(up x)).
func Layout(c Config) []Entry {
	var l layout
	l.add("input.shift", 1, c.Inputs())
	l.add("input.scale", 1, c.Inputs())
	l.linear("token.0", c.Hidden, c.Inputs())
	l.linear("token.1", c.Token, c.Hidden)
	l.linear("embed", c.Width, c.Token)
	l.stack("encoder", c.Encoder, c)
	l.linear("context.0", c.Context, c.Token)
	l.linear("context.1", c.Context, c.Context)
	l.linear("context.out", c.Context, c.Context)
	l.linear("join", c.Width, c.Width+c.Context)
	l.stack("head", c.Head, c)
	if c.Places {
		l.linear("readout", c.Outputs(), c.Width)
	} else {
		l.add("readout.weight", 1, c.Width)
	}
	return l
}

type layout []Entry

func (l *layout) add(name string, rows, cols int) { *l = append(*l, Entry{name, rows, cols}) }

func (l *layout) linear(name string, out, in int) {
	l.add(name+".weight", out, in)
	l.add(name+".bias", 1, out)
}

func (l *layout) norm(name string, width int) {
	l.add(name+".norm.gain", 1, width)
	l.add(name+".norm.bias", 1, width)
}

func (l *layout) stack(name string, blocks []Block, c Config) {
	for b, block := range blocks {
		prefix := fmt.Sprintf("%s.%d.", name, b)
		for _, part := range block.Parts() {
			for _, p := range []string{".q", ".k", ".v", ".out"} {
				l.linear(prefix+part+p, c.Width, c.Width)
			}
			l.norm(prefix+part, c.Width)
		}
		l.linear(prefix+"mlp.up", c.Expansion*c.Width, c.Width)
		l.linear(prefix+"mlp.down", c.Width, c.Expansion*c.Width)
		l.norm(prefix+"mlp", c.Width)
	}
}

// Parts are a block's attentions in their order: "self", "cross" or both.
func (b Block) Parts() []string {
	switch b {
	case S:
		return []string{"self"}
	case C:
		return []string{"cross"}
	case CS:
		return []string{"cross", "self"}
	}
	return []string{"self", "cross"}
}
