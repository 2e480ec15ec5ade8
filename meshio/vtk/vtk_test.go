package vtk_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/meshio/vtk"
)

var keeps = meshtest.Keeps{Faces: true, Polygons: true, Normals: true, Colors: true, Alpha: true, Scalars: true}

func codec(ascii bool) meshtest.Codec {
	return meshtest.Codec{
		Decode: vtk.Decode,
		Encode: func(w io.Writer, m *mesh.Mesh) error { return vtk.Encode(w, m, vtk.Settings{ASCII: ascii}) },
		Keeps:  keeps,
	}
}

const (
	head   = "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET POLYDATA\n"
	points = "POINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\n"
)

func be(values ...any) string {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.BigEndian, v); err != nil {
			panic(err)
		}
	}
	return b.String()
}

// TestDecode checks "points faces triangles", colour and normal of point 1, scalars, and axes of files
// as VTK, ParaView, 3D Slicer and Python write them.
func TestDecode(t *testing.T) {
	t.Parallel()
	bin := "# vtk DataFile Version 5.1\nvtk output\nBINARY\nDATASET POLYDATA\nPOINTS 4 float\n" +
		be([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) + "\nMETADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 1 \n\n"
	for name, tt := range map[string]struct{ file, want string }{
		"quad":        {head + points + "POLYGONS 1 5\n4 0 1 2 3\n", "4 1 2"},
		"two":         {head + points + "POLYGONS 2 8\n3 0 1 2\n3 0 2 3\n", "4 2 2"},
		"strip":       {head + points + "TRIANGLE_STRIPS 1 5\n4 0 1 3 2\n", "4 2 2"},
		"cloud":       {head + points + "VERTICES 1 5\n4 0 1 2 3", "4 0 0"},
		"lines":       {head + points + "LINES 1 3\n2 0 1\nPOLYGONS 1 4 3 0 1 2", "4 1 1 warned"},
		"windows":     {strings.ReplaceAll(head+points+"POLYGONS 1 5\n4 0 1 2 3\n", "\n", "\r\n"), "4 1 2"},
		"words small": {strings.ReplaceAll(head+"points 3 double\n0 0 0 1 0 0 0 1 0\npolygons 1 4\n3 0 1 2\n", "POLYDATA", "polydata"), "3 1 1"},
		"slicer":      {strings.Replace(head+points, "title", "3D Slicer output. SPACE=LPS", 1), "4 0 0 LPS"},
		"scalars": {head + points + "POINT_DATA 4\nSCALARS mean%20curvature float\nLOOKUP_TABLE default\n1 2 3 4\nSCALARS uv double 2\nLOOKUP_TABLE t\n1 2 3 4 5 6 7 8\n" +
			"LOOKUP_TABLE t 2\n0 0 0 1 1 1 1 1\nVECTORS v float\n0 0 0 1 2 3 0 0 0 0 0 0\n", "4 0 0 mean curvature=2 uv_0=3 uv_1=4 v_0=1 v_1=2 v_2=3"},
		"normals": {head + points + "POINT_DATA 4\nNORMALS n float\n0 0 1 0 1 0 0 0 1 0 0 1\n", "4 0 0 {0 1 0}"},
		"colours": {head + points + "POINT_DATA 4\nCOLOR_SCALARS c 3\n0 0 0 1 0.5 0 0 0 0 0 0 0\n", "4 0 0 {255 128 0 255}"},
		"bytes":   {head + points + "POINT_DATA 4\nSCALARS c unsigned_char 4\nLOOKUP_TABLE default\n0 0 0 0 9 8 7 6 0 0 0 0 0 0 0 0\n", "4 0 0 {9 8 7 6}"},
		"field": {head + points + "CELL_DATA 0\nFIELD f 1\nid 1 0 int\nPOINT_DATA 4\nFIELD FieldData 3\nwords 1 4 string\na\nb c\n\nd\nx 1 4 short\n1 -2 3 4\nMETADATA\nCOMPONENT_NAMES\nx\n\n" +
			"RGB 3 4 float\n0 0 0 1 0 0 0 0 0 0 0 0\n", "4 0 0 {255 0 0 255} x=-2 warned"},
		"field of all": {strings.Replace(head, "DATASET", "FIELD FieldData 1\nTimeValue 1 1 double\n0.5\nDATASET", 1) + points, "4 0 0"},
		"grid":         {strings.Replace(head, "POLYDATA", "UNSTRUCTURED_GRID", 1) + points + "CELLS 3 13\n3 0 1 2\n4 0 1 3 2\n3 0 1 2\nCELL_TYPES 3\n5 8 10\n", "4 2 3 warned"},
		"binary 5.1": {bin + "POLYGONS 3 6\nOFFSETS vtktypeint64\n" + be([]int64{0, 3, 6}) + "\nCONNECTIVITY vtktypeint64\n" + be([]int64{0, 1, 2, 0, 2, 3}) +
			"\nPOINT_DATA 4\nFIELD FieldData 3\nwords 1 2 string\n" + be([]byte("\xc1a"), []byte("\x80\x02bc")) + "\nbits 1 4 bit\n\x0f\nx 1 4 double\n" + be([]float64{1, 2, 3, 4}) + "\n", "4 2 2 x=2"},
		"binary 3": {strings.Replace(bin, "5.1", "3.0", 1) + "POLYGONS 1 4\n" + be([]int32{3, 0, 1, 2}) + "\nPOINT_DATA 4\nCOLOR_SCALARS c 3\n" + be([]byte{0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0}) +
			"\nSCALARS s unsigned_char 1\nLOOKUP_TABLE default\n" + be([]byte{5, 6, 7, 8}) + "\n", "4 1 1 {1 2 3 255} s=6"},
		"no cells": {bin + "VERTICES 0 0\nOFFSETS vtktypeint64\nCONNECTIVITY vtktypeint64\n", "4 0 0"},
	} {
		m, err := vtk.Decode(strings.NewReader(tt.file))
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
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	t.Parallel()
	bin := strings.Replace(head, "ASCII", "BINARY", 1)
	for file, want := range map[string]string{
		"":                                      "line 1: a VTK file begins with",
		"# vtk DataFile Version 3.0\nt\nUTF8\n": "line 3: the encoding is ASCII or BINARY",
		"# vtk DataFile Version 3.0\nt\nASCII\nDATASET STRUCTURED_POINTS\n": "line 4: the data set is \"STRUCTURED_POINTS\", which is no surface",
		head:                                       "no points in this VTK file",
		head + "POINTS many float\n":               `line 5: "many" is not a number of points`,
		head + "POINTS 2000000000 float\n":         "line 5: POINTS needs 6000000000 numbers",
		head + "POINTS 1 bit\n0 0 0\n":             `"bit" is not a type of numbers`,
		head + "POINTS 1 float\n0 0\nzero\n":       `line 7: "zero" is not a number (POINTS)`,
		head + "POINTS 1 float\n0.00 0.00     \n":  "the file ends after 2 of 3 numbers",
		head + points + "POLYGONS 1 4\n3 0 1 4\n":  "line 7: cell 0 uses point 4, but there are 4 points",
		head + points + "POLYGONS 1 4\n3 0 1 -1\n": "line 7: cell 0 uses point -1",
		head + points + "POLYGONS 1 4\n9 0 1 2\n":  "line 7: cell 0 promises 9 corners",
		head + points + "POLYGONS 2 4\n3 0 1 2\n":  "line 7: the list of cells ends after 1 of 2",
		head + points + "POLYGONS 9 4\n3 0 1 2\n":  "line 7: 9 cells do not fit into 4 numbers",
		head + points + "POLYGONS 2 3\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 1 2\n": "line 7: the offset of cell 0 is 4",
		head + points + "POLYGONS 2 3\nOFFSETS vtktypeint64\n0 3\nPOINT_DATA 4\n":                     "the word CONNECTIVITY is missing",
		head + points + "POLYGONS 2 3\nOFFSETS char\n0 3\n":                                           "of the type \"char\"",
		head + points + "POINT_DATA 3\n":                                                              "line 7: POINT_DATA has 3 tuples, but there are 4 points",
		head + points + "POINT_DATA 4\nSCALARS s float 0\n":                                           `the array "s" has 0 components`,
		head + points + "COLOUR 4\n":                                                                  `line 7: "colour" is not a keyword`,
		head + points + points:                                                                        "a second list of points",
		bin + "POINTS 2 float\n" + be(float32(1)):                                                     "POINTS needs 6 numbers",
		strings.Replace(head, "POLYDATA", "UNSTRUCTURED_GRID", 1) + points + "CELLS 1 4\n3 0 1 2\n":   "1 cell, but types of 0",
	} {
		if _, err := vtk.Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, ascii := range []bool{false, true} {
		codec(ascii).RoundTrip(t, func(m *mesh.Mesh) {
			if m.Colors != nil {
				m.Colors[0].A = 77
			}
		})
	}
}

// TestScalarNames: every name comes back as a name that VTK can keep, and this name comes back
// unchanged.
func TestScalarNames(t *testing.T) {
	t.Parallel()
	m := meshtest.OneTriangle()
	for _, name := range []string{"", "RGB", "two words", "two words", "größe", "a\tb", "100%20", "\xff"} {
		m.Scalars = append(m.Scalars, mesh.Scalar{Name: name, Values: make([]float64, 3)})
	}
	for range 2 {
		var file bytes.Buffer
		if err := vtk.Encode(&file, m, vtk.Settings{}); err != nil {
			t.Fatal(err)
		}
		var err error
		if m, err = vtk.Decode(&file); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range m.Scalars {
			names = append(names, s.Name)
		}
		if want := "scalar|RGB_2|two words|two words_2|größe|a_b|100%20|_"; strings.Join(names, "|") != want {
			t.Errorf("names %q, want %s", names, want)
		}
	}
}

func TestSpaceIsKept(t *testing.T) {
	t.Parallel()
	m := meshtest.OneTriangle()
	m.Space = "RAS"
	var file bytes.Buffer
	if err := vtk.Encode(&file, m, vtk.Settings{}); err != nil {
		t.Fatal(err)
	}
	if got, err := vtk.Decode(&file); err != nil || got.Space != "RAS" {
		t.Errorf("%v, error %v", got, err)
	}
}

func FuzzDecode(f *testing.F) {
	codec(false).Fuzz(f,
		head+points+"POLYGONS 1 5\n4 0 1 2 3\nPOINT_DATA 4\nSCALARS a unsigned_char 3\nLOOKUP_TABLE default\n0 0 0 0 9 8 7 6 0 0 0 0\nFIELD f 1\nw 1 4 string\na\nb\nc\nd\n",
		strings.Replace(head, "POLYDATA", "UNSTRUCTURED_GRID", 1)+points+"CELLS 3 13\n3 0 1 2\n4 0 1 3 2\n3 0 1 2\nCELL_TYPES 3\n5 8 10\n",
		"# vtk DataFile Version 5.1\nSPACE=RAS\nBINARY\nDATASET POLYDATA\nPOINTS 1 unsigned_char\n\x01\x02\x03\nVERTICES 2 1\nOFFSETS vtktypeint64\n"+be([]int64{0, 1})+
			"\nCONNECTIVITY vtktypeint64\n"+be([]int64{0})+"\nPOINT_DATA 1\nFIELD f 1\nw 1 1 string\n\xc1a\n",
	)
}
