package stl

import (
	"bytes"
	"encoding/binary"
	"image/color"

	"gwscope/meshio/mesh"
)

// paint gives the corners of facets the colours in the last two bytes of each. Programs use them in two
// ways. Materialise Magics writes "COLOR=" and the colour of the whole in the header; a facet whose
// highest bit is 0 has a colour of its own, red in the lowest bits. VisCAM and SolidView write no such
// word; a facet whose highest bit is 1 has a colour, blue in the lowest bits, and the others have none.
// Zeros everywhere are no colours.
func paint(m *mesh.Mesh, header, facets []byte) {
	word := []byte("COLOR=")
	at := bytes.Index(header, word)
	magics := at >= 0 && at+len(word)+4 <= len(header)
	white := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	whole := white
	if magics {
		c := header[at+len(word):]
		whole = color.NRGBA{R: c[0], G: c[1], B: c[2], A: 255}
	}
	attribute := func(t int) uint16 { return binary.LittleEndian.Uint16(facets[(t+1)*facetSize-2:]) }
	painted := false
	for t := range m.Triangles {
		own := attribute(t)&0x8000 != 0
		painted = painted || own != magics
	}
	if !painted && whole == white {
		return
	}
	m.Colors = make([]color.NRGBA, len(m.Vertices))
	for t := range m.Triangles {
		bits, c := attribute(t), whole
		low, middle, high := fiveBits(bits), fiveBits(bits>>5), fiveBits(bits>>10)
		switch own := bits&0x8000 != 0; {
		case magics && !own:
			c = color.NRGBA{R: low, G: middle, B: high, A: 255}
		case !magics && own:
			c = color.NRGBA{R: high, G: middle, B: low, A: 255}
		}
		for k := range 3 {
			m.Colors[3*t+k] = c
		}
	}
}

// fiveBits brings the lowest five bits from 0 to 31 up to 0 to 255.
func fiveBits(bits uint16) uint8 { return uint8((int(bits&31)*255 + 15) / 31) }
