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

// decodeNTS reads a matrix of NTSYS: comments in lines that begin with a quotation mark, then "1 rows
// columns missing DIM=3" and the numbers. With DIM columns, each row is a landmark of one specimen;
// with more, each row is a specimen. An L after a size says that labels follow; a B or an E says that
// each row begins or ends with a label.
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
			s.warn("line %d: landmark %d is marked as missing and is left out", n.valueLines[at], k+1)
			continue
		}
		if n.dimensions == 2 {
			fields = append(fields, []byte("0"))
		}
		p, err := position(n.valueLines[at], string(fields[0]), string(fields[1]), string(fields[2]), false)
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
	valueLines                []int    // of the values
}

// size reads a size and the letter after it.
func size(word []byte) (n int, letter string, ok bool) {
	digits := bytes.TrimRight(word, "LBElbe")
	n, ok = text.Int(digits)
	return n, strings.ToUpper(string(word[len(digits):])), ok && n > 0
}

func readNTS(data []byte) (*nts, error) {
	r := &ntsReader{nts: &nts{dimensions: 3}, lines: text.NewLines(data)}
	rowLetter, columnLetter, err := r.header()
	if err != nil {
		return nil, err
	}
	if rowLetter == "L" {
		if err := r.labels(&r.rowNames, r.rows); err != nil {
			return nil, err
		}
	}
	if columnLetter == "L" {
		var columnNames []string
		if err := r.labels(&columnNames, r.columns); err != nil {
			return nil, err
		}
	}
	r.values, r.valueLines = make([][]byte, 0, r.rows*r.columns), make([]int, 0, r.rows*r.columns)
	for range r.rows {
		if err := r.row(rowLetter); err != nil {
			return nil, err
		}
	}
	return r.nts, nil
}

// ntsReader reads the words of a file into its matrix.
type ntsReader struct {
	*nts
	lines *text.Lines
	line  []byte // the rest of the current one
}

// header reads the line with the sizes, and returns the letters after these.
func (r *ntsReader) header() (rowLetter, columnLetter string, err error) {
	var header []byte
	for header == nil {
		line, ok := r.lines.Next()
		if !ok {
			return "", "", text.Whole("the file has no line \"1 rows columns missing DIM=3\"")
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '"' {
			header = line
		}
	}
	fault := func(format string, args ...any) (string, string, error) {
		return "", "", text.AtLine(r.lines.Number, format, args...)
	}
	words := text.Fields(nil, bytes.ReplaceAll(header, []byte("="), []byte(" ")))
	if len(words) < 4 || string(words[0]) != "1" {
		return fault("expected \"1 rows columns missing DIM=3\", found %s", text.Quote(header))
	}
	var ok1, ok2 bool
	r.rows, rowLetter, ok1 = size(words[1])
	r.columns, columnLetter, ok2 = size(words[2])
	if !ok1 || !ok2 || !text.Room(r.rows, 2*r.columns, r.lines.Remaining()+1) {
		return fault("%s rows of %s columns are no sizes that this file can hold", text.Quote(words[1]), text.Quote(words[2]))
	}
	r.hasMissing = string(words[3]) == "1"
	if r.hasMissing && len(words) > 4 {
		r.missing = string(words[4])
	}
	for k, w := range words[:len(words)-1] {
		if bytes.EqualFold(w, []byte("dim")) {
			r.dimensions, _ = text.Int(words[k+1])
		}
	}
	if r.dimensions < 2 || r.dimensions > 3 || r.columns%r.dimensions != 0 {
		return fault("DIM can be 2 or 3 and has to divide the %d columns", r.columns)
	}
	return rowLetter, columnLetter, nil
}

// next is the next word, on whatever line.
func (r *ntsReader) next() ([]byte, error) {
	for {
		word, rest := text.Field(r.line)
		if r.line = rest; word != nil {
			return word, nil
		}
		var ok bool
		if r.line, ok = r.lines.Next(); !ok {
			return nil, text.AtLine(r.lines.Number, "the file ends after %d of %d numbers", len(r.values), r.rows*r.columns)
		}
	}
}

// labels appends the next count words to names.
func (r *ntsReader) labels(names *[]string, count int) error {
	for range count {
		word, err := r.next()
		if err != nil {
			return err
		}
		*names = append(*names, string(word))
	}
	return nil
}

// row reads the numbers of a row, and its label before or after them where the letter says so.
func (r *ntsReader) row(letter string) error {
	if letter == "B" {
		if err := r.labels(&r.rowNames, 1); err != nil {
			return err
		}
	}
	for range r.columns {
		word, err := r.next()
		if err != nil {
			return err
		}
		r.values, r.valueLines = append(r.values, word), append(r.valueLines, r.lines.Number)
	}
	if letter == "E" {
		return r.labels(&r.rowNames, 1)
	}
	return nil
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
