package landmark

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"gwscope/meshio/internal/text"
)

// sniffNTS tells a matrix of NTSYS by the line with its sizes.
func sniffNTS(data []byte) bool {
	for lines := text.NewLines(data); ; {
		line, ok := lines.NextContent()
		if !ok {
			return false
		}
		if line = bytes.TrimSpace(line); line[0] != '"' {
			return line[0] == '1' && bytes.Contains(bytes.ToUpper(line), []byte(" DIM="))
		}
	}
}

// decodeNTS reads a matrix of NTSYS: comments in lines that begin with a quotation mark, then
// "1 rows columns missing DIM=3" and the numbers. With DIM columns, each row is a landmark of
// one specimen; with more, each row is a specimen. An L after a size says that labels follow,
// a B or an E that each row begins or ends with one.
func decodeNTS(data []byte, opt Options) (*Set, error) {
	n, err := readNTS(data)
	if err != nil {
		return nil, err
	}
	row, landmarks := 0, n.columns/n.dimensions
	s := &Set{}
	if n.columns == n.dimensions {
		landmarks = n.rows
	} else {
		names := make([][]string, n.rows)
		for k := range n.rowNames {
			names[k] = []string{n.rowNames[k]}
		}
		if row, err = opt.chosen(names); err != nil {
			return nil, err
		}
		if row < len(n.rowNames) {
			s.Name = n.rowNames[row]
		}
	}
	for k := range landmarks {
		at := row*n.columns + k*n.dimensions
		fields := append([][]byte{}, n.values[at:at+n.dimensions]...)
		if n.hasMissing && isMissing(fields, n.missing) || isMissing(fields, "NaN") {
			s.warn("line %d: landmark %d is marked as missing and is left out", n.lines[at], k+1)
			continue
		}
		if n.dimensions == 2 {
			fields = append(fields, []byte("0"))
		}
		p, err := position(n.lines[at], string(fields[0]), string(fields[1]), string(fields[2]), false)
		if err != nil {
			return nil, err
		}
		l := Landmark{Name: fmt.Sprintf("landmark %d", k+1), Position: p}
		if n.columns == n.dimensions && k < len(n.rowNames) {
			l.Name = n.rowNames[k]
		}
		s.Landmarks = append(s.Landmarks, l)
	}
	return s, nil
}

type nts struct {
	rows, columns, dimensions int
	hasMissing                bool
	missing                   string
	rowNames                  []string
	values                    [][]byte // rows x columns
	lines                     []int    // of the values
}

// size reads a size and the letter after it.
func size(word []byte) (n int, letter string, ok bool) {
	digits := bytes.TrimRight(word, "LBElbe")
	n, ok = text.Int(digits)
	return n, strings.ToUpper(string(word[len(digits):])), ok && n > 0
}

func readNTS(data []byte) (*nts, error) {
	lines := text.NewLines(data)
	var header []byte
	for header == nil {
		line, ok := lines.Next()
		if !ok {
			return nil, text.Whole("the file has no line \"1 rows columns missing DIM=3\"")
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '"' {
			header = line
		}
	}
	at := lines.Number
	words := text.Fields(nil, bytes.ReplaceAll(header, []byte("="), []byte(" ")))
	n := &nts{dimensions: 3}
	if len(words) < 4 || string(words[0]) != "1" {
		return nil, text.AtLine(at, "expected \"1 rows columns missing DIM=3\", found %s", text.Quote(header))
	}
	var rowLetter, columnLetter string
	var ok1, ok2 bool
	n.rows, rowLetter, ok1 = size(words[1])
	n.columns, columnLetter, ok2 = size(words[2])
	if !ok1 || !ok2 || !text.Room(n.rows, 2*n.columns, lines.Remaining()+1) {
		return nil, text.AtLine(at, "%s rows of %s columns are no sizes that this file can hold", text.Quote(words[1]), text.Quote(words[2]))
	}
	n.hasMissing = string(words[3]) == "1"
	if n.hasMissing && len(words) > 4 {
		n.missing = string(words[4])
	}
	for k, w := range words[:len(words)-1] {
		if bytes.EqualFold(w, []byte("dim")) {
			n.dimensions, _ = text.Int(words[k+1])
		}
	}
	if n.dimensions < 2 || n.dimensions > 3 || n.columns%n.dimensions != 0 {
		return nil, text.AtLine(at, "DIM can be 2 or 3 and has to divide the %d columns", n.columns)
	}
	var line []byte
	next := func() ([]byte, error) {
		for {
			word, rest := text.Field(line)
			if line = rest; word != nil {
				return word, nil
			}
			var ok bool
			if line, ok = lines.Next(); !ok {
				return nil, text.AtLine(lines.Number, "the file ends after %d of %d numbers", len(n.values), n.rows*n.columns)
			}
		}
	}
	labels := func(count int) (names []string, err error) {
		for range count {
			word, err := next()
			if err != nil {
				return nil, err
			}
			names = append(names, string(word))
		}
		return names, nil
	}
	var err error
	if rowLetter == "L" {
		if n.rowNames, err = labels(n.rows); err != nil {
			return nil, err
		}
	}
	if columnLetter == "L" {
		if _, err = labels(n.columns); err != nil {
			return nil, err
		}
	}
	label := func(letter string) error {
		if rowLetter != letter {
			return nil
		}
		name, err := labels(1)
		n.rowNames = append(n.rowNames, name...)
		return err
	}
	n.values, n.lines = make([][]byte, 0, n.rows*n.columns), make([]int, 0, n.rows*n.columns)
	for range n.rows {
		if err := label("B"); err != nil {
			return nil, err
		}
		for range n.columns {
			word, err := next()
			if err != nil {
				return nil, err
			}
			n.values, n.lines = append(n.values, word), append(n.lines, lines.Number)
		}
		if err := label("E"); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// encodeNTS writes one specimen with all places of a set, a row each, whose labels are their names.
func encodeNTS(w io.Writer, s Set) error {
	all := s.all()
	if len(all) == 0 {
		return text.Whole("a file of NTSYS has one landmark at least")
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\"%s\n1 %dL 3 0 DIM=3\n", oneLine(s.Name), len(all))
	for _, l := range all {
		out.WriteString(asWord(l.Name) + "\n")
	}
	for _, l := range all {
		out.Write(append(text.AppendVec(nil, l.Position[0], l.Position[1], l.Position[2]), '\n'))
	}
	return out.Flush()
}
