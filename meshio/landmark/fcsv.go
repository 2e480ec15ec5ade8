package landmark

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gwscope/meshio/internal/text"
)

// fcsvColumns are the columns of a fiducial file that does not name them.
var fcsvColumns = strings.Split("id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID", ",")

// The descriptions that mark extremities in Slicer's files, which know no kinds.
const (
	tipNote    = "extremity"
	lesserNote = "lesser extremity"
)

// notes are the descriptions of the lists of a set; "": landmarks keep their own.
var notes = [...]string{"", tipNote, lesserNote}

// decodeFCSV reads 3D Slicer's fiducials: a header in comments, then comma-separated
// values. Files without a coordinate system, and those that say RAS or 0, have x to
// the right and y to the front; since version 4.11 Slicer writes LPS (or 1).
func decodeFCSV(data []byte, _ Options) (*Set, error) {
	s, names, rightFront, err := fcsvHeader(data)
	if err != nil {
		return nil, err
	}
	// The oldest files have label,x,y,z,sel,vis under a "# columns" of their own.
	at := func(what string) int { return slices.Index(names, what) }
	x, y, z, label, desc := at("x"), at("y"), at("z"), at("label"), at("desc")
	if x < 0 || y < 0 || z < 0 {
		return nil, text.Whole("the line \"# columns =\" names no x, y and z")
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.FieldsPerRecord, r.LazyQuotes = '#', -1, true
	for {
		record, err := r.Read()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		line, _ := r.FieldPos(0)
		if len(record) <= max(x, y, z) {
			return nil, text.AtLine(line, "%d values where %d are needed: %s", len(record), max(x, y, z)+1, strings.Join(names, ","))
		}
		// Slicer 5 adds two values; more come from decimal commas.
		if len(record) > len(names)+2 {
			return nil, text.AtLine(line, "%d values where %d are expected: write numbers with decimal points", len(record), len(names))
		}
		l := Landmark{}
		if label >= 0 && label < len(record) {
			l.Name = strings.TrimSpace(record[label])
		}
		if desc >= 0 && desc < len(record) {
			l.Note = strings.TrimSpace(record[desc])
		}
		// Slicer 5 adds the position's status, 2 for a point that was placed.
		if status := len(fcsvColumns); len(names) == status && len(record) > status && record[status] != "2" && record[status] != "" {
			s.warn("line %d: %q has no position and is left out", line, l.Name)
			continue
		}
		if l.Position, err = position(line, strings.TrimSpace(record[x]), strings.TrimSpace(record[y]), strings.TrimSpace(record[z]), rightFront); err != nil {
			return nil, err
		}
		s.add(l)
	}
}

// add puts a landmark into the list that its note says.
func (s *Set) add(l Landmark) {
	switch l.Note {
	case tipNote:
		l.Note = ""
		s.Tips = append(s.Tips, l)
	case lesserNote:
		l.Note = ""
		s.Lesser = append(s.Lesser, l)
	default:
		s.Landmarks = append(s.Landmarks, l)
	}
}

// fcsvHeader reads the comments: columns and axes.
func fcsvHeader(data []byte) (s *Set, names []string, rightFront bool, err error) {
	s, names, rightFront = &Set{Space: "LPS"}, fcsvColumns, true
	for lines := text.NewLines(data); ; {
		line, ok := lines.Next()
		if !ok {
			return s, names, rightFront, nil
		}
		comment, ok := bytes.CutPrefix(line, []byte("#"))
		if !ok {
			continue
		}
		key, value, _ := strings.Cut(string(comment), "=")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "coordinatesystem":
			if rightFront, err = axes(value); err != nil {
				return nil, nil, false, text.AtLine(lines.Number, "%v", err)
			}
		case "columns":
			names = nil
			for _, name := range strings.Split(value, ",") {
				names = append(names, strings.TrimSpace(name))
			}
		}
	}
}

// axes reads the name or number of a coordinate system.
func axes(name string) (rightFront bool, err error) {
	switch strings.ToUpper(name) {
	case "RAS", "0":
		return true, nil
	case "LPS", "1":
		return false, nil
	}
	return false, fmt.Errorf("the coordinate system is %s; it can be LPS or RAS", text.Quote([]byte(name)))
}

// spaceOf are the axes that a file is written in: those of the positions, or LPS where these are not
// known.
func (s *Set) spaceOf() string {
	if s.Space == "RAS" {
		return "RAS"
	}
	return "LPS"
}

// encodeFCSV writes the form of Slicer 4.13 and later.
func encodeFCSV(w io.Writer, s Set) error {
	if _, err := fmt.Fprintf(w, "# Markups fiducial file version = 4.13\n# CoordinateSystem = %s\n# columns = %s\n", s.spaceOf(), strings.Join(fcsvColumns, ",")); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	id := 0
	for k, list := range s.lists() {
		for _, l := range list {
			id++
			note := oneLine(l.Note)
			if k > 0 {
				note = notes[k]
			}
			row := append([]string{strconv.Itoa(id)}, numbers(l.Position)...)
			out.Write(append(row, "0", "0", "0", "1", "1", "1", "0", oneLine(l.Name), note, "")) // no turn; visible, selected, not locked
		}
	}
	out.Flush()
	return out.Error()
}
