package landmark

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// awkward has names that are hard for files: commas, quotes, signs, umlauts, other scripts.
func awkward() Set {
	return Set{Name: "fox 3",
		Landmarks: []Landmark{
			{Name: "nose, tip", Position: [3]float64{1.5, -2.25, 1e-7}, Note: `the "wet" one`},
			{Name: `say "ah"`, Position: [3]float64{500000.125, 4649776.5, 12}},
			{Name: "Öhrchen; links", Position: [3]float64{0, 0, -3}},
			{Name: "# 鼻", Position: [3]float64{0.1, 0.2, 0.3}, Note: "<&>"},
			{Name: "O'Brien=x", Position: [3]float64{1. / 3, 2. / 3, 1}},
		},
		Tips:   []Landmark{{Name: "paw", Position: [3]float64{4, 5, 6}}, {Name: "tip 2", Position: [3]float64{-4, 5, 6}}},
		Lesser: []Landmark{{Name: "lesser 1", Position: [3]float64{4, 0, 6}}},
	}
}

func encoded(t *testing.T, s Set, format string) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := Encode(&buf, s, format); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return buf.Bytes()
}

// Every format keeps order and positions to the bit; those that have room for them keep names, notes, and which
// places are extremities.
func TestFormatsKeepNamesOrderAndPositions(t *testing.T) {
	t.Parallel()
	for _, f := range formats {
		s := awkward()
		if f.Name == "csv" {
			s.Landmarks[1].Pinned = true
		}
		want := s.Clone()
		switch f.Name {
		case "tps": // has no room for notes
			want.each(func(l *Landmark) { l.Note = "" })
		case "csv", "fcsv": // nor these for the shape's name
			want.Name = ""
		case "pts", "nts", "morphologika": // these have one list, and names of a word or none
			want.Landmarks = slices.Concat(s.Landmarks, s.Tips, s.Lesser)
			want.Tips, want.Lesser = nil, nil
			want.each(func(l *Landmark) { l.Name, l.Note = strings.NewReplacer(" ", "_", "#", "_").Replace(l.Name), "" })
			if f.Name != "morphologika" {
				want.Name = ""
				break
			}
			for k := range want.Landmarks {
				want.Landmarks[k].Name = fmt.Sprintf("landmark %d", k+1)
			}
		}
		for _, format := range []string{f.Name, ""} { // named, and found by its content
			got, err := Decode(bytes.NewReader(encoded(t, s, f.Name)), format, Options{})
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			if d := cmp.Diff(want, *got); d != "" {
				t.Errorf("%s changed the landmarks:\n%s", f.Name, d)
			}
		}
	}
}

func (s *Set) each(do func(*Landmark)) {
	for _, list := range s.lists() {
		for k := range list {
			do(&list[k])
		}
	}
}

