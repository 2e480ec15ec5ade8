package off

import (
	"bytes"
	"math"
	"strings"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Keyword splits the word that begins an OFF file into its variant letters;
// rest is the rest of the line, perhaps without a blank ("OFF8 6 12").
func Keyword(line []byte) (variant string, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t\r\v\f")
	at := bytes.Index(line, []byte("OFF"))
	if at < 0 || at > len("STCN4n") {
		return "", nil, false
	}
	variant = string(line[:at])
	for _, letters := range []string{"ST", "C", "N", "4", "n"} {
		variant = strings.TrimPrefix(variant, letters)
	}
	if variant != "" {
		return "", nil, false
	}
	return string(line[:at]), line[at+len("OFF"):], true
}

// header is the head of a file, before the vertices.
type header struct {
	variant              string
	vertexGoal, faceGoal int
	space                string
	edges                bool       // the count of edges is there
	rest                 []byte     // of the line of counts, after them
	lines                text.Lines // after that line
}

// readHeader reads the keyword, which old files leave out, and the counts of
// vertices and faces, on the same line or the next; the count of edges after
// them is ignored.
func readHeader(data []byte) (*header, error) {
	h := &header{space: spaceOf(data)}
	lines := text.NewLines(data)
	line, ok := lines.NextContent()
	if !ok {
		return nil, text.Whole("the file is empty; an OFF file begins with the word OFF")
	}
	if variant, rest, ok := Keyword(line); ok {
		h.variant, line = variant, rest
	} else if field, _ := text.Field(line); !isCount(field) {
		return nil, text.AtLine(lines.Number, "expected the word OFF, found %s", text.Quote(field))
	}
	if strings.Contains(h.variant, "n") {
		return nil, text.AtLine(lines.Number, "%sOFF holds points of any dimension, which is not supported: convert it to OFF", h.variant)
	}
	var counts [2]int
	for i := range counts {
		field, rest := text.Field(line)
		for field == nil {
			if line, ok = lines.NextContent(); !ok {
				return nil, text.Whole("the file ends before the numbers of vertices and faces")
			}
			field, rest = text.Field(line)
		}
		if string(field) == "BINARY" {
			return nil, text.AtLine(lines.Number, "binary OFF is not supported: convert it to text OFF or PLY")
		}
		if counts[i], ok = text.Int(field); !ok || counts[i] < 0 {
			return nil, text.AtLine(lines.Number, "%s is not a number of %s", text.Quote(field), [2]string{"vertices", "faces"}[i])
		}
		line = rest
	}
	h.vertexGoal, h.faceGoal = counts[0], counts[1]
	var edges []byte
	edges, h.rest = text.Field(line)
	h.edges, h.lines = edges != nil, *lines
	// The shortest vertex is "0 0 0\n", the shortest face "1 0\n"; a last line may lack its end.
	remaining := len(h.rest) + lines.Remaining() + 1
	if h.vertexGoal == 0 {
		return nil, text.AtLine(lines.Number, "the file has no vertices")
	}
	if h.vertexGoal > math.MaxInt32 || !text.Room(h.vertexGoal, 6, remaining) {
		return nil, text.AtLine(lines.Number, "the header promises %s, but the file is too short to hold them", mesh.Count(h.vertexGoal, "vertex"))
	}
	if !text.Room(h.faceGoal, 2, remaining) {
		return nil, text.AtLine(lines.Number, "the header promises %s, but the file is too short to hold them", mesh.Count(h.faceGoal, "face"))
	}
	return h, nil
}

// spaceOf looks for anatomical axes in the comments at the beginning of a file.
func spaceOf(data []byte) string {
	for lines := text.NewLines(data); lines.Number < 20; {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			if space := text.Space(line[i:]); space != "" {
				return space
			}
		}
	}
	return ""
}

func isCount(field []byte) bool {
	v, ok := text.Int(field)
	return ok && v >= 0
}
