package landmark

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio"
	"gwscope/meshio/internal/text"
)

// Options of reading. The zero value works.
type Options struct {
	// Shape is the name of the shape, by which a file of several specimens is searched:
	// its file name without folder and extension.
	Shape string
	// Specimen names one of several specimens of a file, by its ID, by its IMAGE with or
	// without folder and extension, or by its number, from 1, with or without a # before it;
	// or one of several lists, by its name or number. "" leaves that to Shape.
	Specimen string
	// Vertices are the positions of the shape's vertices, for files that name a
	// vertex instead of a position; such files are refused without them.
	Vertices []r3.Vec
}

// Format is a kind of landmark file.
type Format struct {
	Name, Title string
	// Extensions with their dots, in lower case, the usual one first.
	Extensions []string

	sniff  func(data []byte) bool
	decode func(data []byte, opt Options) (*Set, error)
	encode func(w io.Writer, s Set) error
}

// formats in the order in which they are asked about content; CSV takes all other files.
var formats = []Format{
	{Name: "mrk.json", Title: "3D Slicer markups", Extensions: []string{".mrk.json", ".json"},
		sniff:  func(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) },
		decode: decodeMarkups, encode: encodeMarkups},
	{Name: "fcsv", Title: "3D Slicer fiducials", Extensions: []string{".fcsv"},
		sniff: func(data []byte) bool {
			return bytes.HasPrefix(data, []byte("# Markups fiducial file")) || bytes.HasPrefix(data, []byte("# Fiducial List"))
		},
		decode: decodeFCSV, encode: encodeFCSV},
	{Name: "tps", Title: "TPS landmarks", Extensions: []string{".tps"},
		sniff: func(data []byte) bool {
			line, _ := text.NewLines(data).NextContent()
			key, _, ok := keyValue(line)
			return ok && (key == "LM" || key == "LM3")
		},
		decode: decodeTPS, encode: encodeTPS},
	{Name: "pts", Title: "IDAV Landmark", Extensions: []string{".pts"}, sniff: sniffIDAV, decode: decodeIDAV, encode: encodeIDAV},
	{Name: "morphologika", Title: "Morphologika", Extensions: []string{".morphologika"}, sniff: sniffMorphologika, decode: decodeMorphologika, encode: encodeMorphologika},
	{Name: "nts", Title: "NTSYS landmarks", Extensions: []string{".nts"}, sniff: sniffNTS, decode: decodeNTS, encode: encodeNTS},
	{Name: "csv", Title: "Landmarks as CSV", Extensions: []string{".csv", ".txt", ".tsv"},
		sniff:  func([]byte) bool { return true },
		decode: decodeCSV, encode: encodeCSV},
}

// Extensions of all formats, for file dialogs and messages.
func Extensions() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.Extensions...)
	}
	return all
}

// ByExtension finds the format for a file's name, or nil.
func ByExtension(name string) *Format {
	name = strings.ToLower(name)
	for k := range formats {
		for _, e := range formats[k].Extensions {
			if strings.HasSuffix(name, e) {
				return &formats[k]
			}
		}
	}
	return nil
}

// Is reports whether a file of that name holds landmarks and not a mesh: .csv and .txt
// are claimed by clouds of points, too, so for them the content decides.
func Is(name string) bool {
	f := ByExtension(name)
	if f == nil {
		return false
	}
	switch f.Name {
	case "tps", "fcsv", "morphologika", "nts":
		return true
	case "pts":
		data, err := head(name)
		return err == nil && sniffIDAV(data)
	case "mrk.json":
		if strings.HasSuffix(strings.ToLower(name), ".mrk.json") {
			return true
		}
	}
	data, err := head(name)
	if f.Name == "mrk.json" {
		return err == nil && bytes.Contains(data, []byte(`"markups"`))
	}
	return err == nil && (sniffMorphologika(data) || csvHasNames(data))
}

// head is the beginning of a file, enough for the header of a table.
func head(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 4096))
	return text.UTF8(data), err
}

// Load reads a file of landmarks. The extension says its format, or else the content.
func Load(name string, opt Options) (*Set, error) {
	return LoadContext(context.Background(), name, opt)
}

// LoadContext is Load, but it stops reading at once when ctx ends, with the error of ctx.
func LoadContext(ctx context.Context, name string, opt Options) (*Set, error) {
	data, err := meshio.ReadFileContext(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the landmarks: %w", err)
	}
	s, err := Decode(bytes.NewReader(data), formatName(name), opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func formatName(name string) string {
	if f := ByExtension(name); f != nil && f.Name != "csv" { // Morphologika's files are called .txt, too
		return f.Name
	}
	return ""
}

// Decode reads landmarks in a format given by its name, or with "" in the format that the content looks
// like. Errors name the line.
func Decode(r io.Reader, format string, opt Options) (*Set, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, text.Whole("the file is empty; a file of landmarks names at least one place")
	}
	f := sniffed(data)
	if format != "" {
		if f, err = byName(format); err != nil {
			return nil, err
		}
	}
	s, err := f.decode(data, opt)
	if err != nil {
		return nil, err
	}
	s.nameAll()
	return s, nil
}

func sniffed(data []byte) *Format {
	for k := range formats {
		if formats[k].sniff(data) {
			return &formats[k]
		}
	}
	panic("landmark: the last format must take all files")
}

func byName(name string) (*Format, error) {
	for k := range formats {
		if formats[k].Name == name {
			return &formats[k], nil
		}
	}
	return nil, fmt.Errorf("unknown format of landmarks %q", name)
}

// Save writes landmarks in the format that the extension says.
func Save(name string, s Set) error {
	f := ByExtension(name)
	if f == nil {
		return fmt.Errorf("%s: the extension %q tells no format of landmarks; known are %s", name, filepath.Ext(name), strings.Join(Extensions(), " "))
	}
	return meshio.WriteFile(name, func(w io.Writer) error { return f.encode(w, s) })
}

// Encode writes landmarks in a format given by its name, such as "fcsv".
func Encode(w io.Writer, s Set, format string) error {
	f, err := byName(format)
	if err != nil {
		return err
	}
	return f.encode(w, s)
}