func TestSaveAndLoadByExtension(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.fcsv", "a.mrk.json", "b.TPS", "c.csv", "d.nts", "e.pts"} {
		path := filepath.Join(dir, "names with blanks", name)
		if err := Save(path, awkward()); err != nil {
			t.Fatal(err)
		}
		if !Is(path) {
			t.Errorf("%s is not taken for landmarks", name)
		}
		got, err := Load(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(got.Landmarks); n+len(got.Tips)+len(got.Lesser) != 8 || strings.ReplaceAll(got.Landmarks[2].Name, "_", " ") != "Öhrchen; links" {
			t.Errorf("%s came back as %+v", name, got)
		}
	}
	if err := Save(filepath.Join(dir, "a.obj"), awkward()); err == nil || !strings.Contains(err.Error(), ".fcsv") {
		t.Errorf("a mesh's extension gave %v", err)
	}
	cloud := filepath.Join(dir, "cloud.csv")
	if err := os.WriteFile(cloud, []byte("x,y,z\n1,2,3\n4,5,6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if Is(cloud) {
		t.Error("a cloud of points is taken for landmarks")
	}
}

// Files as other programs write them.
func TestFilesOfOtherPrograms(t *testing.T) {
	t.Parallel()
	const columns = "# columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n"
	vertices := []r3.Vec{{X: 7}, {Y: 8}}
	for _, test := range []struct {
		name, format, text string
		want               []Landmark
		warns              string
	}{
		{"Slicer 4.13 in LPS", "", "# Markups fiducial file version = 4.13\n# CoordinateSystem = LPS\n" + columns +
			"0,1,2,3,0,0,0,1,1,1,0,F-1,,\n1,4,5,6,0,0,0,1,1,1,0,\"left, eye\",dark,vtk\n",
			[]Landmark{{Name: "F-1", Position: [3]float64{1, 2, 3}}, {Name: "left, eye", Position: [3]float64{4, 5, 6}, Note: "dark"}}, ""},
		{"Slicer 5 with the status", "", "# Markups fiducial file version = 5.4\r\n# CoordinateSystem = LPS\r\n" + columns +
			"1,1,2,3,0,0,0,1,1,1,0,F-1,,,2,0\r\n2,0,0,0,0,0,0,1,1,1,0,F-2,,,0,0\r\n",
			[]Landmark{{Name: "F-1", Position: [3]float64{1, 2, 3}}}, "F-2"},
		{"Slicer 4.4 in RAS", "", "# Markups fiducial file version = 4.4\n# CoordinateSystem = 0\n" + columns + "0,1,2,3,0,0,0,1,1,1,0,F-1,,\n",
			[]Landmark{{Name: "F-1", Position: [3]float64{-1, -2, 3}}}, ""},
		{"fiducials without a header are RAS", "fcsv", "0,1,2,3,0,0,0,1,1,1,0,F-1,,\n",
			[]Landmark{{Name: "F-1", Position: [3]float64{-1, -2, 3}}}, ""},
		{"markups in LPS, the default", "", `{"markups":[{"type":"Fiducial","controlPoints":[{"label":"a","position":[1,2,3]},{"label":"b","position":[4,5,6],"positionStatus":"undefined"}]}]}`,
			[]Landmark{{Name: "a", Position: [3]float64{1, 2, 3}}}, `"b"`},
		{"markups in RAS", "", `{"markups":[{"type":"Curve","coordinateSystem":"RAS","controlPoints":[{"label":"a","position":[1,2,3]}]}]}`,
			[]Landmark{{Name: "a", Position: [3]float64{-1, -2, 3}}}, ""},
		{"TPS in three dimensions", "", "LM3=2\n1 2 3\n4 5 6\nID=fox\n",
			[]Landmark{{Name: "landmark 1", Position: [3]float64{1, 2, 3}}, {Name: "landmark 2", Position: [3]float64{4, 5, 6}}}, ""},
		{"TPS with a scale", "", "LM=2\n1 2 3\n4 5 6\nIMAGE=fox.jpg\nID=0\nSCALE=0.5\n",
			[]Landmark{{Name: "landmark 1", Position: [3]float64{0.5, 1, 1.5}}, {Name: "landmark 2", Position: [3]float64{2, 2.5, 3}}}, ""},
		{"TPS in two dimensions", "", "LM=1\n1.0 2.0\nCURVES=1\nPOINTS=2\n0 0\n1 1\nID=0\n",
			[]Landmark{{Name: "landmark 1", Position: [3]float64{1, 2, 0}}}, "two coordinates"},
		{"TPS with a missing landmark", "", "LM3=2\nNA NA NA\n4 5 6\nID=fox\n",
			[]Landmark{{Name: "landmark 2", Position: [3]float64{4, 5, 6}}}, "landmark 1"},
		{"a table of Slicer", "", "label,r,a,s,defined,selected,visible,locked,description\nnose,1,2,3,1,1,1,0,wet\n",
			[]Landmark{{Name: "nose", Position: [3]float64{-1, -2, 3}, Note: "wet"}}, ""},
		{"semicolons and a byte order mark", "", "\ufeffName;X;Y;Z\nnose;1;2;3\n",
			[]Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}}}, ""},
		{"no header", "", "nose,1,2,3\nnose,4,5,6\n,7,8,9\n",
			[]Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}}, {Name: "nose (2)", Position: [3]float64{4, 5, 6}}, {Name: "landmark 3", Position: [3]float64{7, 8, 9}}}, "two places"},
		{"decimal commas and semicolons", "", "name;x;y;z\nnose;0,25;1,5;-2\n", []Landmark{{Name: "nose", Position: [3]float64{0.25, 1.5, -2}}}, ""},
		{"decimal commas and tabs", "", "nose\t0,25\t1,5\t-2\n", []Landmark{{Name: "nose", Position: [3]float64{0.25, 1.5, -2}}}, ""},
		{"decimal commas in quotes", "", "name,x,y,z\nnose,\"0,25\",\"1,5\",-2\n", []Landmark{{Name: "nose", Position: [3]float64{0.25, 1.5, -2}}}, ""},
		{"decimal commas in TPS", "", "LM3=2\n0,5 3 -4\n1 2 4\nID=fox\nSCALE=0,5\n",
			[]Landmark{{Name: "landmark 1", Position: [3]float64{0.25, 1.5, -2}}, {Name: "landmark 2", Position: [3]float64{0.5, 1, 2}}}, ""},
		{"commas in TPS", "", "LM3=1\n0.25,1.5,-2\nID=fox\n", []Landmark{{Name: "landmark 1", Position: [3]float64{0.25, 1.5, -2}}}, ""},
		{"missing by -1, for certain", "", "LM3=2\n1 2 3\n-1 -1 -1\n", []Landmark{{Name: "landmark 1", Position: [3]float64{1, 2, 3}}}, "marked as missing (-1)"},
		{"missing by -1, perhaps", "", "LM=2\n1 -2\n-1.0 -1.0\nSCALE=2\n", []Landmark{{Name: "landmark 1", Position: [3]float64{2, -4, 0}}}, "if it is a place, write -1.000001"},
		{"missing in a table", "", "name,x,y,z\nnose,1,2,3\near,NA,NA,NA\ntail,,,\n", []Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}}}, `"tail" has no coordinates`},
		{"columns of somebody else", "", "name,x,y,z,kind,pinned\nnose,1,2,3,semi,2\n", []Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}}}, "its kind is \"semi\""},
		{"fields of somebody else", "", `{"markups":[{"type":7,"coordinateUnits":["mm","UCUM","millimeter"],"controlPoints":[{"id":3,"label":"nose","position":[1,2,3],"selected":"yes","orientation":"none","locked":[]}]}]}`,
			[]Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}}}, ""},
		{"vertices", "", "name,vertex\nnose,1\n", []Landmark{{Name: "nose", Position: [3]float64{0, 8, 0}}}, ""},
	} {
		got, err := Decode(strings.NewReader(test.text), test.format, Options{Vertices: vertices})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if d := cmp.Diff(test.want, got.Landmarks); d != "" {
			t.Errorf("%s:\n%s", test.name, d)
		}
		if said := strings.Join(got.Warnings, "\n"); (said == "") != (test.warns == "") || !strings.Contains(said, test.warns) {
			t.Errorf("%s warns %q, want %q", test.name, said, test.warns)
		}
	}
}

