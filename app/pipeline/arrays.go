package pipeline

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gwscope/solver/correspond"
	"gwscope/solver/gw"
)

// Arrays of a session file are one compressed stream: lengths and whole numbers as
// varints, the latter as differences of neighbours, other numbers as they lie in memory.
// Nothing is rounded: the arrays come back with the same bits.

// mostArrays bounds the arrays that a session keeps, in bytes before compression: the full plan of
// 1,000 samples fits, and all sparse plans. Larger arrays are computed again.
const mostArrays = 16 << 20

// packer writes such a stream.
type packer struct{ buf []byte }

func (p *packer) count(n int) { p.buf = binary.AppendUvarint(p.buf, uint64(n)) }

func (p *packer) ints(v []int32) {
	p.count(len(v))
	last := int32(0)
	for _, x := range v {
		p.buf = binary.AppendVarint(p.buf, int64(x)-int64(last))
		last = x
	}
}

func (p *packer) floats(v []float64) {
	p.count(len(v))
	for _, x := range v {
		p.buf = binary.LittleEndian.AppendUint64(p.buf, math.Float64bits(x))
	}
}

func (p *packer) plan(plan *gw.Plan) {
	p.count(plan.N)
	p.count(plan.M)
	p.ints(plan.I)
	p.ints(plan.J)
	p.floats(plan.Mass)
}

func (p *packer) surfaceMap(m *correspond.SurfaceMap) {
	faces, nearest, bary := make([]int32, len(m.Places)), make([]int32, len(m.Places)), make([]float64, 0, 3*len(m.Places))
	for i, at := range m.Places {
		faces[i], nearest[i] = at.Face, at.Nearest
		bary = append(bary, at.Bary[:]...)
	}
	p.ints(faces)
	p.ints(nearest)
	p.floats(bary)
	p.floats(m.Confidence)
}

// bytes is the compressed stream; nil where it is too large to keep.
func (p *packer) bytes() []byte {
	if len(p.buf) > mostArrays {
		return nil
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(p.buf) // a buffer takes everything
	z.Close()
	return out.Bytes()
}

// unpacker reads such a stream; after the first error everything is empty.
type unpacker struct {
	buf []byte
	err error
}

// errArrays says that a session's arrays are damaged.
var errArrays = errors.New("the match that the session keeps is damaged")

func newUnpacker(data []byte) *unpacker {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return &unpacker{err: errArrays}
	}
	// One byte above the limit shows that there are too many.
	buf, err := io.ReadAll(io.LimitReader(z, mostArrays+1))
	if err != nil || len(buf) > mostArrays {
		return &unpacker{err: errArrays}
	}
	return &unpacker{buf: buf}
}

func (u *unpacker) fail() { u.err, u.buf = errArrays, nil }

// count reads a number of items; each takes at least size bytes of the rest.
func (u *unpacker) count(size int) int {
	n, k := binary.Uvarint(u.buf)
	if u.err != nil || k <= 0 || n > uint64(len(u.buf)-k)/uint64(max(size, 1)) && size > 0 || n > math.MaxInt32 {
		u.fail()
		return 0
	}
	u.buf = u.buf[k:]
	return int(n)
}

func (u *unpacker) ints() []int32 {
	out := make([]int32, u.count(1))
	last := int64(0)
	for i := range out {
		d, k := binary.Varint(u.buf)
		last += d
		if k <= 0 || last != int64(int32(last)) {
			u.fail()
			return nil
		}
		out[i] = int32(last)
		u.buf = u.buf[k:]
	}
	return out
}

func (u *unpacker) floats() []float64 {
	out := make([]float64, u.count(8))
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(u.buf[8*i:]))
	}
	if u.err == nil {
		u.buf = u.buf[8*len(out):]
	}
	return out
}

// plan reads a coupling of n and m points.
func (u *unpacker) plan(n, m int) *gw.Plan {
	p := &gw.Plan{N: u.count(0), M: u.count(0), I: u.ints(), J: u.ints(), Mass: u.floats()}
	if u.err == nil && (p.N != n || p.M != m || p.Validate() != nil) {
		u.fail()
	}
	return p
}

// indices reads numbers from least to below limit. There are either many of them or none.
func (u *unpacker) indices(many, least, limit int) []int32 {
	v := u.ints()
	if len(v) != many && len(v) != 0 {
		u.fail()
	}
	for _, x := range v {
		if int(x) < least || int(x) >= limit {
			u.fail()
		}
	}
	return v
}

func (u *unpacker) done() error {
	if u.err == nil && len(u.buf) > 0 {
		return fmt.Errorf("%w: %d bytes too many", errArrays, len(u.buf))
	}
	return u.err
}
