package vtp

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"strings"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// stream yields the bytes of a block: as they stand, or out of base64. Each part of a block
// may be base64 of its own, padded at its end.
type stream struct {
	src    []byte
	base64 bool
	buffer [3]byte
	have   []byte // bytes that are decoded and not taken yet
}

// read fills dst and reports whether there was enough.
func (s *stream) read(dst []byte) bool {
	if !s.base64 {
		if len(s.src) < len(dst) {
			return false
		}
		s.src = s.src[copy(dst, s.src):]
		return true
	}
	for len(dst) > 0 {
		if len(s.have) == 0 && !s.four() {
			return false
		}
		n := copy(dst, s.have)
		s.have, dst = s.have[n:], dst[n:]
	}
	return true
}

// room is the number of bytes that are left at most.
func (s *stream) room() int {
	if s.base64 {
		return len(s.have) + len(s.src)/4*3 + 3
	}
	return len(s.src)
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var digitOf = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i, c := range []byte(alphabet) {
		t[c] = int8(i)
	}
	return t
}()

// four decodes the next four characters.
func (s *stream) four() bool {
	bits, digits, padding := 0, 0, 0
	for digits+padding < 4 {
		if len(s.src) == 0 {
			return false
		}
		c := s.src[0]
		s.src = s.src[1:]
		switch d := digitOf[c]; {
		case d >= 0 && padding == 0:
			bits = bits<<6 | int(d)
			digits++
		case c == '=' && digits >= 2:
			bits <<= 6
			padding++
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
		default:
			return false
		}
	}
	s.buffer = [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
	s.have = s.buffer[:3-padding]
	return true
}

// types of numbers by their names.
var types = map[string]numeric.Type{
	"Int8": numeric.Int8, "UInt8": numeric.Uint8, "Int16": numeric.Int16, "UInt16": numeric.Uint16, "Int32": numeric.Int32,
	"UInt32": numeric.Uint32, "Int64": numeric.Int64, "UInt64": numeric.Uint64, "Float32": numeric.Float32, "Float64": numeric.Float64,
}

// arrays reads arrays wherever their numbers are.
type arrays struct {
	order      binary.ByteOrder
	wide       bool // sizes of 64 bits
	compressed bool
	appended   []byte // the data that offsets count in
	base64     bool   // of the appended data
	left       int    // bytes of memory that arrays may still take
	inflate    io.ReadCloser
}

// mostTimes is how many times a file's size its arrays may take in memory, and littleMemory
// the limit of any file: zlib packs zeros a thousand times smaller.
const (
	mostTimes    = 40
	littleMemory = 1 << 19
)

// spend takes memory from the amount that the file justifies.
func (a *arrays) spend(count, each int) error {
	if !text.Room(count, each, a.left) {
		return text.Whole("the arrays would take more than %d times the size of the file: it is damaged, or made to fill the memory", mostTimes)
	}
	a.left -= count * each
	return nil
}

// values reads the numbers of an array. cost is how many bytes the mesh will take for each.
func (a *arrays) values(t tag, cost int) ([]float64, error) {
	k, ok := types[t.get("type")]
	if !ok {
		return nil, text.Whole("its numbers are of the type %s", text.Quote([]byte(t.get("type"))))
	}
	switch format := strings.ToLower(t.get("format")); format {
	case "ascii", "":
		return textValues(t.text)
	case "binary":
		return a.block(stream{src: t.text, base64: true}, k, cost)
	case "appended":
		offset, ok := text.Int([]byte(t.get("offset")))
		if !ok || offset < 0 || offset >= len(a.appended) {
			return nil, text.Whole("its offset is %s, where %d bytes are appended: the file is truncated or damaged", text.Quote([]byte(t.get("offset"))), len(a.appended))
		}
		return a.block(stream{src: a.appended[offset:], base64: a.base64}, k, cost)
	default:
		return nil, text.Whole("its format is %s; it can be ascii, binary or appended", text.Quote([]byte(format)))
	}
}

// textValues reads numbers between blanks.
func textValues(words []byte) ([]float64, error) {
	words = bytes.ReplaceAll(words, []byte("\n"), []byte(" "))
	count := 0
	for rest := words; ; count++ {
		var field []byte
		if field, rest = text.Field(rest); field == nil {
			break
		}
	}
	values := make([]float64, count)
	for i := range values {
		var field []byte
		field, words = text.Field(words)
		var ok bool
		if values[i], ok = text.Float(field); !ok {
			return nil, text.Whole("%s", text.NoNumber(field))
		}
	}
	return values, nil
}

// block reads sizes, then numbers.
func (a *arrays) block(s stream, k numeric.Type, cost int) ([]float64, error) {
	size, ok := a.size(&s)
	if !ok {
		return nil, text.Whole("the file ends where its size is expected: it is truncated or damaged")
	}
	var data []byte
	if a.compressed {
		var err error
		if data, err = a.unpack(&s, size, k.Size(), cost); err != nil {
			return nil, err
		}
	} else {
		if size > uint64(s.room()) {
			return nil, text.Whole("it takes %d bytes, but the file ends before: it is truncated or damaged", size)
		}
		if err := a.spend(int(size)/k.Size(), k.Size()+8+cost); err != nil {
			return nil, err
		}
		data = make([]byte, size)
		if !s.read(data) {
			return nil, text.Whole("the file ends in the middle of it: it is truncated or damaged")
		}
	}
	values := make([]float64, len(data)/k.Size())
	for i := range values {
		values[i] = k.Read(data[i*k.Size():], a.order)
	}
	return values, nil
}

func (a *arrays) size(s *stream) (uint64, bool) {
	var b [8]byte
	if a.wide {
		ok := s.read(b[:])
		return a.order.Uint64(b[:]), ok
	}
	ok := s.read(b[:4])
	return uint64(a.order.Uint32(b[:4])), ok
}

// unpack reads an array of blocks, each packed by itself: the size of a block, that
// of the last one if it is smaller, the packed size of each, then the blocks.
func (a *arrays) unpack(s *stream, blocks uint64, size, cost int) ([]byte, error) {
	each, ok1 := a.size(s)
	last, ok2 := a.size(s)
	if !ok1 || !ok2 || blocks > uint64(s.room()) || each > math.MaxInt32 || last > each {
		return nil, text.Whole("the sizes of its packed blocks make no sense: the file is truncated or damaged")
	}
	whole := int(blocks * each) // below 2^31 times the file's size
	if last > 0 {
		whole -= int(each - last)
	}
	if blocks == 0 {
		return nil, nil
	}
	if err := a.spend(whole/size+1, size+8+cost); err != nil {
		return nil, err
	}
	packed := make([]int, blocks)
	for k := range packed {
		n, ok := a.size(s)
		if !ok || n > uint64(s.room()) {
			return nil, text.Whole("a packed block takes %d bytes, but the file ends before: it is truncated or damaged", n)
		}
		packed[k] = int(n)
	}
	s.have = nil // the blocks begin with base64 of their own
	data := make([]byte, whole)
	var buffer []byte
	rest := data
	for k, n := range packed {
		if cap(buffer) < n {
			buffer = make([]byte, n)
		}
		if n > s.room() || !s.read(buffer[:n]) {
			return nil, text.Whole("the file ends in a packed block: it is truncated or damaged")
		}
		block := rest[:min(int(each), len(rest))]
		rest = rest[len(block):]
		if err := a.inflateInto(block, buffer[:n]); err != nil {
			return nil, text.Whole("block %d of %d cannot be unpacked (%v): the file is damaged", k+1, blocks, err)
		}
	}
	return data, nil
}

func (a *arrays) inflateInto(block, packed []byte) error {
	from := bytes.NewReader(packed)
	if a.inflate == nil {
		r, err := zlib.NewReader(from)
		if err != nil {
			return err
		}
		a.inflate = r
	} else if err := a.inflate.(zlib.Resetter).Reset(from, nil); err != nil {
		return err
	}
	_, err := io.ReadFull(a.inflate, block)
	return err
}
