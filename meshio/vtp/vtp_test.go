package vtp_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/vtp"
)

var encodings = []vtp.Encoding{vtp.Packed, vtp.Raw, vtp.Base64, vtp.ASCII}

func codec(encoding vtp.Encoding) meshtest.Codec {
	return meshtest.Codec{
		Decode: vtp.Decode,
		Encode: func(w io.Writer, m *mesh.Mesh) error { return vtp.Encode(w, m, vtp.Settings{Encoding: encoding}) },
		Keeps:  meshtest.Keeps{Faces: true, Polygons: true, Normals: true, Colors: true, Alpha: true, Scalars: true},
	}
}

func bytesOf(order binary.ByteOrder, values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, order, v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

func le(values ...any) []byte { return bytesOf(binary.LittleEndian, values...) }

func b64(data []byte) string { return base64.StdEncoding.EncodeToString(data) }

func squeeze(data []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// file puts arrays into a file of four points; attributes go into its first tag.
func file(attributes, points, rest, appended string) string {
	return `<?xml version="1.0"?><!-- > --><VTKFile type="PolyData" ` + attributes + "><PolyData>\n" +
		`<Piece NumberOfPoints="4" NumberOfPolys="1"><Points>` + points + "</Points>" + rest + "</Piece></PolyData>" + appended + "</VTKFile>\n"
}

const (
	textPoints = `<DataArray type="Float32" Name="Points" NumberOfComponents="3" format="ascii">0 0 0 1 0 0
		1 1 0 0 1 0<InformationKey name="x"><Value index="0">1</Value></InformationKey></DataArray>`
	textQuad = `<Polys><DataArray type="Int64" Name="connectivity" format="ascii">0 1 2 3</DataArray><DataArray type="Int64" Name="offsets" format="ascii">4</DataArray></Polys>`
)

func data(typeName, name, attributes, values string) string {
	return fmt.Sprintf(`<DataArray type="%s" Name="%s" %s>%s</DataArray>`, typeName, name, attributes, values)
}

// TestDecode checks "points faces triangles", colour and normal of point 1, scalars, and axes.
func TestDecode(t *testing.T) {
	t.Parallel()
	corners := []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	whole := le(corners)
	half := squeeze(whole[:32])
	rest := squeeze(whole[32:])
	inline := `format="binary"`
	for name, tt := range map[string]struct{ file, want string }{
		"text": {file("", textPoints, textQuad, ""), "4 1 2"},
		"in place": {file(`byte_order="LittleEndian"`, data("Float32", "Points", inline, "\n  "+b64(le(uint32(48), corners))+"\n"), textQuad, ""),
			"4 1 2"},
		"header apart": {file("", data("Float32", "Points", inline, b64(le(uint32(48)))+b64(whole)), textQuad, ""), "4 1 2"},
		"big endian": {file(`byte_order="BigEndian" header_type="UInt64"`, data("Float32", "Points", inline, b64(bytesOf(binary.BigEndian, uint64(48), corners))), textQuad, ""),
			"4 1 2"},
		"packed": {file(`compressor="vtkZLibDataCompressor"`, data("Float32", "Points", inline,
			b64(le(uint32(2), uint32(32), uint32(16), uint32(len(half)), uint32(len(rest))))+b64(append(append([]byte{}, half...), rest...))), textQuad, ""), "4 1 2"},
		"whole blocks": {file(`compressor="vtkZLibDataCompressor"`, data("Float32", "Points", inline,
			b64(le(uint32(1), uint32(48), uint32(0), uint32(len(squeeze(whole)))))+b64(squeeze(whole))), textQuad, ""), "4 1 2"},
		"appended raw": {file("", data("Float32", "Points", `format="appended" offset="3"`, ""), textQuad,
			`<AppendedData encoding="raw">`+"\n  _<&>"+string(le(uint32(48), corners))+"\n</AppendedData>"), "4 1 2"},
		"appended base64": {file("", data("Float32", "Points", `format="appended" offset="0"`, ""), textQuad,
			`<AppendedData encoding="base64">_`+b64(le(uint32(48), corners))+"</AppendedData>"), "4 1 2"},
		"data of points": {file("", textPoints, `<PointData Scalars="s" Normals="n">`+data("Float64", "s", "", "1 2 3 4")+data("Float32", "n", `NumberOfComponents="3"`, "0 0 1 0 1 0 0 0 1 0 0 1")+
			data("UInt8", "c", `NumberOfComponents="3"`, "0 0 0 7 8 9 0 0 0 0 0 0")+data("Int16", "uv &lt;", `NumberOfComponents="2"`, "1 2 3 4 5 6 7 8")+
			`</PointData><CellData>`+data("Int8", "id", "", "1")+"</CellData>"+textQuad, ""), "4 1 2 {0 1 0} {7 8 9 255} s=2 uv <_0=3 uv <_1=4 warned"},
		"slicer": {strings.Replace(file("", textPoints, textQuad, ""), "<PolyData>", "<PolyData><FieldData><Array type=\"String\" Name=\"SPACE\" NumberOfTuples=\"1\" format=\"ascii\">\n82 65 83 0\n</Array></FieldData>", 1),
			"4 1 2 RAS"},
		"two pieces": {strings.Replace(file("", textPoints, "<PointData>"+data("Float32", "s", "", "1 2 3 4")+"</PointData>"+textQuad, ""), "</PolyData>",
			`<Piece NumberOfPoints="3"><PointData>`+data("Float32", "s", "", "1 2 3")+"</PointData><Points>"+data("Float32", "", `NumberOfComponents="3"`, "0 0 1 1 0 1 0 1 1")+"</Points><Strips>"+
				data("Int32", "connectivity", "", "0 1 2")+data("Int32", "offsets", "", "3")+`</Strips></Piece><Piece NumberOfPoints="0"/></PolyData>`, 1), "7 2 3 s=2"},
		"grid": {strings.NewReplacer("PolyData", "UnstructuredGrid", "Polys", "Cells", `<DataArray type="Int64" Name="offsets"`, data("UInt8", "types", "", "9")+`<DataArray type="Int64" Name="offsets"`).
			Replace(file("", textPoints, textQuad, "")), "4 1 2"},
	} {
		m, err := vtp.Decode(strings.NewReader(tt.file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := fmt.Sprint(len(m.Vertices), " ", m.FaceCount(), " ", len(m.Triangles))
		if m.Normals != nil {
			got += fmt.Sprint(" ", m.Normals[1])
		}
		if m.Colors != nil {
			got += fmt.Sprint(" ", m.Colors[1])
		}
		for _, s := range m.Scalars {
			got += fmt.Sprintf(" %s=%g", s.Name, s.Values[1])
		}
		if m.Space != "" {
			got += " " + m.Space
		}
		if len(m.Origin.Warnings) > 0 {
			got += " warned"
		}
		if got != tt.want || m.Vertices[1].X != 1 || m.Vertices[2].Y != 1 {
			t.Errorf("%s: %s at %v, want %s", name, got, m.Vertices, tt.want)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	t.Parallel()
	zipped := `compressor="vtkZLibDataCompressor"`
	floats := func(attributes, values string) string { return data("Float32", "Points", attributes, values) }
	for content, want := range map[string]string{
		"<?xml version=\"1.0\"?><a/>":                                                      "line 1: the XML has no tag <VTKFile>",
		"\n<VTKFile type=\"ImageData\">":                                                   `line 2: the data set is "ImageData", which is no surface`,
		"<VTKFile type=\"PPolyData\">":                                                     "line 1: this file only lists others",
		"<VTKFile type=\"PolyData\" compressor=\"vtkLZ4DataCompressor\">":                  "packed with \"vtkLZ4DataCompressor\", which is not supported",
		"<VTKFile type=\"PolyData\" header_type=\"Int8\">":                                 `sizes are of the type "Int8"`,
		"<VTKFile type=\"PolyData\"></VTKFile>":                                            "no points in this VTK file",
		"<VTKFile type=\"PolyData\"><Piece NumberOfPoints=\"4\">":                          "line 1: the file ends before </Piece>: it is truncated",
		"<VTKFile type=\"PolyData\"><Piece NumberOfPoints=\"x\">":                          `line 1: "x" is not a number of points`,
		file("", "", textQuad, ""):                                                         "line 2: this piece: its points are missing",
		file("", floats("", "0 0 0"), textQuad, ""):                                        `line 2: the array "Points" of Points: it has 3 numbers for 4 points`,
		file("", floats("", "0 0 zero"), textQuad, ""):                                     `"zero" is not a number`,
		file("", floats(`format="hex"`, "0"), textQuad, ""):                                `its format is "hex"`,
		file("", floats(`format="binary"`, "AAAA"), textQuad, ""):                          "the file ends where its size is expected",
		file("", floats(`format="binary"`, b64(le(uint32(48), float32(1)))), textQuad, ""): "it takes 48 bytes, but the file ends before",
		file(zipped, floats(`format="binary"`, b64(le(uint32(1), uint32(48), uint32(0), uint32(4)))+"AAAAAA=="), textQuad, ""):  "block 1 of 1 cannot be unpacked",
		file(zipped, floats(`format="binary"`, b64(le(uint32(9e8), uint32(48), uint32(0)))), textQuad, ""):                      "sizes of its packed blocks make no sense",
		file(zipped, floats(`format="binary"`, b64(le(uint32(1), uint32(1e9), uint32(0), uint32(4)))+"AAAAAA=="), textQuad, ""): "more than 40 times the size of the file",
		file("", floats(`format="appended" offset="99"`, ""), textQuad, `<AppendedData encoding="raw">_abc`):                    "its offset is \"99\"",
		file("", floats(`format="appended"`, ""), textQuad, `<AppendedData encoding="hex">_abc`):                                "encoding of the appended data is \"hex\"",
		file("", floats("", ""), textQuad, `<AppendedData encoding="raw">`):                                                     "the mark _ is missing",
		file("", textPoints, strings.Replace(textQuad, "2 3", "2 4", 1), ""):                                                    "this piece: cell 0 uses point 4",
		file("", textPoints, strings.Replace(textQuad, ">4<", ">9<", 1), ""):                                                    "the offset of cell 0 is 9",
		file("", textPoints, strings.Replace(textQuad, "Int64", "Int8", 1), ""):                                                 "of the type Int8",
		file("", textPoints, "<PointData>"+data("Float32", "s", "", "1 2 3")+"</PointData>", ""):                                `the array "s" of PointData: it has 3 numbers`,
		file("", textPoints, "<PointData>"+data("Float32", "s", `NumberOfComponents="0"`, "")+"</PointData>", ""):               `"0" is not a number of components`,
	} {
		if _, err := vtp.Decode(strings.NewReader(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", content, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, encoding := range encodings {
		codec(encoding).RoundTrip(t, func(m *mesh.Mesh) {
			if m.Colors != nil {
				m.Colors[0].A = 77
			}
		})
	}
}

// TestManyBlocks: arrays longer than one packed block, and one that fills blocks exactly.
func TestManyBlocks(t *testing.T) {
	t.Parallel()
	m := meshtest.Grid(1, 1, 127, 127) // 2^14 vertices
	m.Scalars = []mesh.Scalar{{Name: "zero", Values: make([]float64, len(m.Vertices))}}
	var b bytes.Buffer
	if err := vtp.Encode(&b, m, vtp.Settings{}); err != nil {
		t.Fatal(err)
	}
	got, err := vtp.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if d := meshtest.Diff(m, got, codec(vtp.Packed).Keeps); d != "" {
		t.Error(d)
	}
}

func TestSpaceIsKept(t *testing.T) {
	t.Parallel()
	m := meshtest.OneTriangle()
	m.Space = "LPS"
	var b bytes.Buffer
	if err := vtp.Encode(&b, m, vtp.Settings{}); err != nil {
		t.Fatal(err)
	}
	if got, err := vtp.Decode(&b); err != nil || got.Space != "LPS" {
		t.Errorf("%v, error %v", got, err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, encoding := range encodings[1:] {
		var b bytes.Buffer
		if err := vtp.Encode(&b, meshtest.Dressed(meshtest.OneTriangle(), 1), vtp.Settings{Encoding: encoding}); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	codec(vtp.Packed).Fuzz(f,
		file("", textPoints, "<PointData Normals='n'>"+data("Float32", "n", `NumberOfComponents="3"`, "0 0 1 0 1 0 0 0 1 0 0 1")+data("UInt8", "c", `NumberOfComponents="4"`, "0 0 0 7 8 9 0 0 0 0 0 0 1 2 3 4")+"</PointData>"+textQuad, ""),
		strings.NewReplacer("PolyData", "UnstructuredGrid", "Polys", "Cells", `<DataArray type="Int64" Name="offsets"`, data("UInt8", "types", "", "9")+`<DataArray type="Int64" Name="offsets"`).Replace(file("", textPoints, textQuad, "")),
	)
}
