package landmark

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"gwscope/meshio/internal/text"
)

// idavMissing is IDAV Landmark's coordinate of a missing landmark.
const idavMissing = "9999"

// sniffIDAV tells the landmarks of IDAV Landmark from a cloud of points of that extension.
func sniffIDAV(data []byte) bool {
	word, _ := text.Field(bytes.TrimSpace(data))
	return bytes.EqualFold(word, []byte("version"))
}

// decodeIDAV reads a .pts file of IDAV Landmark: "Version 1.0", the number of points, and a
// line of name, x, y and z for each. 9999 marks a landmark as missing.
func decodeIDAV(data []byte, _ Options) (*Set, error) {
	lines := text.NewLines(data)
	if line, ok := lines.NextContent(); !ok || !sniffIDAV(line) {
		return nil, text.AtLine(1, "a file of IDAV Landmark begins with \"Version 1.0\"")
	}
	line, _ := lines.NextContent()
	word, _ := text.Field(line)
	n, ok := text.Int(word)
	if !ok || n < 0 {
		return nil, text.AtLine(lines.Number, "%s is not the number of landmarks", text.Quote(word))
	}
	s := &Set{}
	for k := range n {
		line, ok := lines.NextContent()
		if !ok {
			return nil, text.AtLine(lines.Number, "the file ends after %d of %d landmarks", k, n)
		}
		fields := text.Fields(nil, line)
		if len(fields) != 4 {
			return nil, text.AtLine(lines.Number, "%d values for landmark %d; it has a name and three coordinates", len(fields), k+1)
		}
		if isMissing(fields[1:], idavMissing) {
			s.warn("line %d: landmark %s is marked as missing (%s) and is left out", lines.Number, fields[0], idavMissing)
			continue
		}
		p, err := position(lines.Number, string(fields[1]), string(fields[2]), string(fields[3]), false)
		if err != nil {
			return nil, err
		}
		s.Landmarks = append(s.Landmarks, Landmark{Name: string(fields[0]), Position: p})
	}
	return s, nil
}

// isMissing reports whether all coordinates of a landmark mark it as missing: by a number of the
// format, or by NA or NaN.
func isMissing(fields [][]byte, number string) bool {
	if word := missing(fields); word != "" && word != minusOne {
		return true
	}
	code, ok := text.Float([]byte(number))
	for _, f := range fields {
		if v, is := text.Float(f); !ok || !is || v != code {
			return false
		}
	}
	return true
}

// encodeIDAV writes all places of a set, because the format has one list. Names become single words.
func encodeIDAV(w io.Writer, s Set) error {
	all, err := s.unlikeMissing()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Version 1.0\n%d\n", len(all))
	for _, l := range all {
		out.WriteString(asWord(l.Name) + " ")
		out.Write(append(text.AppendVec(nil, l.Position[0], l.Position[1], l.Position[2]), '\n'))
	}
	return out.Flush()
}

// all are all places, in the order of a format with one list.
func (s *Set) all() []Landmark { return slices.Concat(s.Landmarks, s.Tips, s.Lesser) }

// unlikeMissing are all places of a set, for formats that mark missing landmarks by a number. A place
// that would look like a missing one is an error.
func (s *Set) unlikeMissing() ([]Landmark, error) {
	all := s.all()
	for _, l := range all {
		if l.Position == [3]float64{9999, 9999, 9999} {
			return nil, text.Whole("landmark %q is at 9999, 9999, 9999, which would say that it is missing: choose another format, such as .csv", l.Name)
		}
	}
	return all, nil
}

// asWord makes one word of a name, in which nothing begins a comment.
func asWord(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '#' {
			return '_'
		}
		return r
	}, name)
}
