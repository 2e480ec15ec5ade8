package landmark

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"gwscope/meshio/internal/text"
)

func sniffMorphologika(data []byte) bool {
	return bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(data)[:min(len(bytes.TrimSpace(data)), 16)]), []byte("[individuals]"))
}

// decodeMorphologika reads one specimen of a Morphologika file: sections in brackets, of
// which [individuals], [landmarks] and [dimensions] give the sizes, [names] the specimens,
// and [rawpoints] the points of each, usually after a line that begins with an apostrophe.
func decodeMorphologika(data []byte, opt Options) (*Set, error) {
	m, err := readMorphologika(data)
	if err != nil {
		return nil, err
	}
	if len(m.points) < m.individuals {
		return nil, text.Whole("the file promises %d individuals and has points of %d", m.individuals, len(m.points))
	}
	names := make([][]string, m.individuals)
	for k := range names {
		if k < len(m.names) {
			names[k] = []string{m.names[k]}
		}
	}
	k, err := opt.chosen(names)
	if err != nil {
		return nil, err
	}
	s := &Set{}
	if k < len(m.names) {
		s.Name = m.names[k]
	}
	for i, row := range m.points[k] {
		fields := text.Fields(nil, bytes.ReplaceAll(row.line, []byte(","), []byte(" ")))
		if len(fields) != m.dimensions {
			return nil, text.AtLine(row.number, "%d values for landmark %d; it has %d coordinates", len(fields), i+1, m.dimensions)
		}
		if isMissing(fields, idavMissing) {
			s.warn("line %d: landmark %d is marked as missing and is left out", row.number, i+1)
			continue
		}
		if len(fields) == 2 {
			fields = append(fields, []byte("0"))
		}
		p, err := position(row.number, string(fields[0]), string(fields[1]), string(fields[2]), false)
		if err != nil {
			return nil, err
		}
		s.Landmarks = append(s.Landmarks, Landmark{Name: fmt.Sprintf("landmark %d", i+1), Position: p})
	}
	return s, nil
}

type morphologika struct {
	individuals, landmarks, dimensions int
	names                              []string
	points                             [][]numbered // of each individual
}

// numbered is a line and its number.
type numbered struct {
	line   []byte
	number int
}

func readMorphologika(data []byte) (*morphologika, error) {
	m := &morphologika{dimensions: 3}
	section := ""
	lines := text.NewLines(data)
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if line[0] == '[' {
			section = strings.ToLower(string(line))
			continue
		}
		sizes := map[string]*int{"[individuals]": &m.individuals, "[landmarks]": &m.landmarks, "[dimensions]": &m.dimensions}
		if size := sizes[section]; size != nil {
			var ok bool
			if *size, ok = text.Int(line); !ok || *size < 1 || !text.Room(*size, 1, len(data)) {
				return nil, text.AtLine(lines.Number, "%s is no number for %s", text.Quote(line), section)
			}
			continue
		}
		switch section {
		case "[names]":
			m.names = append(m.names, string(line))
		case "[rawpoints]":
			if line[0] == '\'' || line[0] == '"' || line[0] == '#' {
				continue
			}
			if last := len(m.points) - 1; last < 0 || len(m.points[last]) == m.landmarks {
				m.points = append(m.points, nil)
			}
			last := len(m.points) - 1
			m.points[last] = append(m.points[last], numbered{line, lines.Number})
		}
	}
	if m.individuals == 0 || m.landmarks == 0 || m.dimensions < 2 || m.dimensions > 3 {
		return nil, text.Whole("the sections [individuals] and [landmarks] give no sizes, or [dimensions] is neither 2 nor 3")
	}
	if n := len(m.points); n > 0 && len(m.points[n-1]) < m.landmarks {
		return nil, text.AtLine(lines.Number, "the file ends after %d of %d landmarks of individual %d", len(m.points[n-1]), m.landmarks, n)
	}
	return m, nil
}

// encodeMorphologika writes one individual with all places of a set. The format has no names of landmarks.
func encodeMorphologika(w io.Writer, s Set) error {
	all, err := s.unlikeMissing()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return text.Whole("a file of Morphologika has one landmark at least")
	}
	name := oneLine(s.Name)
	if name == "" || name[0] == '[' { // a line that would begin a section
		name = "individual 1"
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "[individuals]\n1\n[landmarks]\n%d\n[dimensions]\n3\n[names]\n%s\n[rawpoints]\n'%s\n", len(all), name, name)
	for _, l := range all {
		out.Write(append(text.AppendVec(nil, l.Position[0], l.Position[1], l.Position[2]), '\n'))
	}
	return out.Flush()
}
