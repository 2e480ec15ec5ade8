package amortized

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// A file of weights, in little-endian order:
//
//	"GWSCOPE\x01"        8 bytes
//	version, length      2 x uint32: of the header in bytes
//	header               JSON
//	payload              the matrices in the header's order, in its precision
//	SHA-256              of all before
const (
	magic       = "GWSCOPE\x01"
	fileVersion = 1
	maxHeader   = 1 << 22
	maxFile     = 1 << 28 // a hundred times what we ship
)

// Precision of the numbers in a file.
type Precision string

// Half is half the size. It rounds weights to 11 bits, which moves scores by about a
// thousandth of their spread.
const (
	Single Precision = "float32"
	Half   Precision = "float16"
)

type header struct {
	Config     Config          `json:"config"`
	Precision  Precision       `json:"precision"`
	Card       Card            `json:"card"`
	Statistics *statisticsHead `json:"statistics,omitempty"`
}

// Write writes the weights to a file of the given precision; statistics are always
// single.
func (w *Weights) Write(to io.Writer, precision Precision) error {
	head := header{Config: w.Config, Precision: precision, Card: w.Card}
	if w.Statistics != nil {
		head.Statistics = w.Statistics.head()
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	sum := sha256.New()
	out := io.MultiWriter(to, sum)
	var buf bytes.Buffer
	buf.WriteString(magic)
	buf.Write(binary.LittleEndian.AppendUint32(nil, fileVersion))
	buf.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	buf.Write(text)
	for _, v := range w.values {
		buf.Write(encode(v, precision))
	}
	if w.Statistics != nil {
		for _, v := range w.Statistics.matrices() {
			buf.Write(encode(*v, Single))
		}
	}
	if _, err := out.Write(buf.Bytes()); err != nil {
		return fmt.Errorf("writing weights: %w", err)
	}
	if _, err := to.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("writing weights: %w", err)
	}
	return nil
}

// Read reads what Write wrote. Errors say whether the file is something else, newer than
// this program, cut short or damaged.
func Read(from io.Reader) (*Weights, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading weights: %w", err)
	case len(data) > maxFile:
		return nil, fmt.Errorf("this is no file of weights of ours: it is larger than %d MB", maxFile>>20)
	case len(data) < len(magic) && bytes.HasPrefix([]byte(magic), data):
		return nil, errCut
	case !bytes.HasPrefix(data, []byte(magic)):
		return nil, errors.New("this is no file of weights of the amortised matcher: it begins with other bytes; make one with gwscope train")
	case len(data) < len(magic)+8:
		return nil, errCut
	}
	version := binary.LittleEndian.Uint32(data[len(magic):])
	if version != fileVersion {
		return nil, fmt.Errorf("the file of weights is of version %d, and this program reads version %d: it needs a newer program, or weights trained with this one", version, fileVersion)
	}
	length := binary.LittleEndian.Uint32(data[len(magic)+4:])
	body := data[len(magic)+8:]
	if length > maxHeader {
		return nil, fmt.Errorf("the file of weights is damaged: a header of %d bytes cannot be", length)
	}
	if len(body) < int(length)+sha256.Size {
		return nil, errCut
	}
	var head header
	if err := json.Unmarshal(body[:length], &head); err != nil {
		return nil, fmt.Errorf("the file of weights is damaged: its header cannot be read: %w", err)
	}
	return head.read(data, body[length:])
}

var errCut = errors.New("the file of weights has been cut short: copy it again")

// read reads the payload, of which rest is what follows the header.
func (h *header) read(data, rest []byte) (*Weights, error) {
	size, err := h.size()
	if err != nil {
		return nil, fmt.Errorf("the file of weights is for a network that cannot be: %w", err)
	}
	if got := len(rest) - sha256.Size; got < size {
		return nil, fmt.Errorf("%w (%d of %d bytes of weights are there)", errCut, max(got, 0), size)
	} else if got > size {
		return nil, fmt.Errorf("the file of weights is damaged: %d bytes are more than its network has", got-size)
	}
	end := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return nil, errors.New("the file of weights is damaged: its checksum does not fit; copy it again")
	}
	w, err := emptyWeights(h.Config)
	if err != nil {
		return nil, err
	}
	w.Card = h.Card
	for _, v := range w.values {
		rest = decode(v, rest, h.Precision)
	}
	if h.Statistics != nil {
		w.Statistics = h.Statistics.empty(h.Config)
		for _, v := range w.Statistics.matrices() {
			rest = decode(*v, rest, Single)
		}
		if err := w.Statistics.check(); err != nil {
			return nil, err
		}
	}
	for k, v := range w.values {
		for _, x := range v {
			if x-x != 0 {
				return nil, fmt.Errorf("the weights %s are not finite: train again", w.entries[k].Name)
			}
		}
	}
	return w, nil
}

// size of the payload in bytes; nothing has been allocated for it yet.
func (h *header) size() (int, error) {
	if err := h.Config.Check(); err != nil {
		return 0, err
	}
	each := 4
	switch h.Precision {
	case Single:
	case Half:
		each = 2
	default:
		return 0, fmt.Errorf("unknown precision %q", h.Precision)
	}
	size := 0
	for _, e := range Layout(h.Config) {
		size += each * e.Rows * e.Cols
	}
	if h.Statistics != nil {
		more, err := h.Statistics.bytes(h.Config)
		if err != nil {
			return 0, err
		}
		size += more
	}
	return size, nil
}

func encode(values []float32, p Precision) []byte {
	out := make([]byte, 0, 4*len(values))
	for _, v := range values {
		if p == Half {
			out = binary.LittleEndian.AppendUint16(out, toHalf(v))
		} else {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
	}
	return out
}

// decode fills values and returns the bytes after them.
func decode(values []float32, from []byte, p Precision) []byte {
	if p == Half {
		for i := range values {
			values[i] = fromHalf(binary.LittleEndian.Uint16(from[2*i:]))
		}
		return from[2*len(values):]
	}
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(from[4*i:]))
	}
	return from[4*len(values):]
}
