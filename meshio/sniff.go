package meshio

import (
	"bytes"
	"slices"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/matlab"
	"gwscope/meshio/off"
	"gwscope/meshio/pcd"
	"gwscope/meshio/pts"
	"gwscope/meshio/stl"
	"gwscope/meshio/vtk"
)

// confidence is how surely content belongs to a format.
type confidence int

const (
	no    confidence = iota
	maybe            // it could be read as this format
	sure             // it says so itself
)

func sureIf(yes bool) confidence {
	if yes {
		return sure
	}
	return no
}

// head is the number of bytes of a file by which text formats are recognised.
const head = 1 << 16

// beginning is the first part of a file as text, up to a whole line.
func beginning(data []byte) []byte {
	if len(data) <= head {
		return text.UTF8(data)
	}
	data = text.UTF8(data[:head])
	if end := bytes.LastIndexAny(data, "\r\n"); end > 0 {
		data = data[:end]
	}
	return data
}

func sniffPLY(data []byte) confidence {
	data = beginning(data)
	rest, ok := bytes.CutPrefix(data, []byte("ply"))
	return sureIf(ok && (len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0))
}

// sniffMagic is sure of files that begin with the magic bytes.
func sniffMagic(magic string) func(data []byte) confidence {
	return func(data []byte) confidence { return sureIf(bytes.HasPrefix(data, []byte(magic))) }
}

func sniffGLTF(data []byte) confidence {
	if bytes.HasPrefix(bytes.TrimLeft(beginning(data), " \t\r\n"), []byte("{")) {
		if bytes.Contains(data, []byte(`"asset"`)) {
			return sure
		}
		return maybe
	}
	return no
}

func sniffVTK(data []byte) confidence {
	return sureIf(bytes.HasPrefix(beginning(data), []byte(vtk.Magic)))
}

// sniffVTP is sure of VTK's XML, of whatever data set.
func sniffVTP(data []byte) confidence {
	data = beginning(data)
	return sureIf(bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("<")) && bytes.Contains(data, []byte("<VTKFile")))
}

func sniffPCD(data []byte) confidence {
	return sureIf(pcd.IsHeader(beginning(data)))
}

func sniffSTL(data []byte) confidence {
	switch {
	case stl.IsBinary(data):
		return sure
	case stl.IsText(data) && (bytes.Contains(data, []byte("facet")) || bytes.Contains(data, []byte("endsolid"))):
		return sure
	case stl.IsText(data):
		return maybe
	}
	return no
}

func sniffOFF(data []byte) confidence {
	lines := text.NewLines(beginning(data))
	line, ok := lines.NextContent()
	if !ok {
		return no
	}
	if _, _, ok := off.Keyword(line); ok {
		return sure
	}
	// Old files begin with the counts, which points as text could do too.
	return threeNumbers(line, text.Int)
}

func threeNumbers[T any](line []byte, number func(field []byte) (T, bool)) confidence {
	fields := text.Fields(nil, line)
	isWord := func(field []byte) bool { _, ok := number(field); return !ok }
	if len(fields) != 3 || slices.ContainsFunc(fields, isWord) {
		return no
	}
	return maybe
}

// sniffOBJ is sure of a file whose first statement is one of OBJ, with numbers
// where there must be some.
func sniffOBJ(data []byte) confidence {
	lines := text.NewLines(beginning(data))
	line, _ := lines.NextContent()
	keyword, rest := text.Field(line)
	switch string(keyword) {
	case "v", "vn", "vt", "vp":
		first, _ := text.Field(rest)
		_, ok := text.Float(first)
		return sureIf(ok)
	case "mtllib", "usemtl":
		return sure
	case "o", "g", "s", "f", "l", "p", "cstype", "deg", "usemap", "lod", "shadow_obj", "trace_obj":
		// Any text could begin with a letter; a vertex further on decides.
		if hasVertex(lines) {
			return sure
		}
		return maybe
	}
	return no
}

func hasVertex(lines *text.Lines) bool {
	for {
		line, ok := lines.NextContent()
		if !ok {
			return false
		}
		if keyword, rest := text.Field(line); string(keyword) == "v" {
			first, _ := text.Field(rest)
			_, ok := text.Float(first)
			return ok
		}
	}
}

func sniffMAT(data []byte) confidence {
	return sureIf(matlab.Is(data))
}

// sniffTOSCA looks for rows of three numbers, which many files have: the name decides.
func sniffTOSCA(data []byte) confidence {
	line, _ := text.NewLines(beginning(data)).NextContent()
	return threeNumbers(line, text.Decimal)
}

func sniffPTS(data []byte) confidence {
	if _, err := pts.Decode(bytes.NewReader(beginning(data))); err == nil {
		return maybe
	}
	return no
}

// foreign recognises files that people try to load and that hold no mesh we can read. It returns the
// fault and the mend.
func foreign(data []byte) string {
	for _, f := range []struct{ magic, is string }{
		{"PK\x03\x04", "a zip archive (perhaps 3MF or NPZ): unpack it, or export PLY or OBJ"},
		{"Kaydara FBX", "an FBX file, which is not supported: convert it to glTF, PLY or OBJ"},
		{"<?xml", "an XML file (perhaps COLLADA or X3D), which is not supported: convert it to PLY or OBJ"},
		{"<COLLADA", "a COLLADA file, which is not supported: convert it to PLY or OBJ"},
		{"$MeshFormat", "a Gmsh file, which is not supported: convert it to PLY or OBJ"},
		{"BLENDER", "a Blender file: export PLY, OBJ or glTF from Blender"},
		{"\x1f\x8b", "a gzip archive: unpack it first"},
		{"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"GIF8", "a picture"},
		{"%PDF", "a PDF document"}, {"\x7fELF", "a program"}, {"MZ", "a program"},
		{"version https://git-lfs", "a pointer to a file in Git LFS: fetch the file itself with git lfs pull"},
		{"<!DOCTYPE", "a web page: the download went wrong"}, {"<html", "a web page: the download went wrong"},
	} {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return f.is
		}
	}
	return ""
}
