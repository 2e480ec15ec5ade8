package landmark

import (
	"fmt"
	"strings"
	"testing"
)

// Files of programs of morphometrics that are read and not written.
func TestFilesOfMorphometrics(t *testing.T) {
	t.Parallel()
	const (
		idav  = "Version 1.0\r\n3\r\nS000 1.5 2 3\r\nS001 9999 9999 9999\r\nC000 4 5 6\r\n"
		morph = "[Individuals]\n2\n[landmarks]\n2\n[dimensions]\n3\n[names]\nfox\nwolf\n[labels]\nSex\n[labelvalues]\nF\nM\n[rawpoints]\n'1\n1 2 3\n4 5 6\n\n'#2\n7 8 9\n9999 9999 9999\n"
		one   = "\"a comment\n\"another\n1 2L 3 0 dim=3\nnose tail\n1 2 3\n4 5 6\n"
		two   = "1 2L 6L 1 -999 DIM=3\nfox wolf\nx1 y1 z1 x2 y2 z2\n1 2 3 4 5\n6\n7 8 9 -999 -999 -999\n"
	)
	for _, test := range []struct{ format, text, specimen, want string }{
		{"", idav, "", " S000[1.5 2 3] C000[4 5 6] 1"},
		{"", morph, "fox", "fox landmark 1[1 2 3] landmark 2[4 5 6] 0"},
		{"", morph, "#2", "wolf landmark 1[7 8 9] 1"},
		{"morphologika", strings.Replace(morph, "3\n[names]", "2\n[names]", 1), "fox", "!line 17: 3 values for landmark 1; it has 2 coordinates"},
		{"morphologika", morph, "", "!holds 2 specimens"},
		{"morphologika", strings.Replace(morph, "\n2\n[land", "\n3\n[land", 1), "fox", "!promises 3 individuals and has points of 2"},
		{"morphologika", strings.TrimSuffix(morph, "9999 9999 9999\n"), "fox", "!the file ends after 1 of 2 landmarks of individual 2"},
		{"morphologika", "[individuals]\n99999\n", "", "!line 2: \"99999\" is no number for [individuals]"},
		{"nts", one, "", " nose[1 2 3] tail[4 5 6] 0"},
		{"nts", two, "wolf", "wolf landmark 1[7 8 9] 1"},
		{"nts", "1 2B 4 0 DIM=2\nfox 1 2 3 4\nwolf 5 6 7 8\n", "wolf", "wolf landmark 1[5 6 0] landmark 2[7 8 0] 0"},
		{"nts", "1 2E 2 0 DIM=2\n1 2 a\n3 4 b\n", "", " a[1 2 0] b[3 4 0] 0"},
		{"nts", "1 2 3 0 DIM=3\n1.00 2.00 3.00 4\n", "", "!the file ends after 4 of 6 numbers"},
		{"nts", "1 900000 3000 0 DIM=3\n1 2 3 4\n", "", "!line 1: \"900000\" rows"},
		{"nts", "2 2 3 0\n", "", "!line 1: expected"},
		{"nts", "1 2 4 0 DIM=3\n1 2 3 4 1 2 3 4\n", "", "!DIM can be 2 or 3"},
		{"nts", "\"only words\n", "", "!has no line"},
		{"pts", "Version 1.0\n9\nS000 1 2 3\n", "", "!the file ends after 1 of 9"},
		{"pts", "Version 1.0\n1\nS000 1 2\n", "", "!line 3: 3 values for landmark 1"},
		{"pts", "1 2 3\n", "", "!begins with \"Version 1.0\""},
	} {
		s, err := Decode(strings.NewReader(test.text), test.format, Options{Specimen: test.specimen})
		if want, ok := strings.CutPrefix(test.want, "!"); ok {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: error %v, want %q", test.text, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		got := s.Name
		for _, l := range s.Landmarks {
			got += fmt.Sprint(" ", l.Name, l.Position)
		}
		if got += fmt.Sprint(" ", len(s.Warnings)); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
	far := Set{Landmarks: []Landmark{{Name: "far", Position: [3]float64{9999, 9999, 9999}}}}
	for name, test := range map[string]struct {
		set  Set
		want string
	}{"a.nts": {Set{}, "one landmark at least"}, "a.morphologika": {Set{}, "one landmark at least"}, "b.morphologika": {far, "is missing"}, "a.pts": {far, "is missing"}} {
		if err := Save(t.TempDir()+"/"+name, test.set); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}
