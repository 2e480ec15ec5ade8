package train

import (
	"fmt"
	"hash"
	"hash/fnv"
	"sync/atomic"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// Float is the precision of a graph: training is in single, gradients are checked
// in double.
type Float interface{ float32 | float64 }

// kernel is a Gorgonia op made of one function on plain slices. It owns its output,
// which is allocated once and filled anew by every run: Gorgonia's own ops cost some
// 100 MB of garbage a step.
//
// An op of Gorgonia has one output. A kernel whose backward pass finds several
// gradients at once keeps the others in buffers of its own, and small kernels
// hand them out; they take the output of the first as an input, though they do not read it, so that
// the machine runs them after it.
type kernel[T Float] struct {
	name string
	// rows and cols are the shape of the output; a loss is a scalar.
	rows, cols int
	scalar     bool
	// scalarIn marks inputs that are scalars: gradients of a loss.
	scalarIn []bool
	run      func(out []T, in [][]T)
	// diff gives the gradient of each input, nil where there is none.
	diff func(in G.Nodes, out, grad *G.Node) G.Nodes
	wrt  []bool

	serial uint64
	out    []T
	value  G.Value
}

var serials atomic.Uint64

// apply puts a kernel into the graph of its inputs.
func apply[T Float](k kernel[T], in ...*G.Node) *G.Node {
	// Ops of equal hashes are merged into one by Gorgonia, and a kernel has buffers.
	k.serial = serials.Add(1)
	for _, n := range in {
		k.scalarIn = append(k.scalarIn, n.IsScalar())
	}
	if k.wrt == nil {
		k.wrt = make([]bool, len(in))
	}
	if !k.scalar {
		k.out = make([]T, k.rows*k.cols)
		k.value = tensor.New(tensor.WithShape(k.rows, k.cols), tensor.WithBacking(k.out))
	}
	n, err := G.ApplyOp(&k, in...)
	if err != nil {
		panic(fmt.Sprintf("train: %s: %v", k.name, err)) // shapes are the program's own
	}
	return n
}

func (k *kernel[T]) Arity() int { return len(k.scalarIn) }

func (k *kernel[T]) Type() hm.Type {
	element := hm.TypeVariable('a')
	matrix := G.TensorType{Dims: 2, Of: element}
	one := func(scalar bool) hm.Type {
		if scalar {
			return element
		}
		return matrix
	}
	var types []hm.Type
	for _, s := range k.scalarIn {
		types = append(types, one(s))
	}
	return hm.NewFnType(append(types, one(k.scalar))...)
}

func (k *kernel[T]) InferShape(...G.DimSizer) (tensor.Shape, error) {
	if k.scalar {
		return tensor.ScalarShape(), nil
	}
	return tensor.Shape{k.rows, k.cols}, nil
}

func (k *kernel[T]) ReturnsPtr() bool     { return false }
func (k *kernel[T]) CallsExtern() bool    { return false }
func (k *kernel[T]) OverwritesInput() int { return -1 }
func (k *kernel[T]) String() string       { return k.name }
func (k *kernel[T]) WriteHash(h hash.Hash) {
	fmt.Fprintf(h, "%s %d", k.name, k.serial)
}
func (k *kernel[T]) Hashcode() uint32 {
	h := fnv.New32a()
	k.WriteHash(h)
	return h.Sum32()
}

func (k *kernel[T]) Do(in ...G.Value) (G.Value, error) {
	slices := make([][]T, len(in))
	for i, v := range in {
		if s, ok := v.Data().([]T); ok {
			slices[i] = s
		} else {
			slices[i] = []T{v.Data().(T)}
		}
	}
	if k.scalar {
		var out [1]T
		k.run(out[:], slices)
		return scalarValue(out[0]), nil
	}
	k.run(k.out, slices)
	return k.value, nil
}

// UsePreallocDo writes where the kernel always writes.
func (k *kernel[T]) UsePreallocDo(_ G.Value, in ...G.Value) (G.Value, error) { return k.Do(in...) }

func (k *kernel[T]) DiffWRT(int) []bool { return k.wrt }

func (k *kernel[T]) SymDiff(in G.Nodes, out, grad *G.Node) (G.Nodes, error) {
	return k.diff(in, out, grad), nil
}

func scalarValue[T Float](v T) G.Value {
	switch v := any(v).(type) {
	case float32:
		return G.NewF32(v)
	case float64:
		return G.NewF64(v)
	}
	panic("unreachable")
}

// dtype is Gorgonia's word for a precision.
func dtype[T Float]() tensor.Dtype {
	var v T
	if _, single := any(v).(float32); single {
		return tensor.Float32
	}
	return tensor.Float64
}

func rowsOf(n *G.Node) int { return n.Shape()[0] }
func colsOf(n *G.Node) int { return n.Shape()[1] }