func TestSpecimenIsChosenByTheShapesName(t *testing.T) {
	t.Parallel()
	const file = "LM3=1\n1 1 1\nID=fox_1\n\nLM3=1\n2 2 2\nIMAGE=C:\\scans\\Fox_2.ply\nID=7\n"
	for shape, want := range map[string]float64{"fox_1": 1, "fox_2": 2} {
		got, err := Decode(strings.NewReader(file), "", Options{Shape: shape})
		if err != nil || got.Landmarks[0].Position[0] != want {
			t.Errorf("%s: %+v, %v", shape, got, err)
		}
	}
	if _, err := Decode(strings.NewReader(file), "", Options{Shape: "wolf"}); err == nil || !strings.Contains(err.Error(), `#1 "fox_1", #2 "7"`) {
		t.Errorf("a shape that is not in the file gave %v", err)
	}
}

// A specimen can be named in every way that the error lists.
func TestSpecimenIsNamed(t *testing.T) {
	t.Parallel()
	const tps = "LM3=1\n1 1 1\nIMAGE=first.ply\nLM3=1\n2 2 2\nIMAGE=second.ply\nID=9\n"
	const table = "specimen;name;x;y;z\na;nose;1;1;1\nb;nose;2;2;2\na;ear;3;3;3\n"
	for _, c := range []struct {
		file, name string
		want       float64
	}{{tps, "first", 1}, {tps, "first.ply", 1}, {tps, "second.PLY", 2}, {tps, "9", 2}, {tps, "1", 1}, {tps, "#2", 2}, {table, "a", 1}, {table, "B", 2}, {table, "#2", 2}} {
		got, err := Decode(strings.NewReader(c.file), "", Options{Specimen: c.name, Shape: "else"})
		if err != nil || got.Landmarks[0].Position[0] != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	var several *SpecimenError
	_, err := Decode(strings.NewReader(tps), "", Options{})
	if !errors.As(err, &several) || fmt.Sprint(several.Specimens) != "[first.ply 9]" {
		t.Errorf("without a name: %v", err)
	}
	for _, name := range several.Specimens {
		if _, err := Decode(strings.NewReader(tps), "", Options{Specimen: name}); err != nil {
			t.Errorf("%s is listed: %v", name, err)
		}
	}
}

// Of several lists in a file one is chosen, as among specimens; lists are not merged.
func TestListOfMarkupsIsNamed(t *testing.T) {
	t.Parallel()
	const file = `{"markups":[{"name":"template","controlPoints":[]},
		{"name":"skull","coordinateSystem":"LPS","controlPoints":[{"label":"nose","position":[1,1,1]}]},
		{"name":"jaw","coordinateSystem":"RAS","controlPoints":[{"label":"nose","position":[-2,-2,2]},{"label":"chin","position":[3,3,3]}]}]}`
	for _, c := range []struct {
		opt   Options
		name  string
		x     float64
		told  int // warnings
		count int
	}{{Options{Specimen: "skull"}, "skull", 1, 0, 1}, {Options{Specimen: "#2", Shape: "skull"}, "jaw", 2, 0, 2}, {Options{Shape: "jaw"}, "jaw", 2, 1, 2}} {
		got, err := Decode(strings.NewReader(file), "mrk.json", c.opt)
		if err != nil {
			t.Errorf("%+v: %v", c.opt, err)
			continue
		}
		if got.Name != c.name || len(got.Landmarks) != c.count || got.Landmarks[0].Position[0] != c.x || len(got.Warnings) != c.told {
			t.Errorf("%+v: %+v", c.opt, got)
		}
	}
	_, err := Decode(strings.NewReader(file), "mrk.json", Options{Shape: "else"})
	if want := `the file holds 2 lists of landmarks, and none of them is "else": name one by its name or its number; they are #1 "skull", #2 "jaw"`; err == nil || err.Error() != want {
		t.Errorf("without a name: %v, want %s", err, want)
	}
}

// Files of both shapes have their pairs first, in the same order, for programs that pair by position.
func TestPairsComeFirst(t *testing.T) {
	t.Parallel()
	set := func(names ...string) (s Set) {
		for _, n := range names {
			s.Landmarks = append(s.Landmarks, Landmark{Name: n})
		}
		return s
	}
	names := func(s Set) (out []string) {
		for _, l := range s.Landmarks {
			out = append(out, l.Name)
		}
		return out
	}
	a, b := PairsFirst(set("x", "nose", "ear", "y"), set("ear", "z", "y", "nose"))
	if fmt.Sprint(names(a), names(b)) != "[nose ear y x] [nose ear y z]" {
		t.Errorf("%v and %v", names(a), names(b))
	}
}

// Landmarks written in the axes of a mesh come back in LPS.
func TestAxesAreWritten(t *testing.T) {
	t.Parallel()
	s := Set{Space: "RAS", Landmarks: []Landmark{{Name: "a", Position: [3]float64{1, 2, 3}}}}
	for _, format := range []string{"fcsv", "mrk.json"} {
		file := encoded(t, s, format)
		got, err := Decode(bytes.NewReader(file), format, Options{})
		if err != nil || got.Space != "LPS" || got.Landmarks[0].Position != [3]float64{-1, -2, 3} || !bytes.Contains(file, []byte("RAS")) {
			t.Errorf("%s: %+v, %v\n%s", format, got, err, file)
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ format, text, want string }{
		{"fcsv", "# CoordinateSystem = XYZ\n", "line 1: the coordinate system"},
		{"fcsv", "# CoordinateSystem = LPS\n1,2\n", "line 2: 2 values"},
		{"fcsv", "1,a,2,3\n", `line 1: "a" is not a number`},
		{"fcsv", "1,nan,2,3\n", "line 1: the coordinate"},
		{"mrk.json", "{\n\"markups\": [\n}", "line 3: "},
		{"mrk.json", "{}", `no "markups"`},
		{"mrk.json", `{"markups":[{"controlPoints":[{"label":"a","position":[1,2]}]}]}`, "three numbers"},
		{"mrk.json", "{\"markups\":[\n{\"controlPoints\":\"a\"}]}", "line 2: "},
		{"tps", "LM3=3\n1 2 3\n", "ends after 1 of 3"},
		{"tps", "LM3=900000000\n1 2 3\n", "ends after 1 of 900000000"},
		{"tps", "LM3=1\n1 2\n", "line 2: 2 values for landmark 1"},
		{"tps", "ID=3\n", "line 1: "},
		{"tps", "LM3=1\n1 2 3\nSCALE=0\n", "line 3: the scale"},
		{"csv", "name,x,y,z\na,1,2,3\nb,1,,3\n", `line 3: "" is not a number`},
		{"csv", "hello\n", "line 1: \"hello\" is no header"},
		{"csv", "name,vertex\na,9\n", "line 2: the landmark is given as a vertex"},
		{"csv", "name,x,y,z\na,0,25,1,5,2,0\n", "line 2: 7 values where the first line has 4; if numbers have decimal commas, separate"},
		{"csv", "a,1,2,3\nb,1,2,3,5\n", "line 2: 5 values where the first line has 4"},
		{"fcsv", "1,0,25,1,5,2,0,0,0,0,1,1,1,0,F-1,,\n", "line 1: 17 values where 14 are expected: write numbers with decimal points"},
		{"tps", "LM3=1\n1.234,5 2.345,5 3.456,5\n", "line 2: a decimal comma"},
		{"mrk.json", "{\"markups\":[{\"controlPoints\":\n{}}]}", `line 2: "markups.controlPoints" holds an object where a list belongs`},
		{"", " \n", "empty"},
	} {
		_, err := Decode(strings.NewReader(test.text), test.format, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: %v, want %q", test.format, test.text, err, test.want)
		}
	}
}

// A file that can be read can be written, and comes back the same.
func FuzzDecode(f *testing.F) {
	for _, format := range formats {
		var buf bytes.Buffer
		if err := Encode(&buf, awkward(), format.Name); err != nil {
			f.Fatal(err)
		}
		f.Add(buf.Bytes(), format.Name)
	}
	f.Add([]byte("LM=1\n1 2\nSCALE=1e308\n"), "tps")
	f.Add([]byte("LM3=2\n0,5 1,5 2\n-1 -1 -1\nIMAGE=a.ply\n"), "tps")
	f.Add([]byte("specimen;name;x;y;z\na;nose;0,5;1;NA\n"), "csv")
	f.Add([]byte("Version 1.0\n2\nS000 1 2 3\nS001 9999 9999 9999\n"), "pts")
	f.Add([]byte("[individuals]\n1\n[landmarks]\n2\n[dimensions]\n2\n[names]\nfox\n[rawpoints]\n'1\n1 2\n9999 9999\n"), "morphologika")
	f.Add([]byte("\"c\n1 2L 6 1 -999 DIM=3\na b\n1 2 3 4 5 6\n-999 -999 -999 1 2 3\n"), "nts")
	f.Add([]byte("name,x,y,z\n\"a\nb\",1,2,3\n"), "csv")
	f.Fuzz(func(t *testing.T, data []byte, format string) {
		var s *Set
		var err error
		meshtest.Held(t, len(data), 0, func() { s, err = Decode(bytes.NewReader(data), format, Options{}) })
		if err != nil {
			return
		}
		for _, f := range formats {
			var buf bytes.Buffer
			if err := Encode(&buf, *s, f.Name); err != nil {
				if reason := err.Error(); strings.Contains(reason, "at least") || strings.Contains(reason, "missing") {
					continue // a format that has no empty sets, or a number that marks missing places
				}
				t.Fatalf("%s cannot be written: %v", f.Name, err)
			}
			again, err := Decode(bytes.NewReader(buf.Bytes()), f.Name, Options{})
			if err != nil {
				t.Fatalf("%s cannot be read again: %v\n%s", f.Name, err, buf.Bytes())
			}
			if d := cmp.Diff(places(s), places(again)); d != "" && (f.Name == "tps" || f.Name == "csv") {
				t.Fatalf("%s changed the landmarks:\n%s", f.Name, d)
			}
			if len(places(again)) != len(places(s)) {
				t.Fatalf("%s lost landmarks:\n%s", f.Name, buf.Bytes())
			}
		}
	})
}

func places(s *Set) []string {
	var out []string
	for _, list := range s.lists() {
		for _, l := range list {
			out = append(out, fmt.Sprint(l.Name, l.Position))
		}
	}
	return out
}
