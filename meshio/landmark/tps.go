package landmark

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gwscope/meshio/internal/text"
)

// tpsNames, tpsTips and tpsLesser begin comments that keep names in a format without names: JSON lists
// of the names of all points, of the extremities, and of the lesser places, which stand last.
const (
	tpsNames  = "names="
	tpsTips   = "extremities="
	tpsLesser = "lesser="
)

// specimen is one block of a TPS file.
type specimen struct {
	line   int
	set    Set
	id     string
	image  string
	scale  float64
	names  []string
	tips   []string
	lesser []string
	flat   bool // LM=, two coordinates
	gone   []absent
	points int
}

// decodeTPS reads a block of a TPS file (Rohlf): "LM3=n" and n lines of x y z, or "LM=n" and x y, or x
// y z as some programs write; then ID=, IMAGE=, SCALE=, COMMENT=, all optional. Coordinates are
// multiplied by SCALE, which is how they are meant. Of several blocks it takes the block that is named,
// or whose ID or IMAGE is the shape's name.
func decodeTPS(data []byte, opt Options) (*Set, error) {
	all, err := specimens(data)
	if err != nil {
		return nil, err
	}
	var names [][]string
	for _, s := range all {
		names = append(names, []string{s.id, s.image})
	}
	k, err := opt.chosen(names)
	if err != nil {
		return nil, err
	}
	return all[k].finished()
}

func keyValue(line []byte) (key, value string, ok bool) {
	k, v, ok := strings.Cut(string(bytes.TrimSpace(line)), "=")
	return strings.ToUpper(strings.TrimSpace(k)), strings.TrimSpace(v), ok
}

func specimens(data []byte) ([]*specimen, error) {
	var all []*specimen
	decimal, err := text.DecimalCommas(data, func(line []byte) []byte { // of rows of points
		if bytes.IndexByte(line, '=') >= 0 {
			return nil
		}
		return line
	})
	if err != nil {
		return nil, err
	}
	lines := text.NewLines(data)
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		key, value, ok := keyValue(line)
		if !ok {
			return nil, text.AtLine(lines.Number, "%s is neither KEY=value nor one of the points that LM= or LM3= announced", text.Quote(line))
		}
		if key == "LM" || key == "LM3" {
			s, err := readPoints(lines, key == "LM", value, decimal)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
			continue
		}
		if len(all) == 0 {
			return nil, text.AtLine(lines.Number, "%s stands before the first LM= or LM3=", text.Quote(line))
		}
		if err := all[len(all)-1].say(lines, key, value); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, text.Whole("no line LM= or LM3= announces landmarks")
	}
	return all, nil
}

func readPoints(lines *text.Lines, flat bool, value string, decimal bool) (*specimen, error) {
	n, ok := text.Int([]byte(value))
	if !ok || n < 0 {
		return nil, text.AtLine(lines.Number, "%s is not the number of landmarks that follow", text.Quote([]byte(value)))
	}
	s := &specimen{line: lines.Number, flat: flat, scale: 1}
	for k := range n {
		line, ok := lines.Next()
		if !ok {
			return nil, text.AtLine(lines.Number, "the file ends after %d of %d landmarks", k, n)
		}
		if !decimal {
			line = bytes.ReplaceAll(line, []byte(","), []byte(" "))
		}
		fields := text.Fields(nil, bytes.ReplaceAll(line, []byte(";"), []byte(" ")))
		gone := missing(fields)
		if flat && len(fields) == 2 {
			fields = append(fields, []byte("0"))
		}
		if len(fields) != 3 {
			return nil, text.AtLine(lines.Number, "%d values for landmark %d of %d; it has three coordinates", len(fields), k+1, n)
		}
		if gone != "" {
			s.gone = append(s.gone, absent{lines.Number, k, gone})
			s.set.Landmarks = append(s.set.Landmarks, Landmark{Note: missingNote})
			continue
		}
		p, err := position(lines.Number, string(fields[0]), string(fields[1]), string(fields[2]), false)
		if err != nil {
			return nil, err
		}
		s.set.Landmarks = append(s.set.Landmarks, Landmark{Position: p})
	}
	s.points = n
	s.tellMissing()
	return s, nil
}

// absent is a landmark that was not found on the specimen, and the value that says so.
type absent struct {
	line, index int
	word        string
}

// tellMissing warns of the landmarks that were not found. Where other landmarks have negative
// coordinates, a landmark at -1 might be a place.
func (s *specimen) tellMissing() {
	negative := false
	for _, l := range s.set.Landmarks {
		negative = negative || l.Note != missingNote && min(l.Position[0], l.Position[1], l.Position[2]) < 0
	}
	for _, a := range s.gone {
		if a.word == minusOne && negative {
			s.set.warn("line %d: landmark %d has only coordinates of -1, by which most programs mark a missing landmark, and is left out; if it is a place, write -1.000001", a.line, a.index+1)
		} else {
			s.set.warn("line %d: landmark %d is marked as missing (%s) and is left out", a.line, a.index+1, a.word)
		}
	}
}

