package amortized

import (
	"fmt"
	"slices"

	"gwscope/solver/nn"
)

// layers are the weights on a backend, in the form in which the forward pass takes them.
type layers struct {
	token         [2]dense // with the shift and the scale of the input
	embed         dense
	context       [2]dense
	contextOut    dense
	joinTokens    nn.Tensor // the part of W in W [H | c] that multiplies H
	joinContext   dense     // the part that multiplies c: the same for all tokens, so a bias
	readout       dense
	encoder, head []blockLayers
}

type dense struct{ weight, bias nn.Tensor }

type norm struct{ gain, bias nn.Tensor }

type attention struct {
	cross        bool
	q, k, v, out dense
	norm         norm
}

type blockLayers struct {
	attentions []attention
	up, down   dense
	norm       norm
}

// uploader puts the matrices of w on b.
type uploader struct {
	w      *Weights
	b      nn.Backend
	staged []float64
}

func newLayers(w *Weights, b nn.Backend) layers {
	u := &uploader{w: w, b: b}
	l := layers{
		token: [2]dense{u.input(), u.dense("token.1")}, embed: u.dense("embed"),
		context: [2]dense{u.dense("context.0"), u.dense("context.1")}, contextOut: u.dense("context.out"),
		readout: dense{weight: u.named("readout.weight")},
		encoder: u.stack("encoder", w.Config.Encoder), head: u.stack("head", w.Config.Head),
	}
	if w.Config.Places {
		l.readout = u.dense("readout")
	}
	l.joinTokens, l.joinContext = u.join()
	return l
}

func (u *uploader) put(rows, cols int, values []float32) nn.Tensor {
	t := u.b.New(rows, cols)
	u.staged = u.staged[:0]
	for _, v := range values {
		u.staged = append(u.staged, float64(v))
	}
	u.b.Upload(t, u.staged)
	return t
}

func (u *uploader) named(name string) nn.Tensor {
	values := u.w.Get(name)
	e := u.w.entries[u.w.index[name]]
	return u.put(e.Rows, e.Cols, values)
}

func (u *uploader) dense(name string) dense {
	return dense{u.named(name + ".weight"), u.named(name + ".bias")}
}

func (u *uploader) norm(name string) norm {
	return norm{u.named(name + ".norm.gain"), u.named(name + ".norm.bias")}
}

func (u *uploader) stack(name string, blocks []Block) []blockLayers {
	out := make([]blockLayers, len(blocks))
	for k, block := range blocks {
		prefix := fmt.Sprintf("%s.%d.", name, k)
		for _, part := range block.Parts() {
			p := prefix + part
			out[k].attentions = append(out[k].attentions, attention{part == "cross",
				u.dense(p + ".q"), u.dense(p + ".k"), u.dense(p + ".v"), u.dense(p + ".out"), u.norm(p)})
		}
		out[k].up, out[k].down, out[k].norm = u.dense(prefix+"mlp.up"), u.dense(prefix+"mlp.down"), u.norm(prefix+"mlp")
	}
	return out
}

// input makes shift and scale of the input part of the first layer,
// W (x - shift)∘scale + b = (W diag scale) x + (b - W diag scale shift).
func (u *uploader) input() dense {
	shift, scale := u.w.Get("input.shift"), u.w.Get("input.scale")
	weight, bias := slices.Clone(u.w.Get("token.0.weight")), slices.Clone(u.w.Get("token.0.bias"))
	cols := len(shift)
	for r := range bias {
		at := float64(bias[r])
		for c, v := range weight[r*cols : (r+1)*cols] {
			weight[r*cols+c] = v * scale[c]
			at -= float64(v) * float64(scale[c]) * float64(shift[c])
		}
		bias[r] = float32(at)
	}
	return dense{u.put(len(bias), cols, weight), u.put(1, len(bias), bias)}
}

// join parts the matrix of W [H | c].
func (u *uploader) join() (tokens nn.Tensor, context dense) {
	joined, d, dc := u.w.Get("join.weight"), u.w.Config.Width, u.w.Config.Context
	left, right := make([]float32, 0, d*d), make([]float32, 0, d*dc)
	for ; len(joined) > 0; joined = joined[d+dc:] {
		left, right = append(left, joined[:d]...), append(right, joined[d:d+dc]...)
	}
	return u.put(d, d, left), dense{u.put(d, dc, right), u.named("join.bias")}
}