// missingNote holds the place of a missing landmark until names are given out.
const missingNote = "\x00missing"

// minusOne marks a missing landmark in files of tpsDig and similar programs.
const minusOne = "-1"

// missing is the word in all fields of a landmark that was not found on the specimen: NA as geomorph
// writes, NaN, or -1; "" for other landmarks.
func missing(fields [][]byte) string {
	for _, word := range []string{"NA", "NaN", minusOne} {
		all := len(fields) > 1
		for _, f := range fields {
			v, ok := text.Decimal(f)
			all = all && (bytes.EqualFold(f, []byte(word)) || word == minusOne && ok && v == -1)
		}
		if all {
			return word
		}
	}
	return ""
}

// say reads a fact of a block that is no landmark.
func (s *specimen) say(lines *text.Lines, key, value string) error {
	switch key {
	case "ID":
		s.id = value
	case "IMAGE":
		s.image = value
	case "SCALE":
		v, ok := text.Decimal([]byte(value))
		if !ok || !(v > 0) || v > 1e300 {
			return text.AtLine(lines.Number, "the scale is %s; it is a number above 0", text.Quote([]byte(value)))
		}
		s.scale = v
	case "COMMENT":
		for prefix, into := range map[string]*[]string{tpsNames: &s.names, tpsTips: &s.tips, tpsLesser: &s.lesser} {
			if list, ok := strings.CutPrefix(value, prefix); ok {
				if json.Unmarshal([]byte(list), into) != nil {
					*into = nil // somebody's own comment
				}
			}
		}
	case "CURVES", "OUTLINES", "CHAINS":
		s.set.warn("line %d: %s are not read, landmarks only", lines.Number, strings.ToLower(key))
		return skipCurves(lines, value)
	case "POINTS": // of a curve that nobody announced
		return skipLines(lines, value)
	}
	return nil
}

// skipCurves passes over curves, each of which announces its own points.
func skipCurves(lines *text.Lines, value string) error {
	n, ok := text.Int([]byte(value))
	if !ok {
		return text.AtLine(lines.Number, "%s is not a number of curves", text.Quote([]byte(value)))
	}
	for range min(n, lines.Remaining()) {
		line, ok := lines.Next()
		if !ok {
			return nil
		}
		key, value, ok := keyValue(line)
		if !ok || key != "POINTS" {
			return text.AtLine(lines.Number, "%s stands where a curve announces its POINTS=", text.Quote(line))
		}
		if err := skipLines(lines, value); err != nil {
			return err
		}
	}
	return nil
}

func skipLines(lines *text.Lines, value string) error {
	n, ok := text.Int([]byte(value))
	if !ok {
		return text.AtLine(lines.Number, "%s is not a number of points", text.Quote([]byte(value)))
	}
	for range n {
		if _, ok := lines.Next(); !ok {
			return nil
		}
	}
	return nil
}

// finished gives the points of a block their names and their size.
func (s *specimen) finished() (*Set, error) {
	out := s.set
	out.Name, out.Landmarks = s.id, nil
	if s.flat && s.points > 0 {
		allFlat := true
		for _, l := range s.set.Landmarks {
			allFlat = allFlat && l.Position[2] == 0
		}
		if allFlat {
			out.warn("the landmarks have two coordinates only; the third is taken as 0")
		}
	}
	for k, l := range s.set.Landmarks {
		if l.Note == missingNote {
			continue
		}
		for a := range l.Position {
			l.Position[a] *= s.scale
		}
		into := &out.Landmarks
		if len(s.names) == len(s.set.Landmarks) {
			l.Name = s.names[k]
			lesser := len(s.set.Landmarks) - len(s.lesser) // the first of them
			switch tips := lesser - len(s.tips); {
			case tips < 0 || k < tips:
			case k < lesser:
				into = &out.Tips
			default:
				into = &out.Lesser
			}
		} else {
			l.Name = fmt.Sprintf("landmark %d", k+1)
		}
		*into = append(*into, l)
	}
	return &out, nil
}

// encodeTPS writes one block, LM3, with the names in comments.
func encodeTPS(w io.Writer, s Set) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "LM3=%d\n", len(s.Landmarks)+len(s.Tips)+len(s.Lesser))
	var all []string
	var names [3][]string
	for k, list := range s.lists() {
		for _, l := range list {
			out.Write(append(text.AppendVec(nil, l.Position[0], l.Position[1], l.Position[2]), '\n'))
			names[k] = append(names[k], l.Name)
		}
		all = append(all, names[k]...)
	}
	for _, list := range []struct {
		prefix string
		names  []string
	}{{tpsNames, all}, {tpsTips, names[1]}, {tpsLesser, names[2]}} {
		if len(list.names) == 0 {
			continue
		}
		text, err := json.Marshal(list.names)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "COMMENT=%s%s\n", list.prefix, text)
	}
	fmt.Fprintf(out, "ID=%s\n", oneLine(s.Name))
	return out.Flush()
}
