package correspond_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
)

func TestReadTruth(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		target     []int32
		mirror     []int32
		face       []int32
	}{
		{"list", "2\n0\n3\n1\n", []int32{2, 0, 3, 1}, nil, nil},
		{"list from 1", "# base 1\n3\n1\n4\n2\n", []int32{2, 0, 3, 1}, nil, nil},
		{"list with a gap", "2\n-1\n3\n1", []int32{2, -1, 3, 1}, nil, nil},
		{"two columns", "3 0\n0 1\n", []int32{1, -1, -1, 0}, nil, nil},
		{"two columns from 1", "# vertices of a and b, base 1\n4\t1\n1\t2\n", []int32{1, -1, -1, 0}, nil, nil},
		{"written by a numerical program", "0.0 4.000000e+00\n 1.0  2.0\n", []int32{4, 2, -1, -1}, nil, nil},
		{"mirror", "0,1,2\n1,2,1\n", []int32{1, 2, -1, -1}, []int32{2, 1, -1, -1}, nil},
		{"named", "source,target\n0,1\n2,4\n", []int32{1, -1, 4, -1}, nil, nil},
		{"named, other order", "\"Target\";junk;source\n1;x;0\n4;y;2\n", []int32{1, -1, 4, -1}, nil, nil},
		{"places", "source,target,face,b0,b1,b2\n0,1,7,0.2,0.8,0\n1,2,-1,1,0,0\n", []int32{1, 2, -1, -1}, nil, []int32{7, -1, -1, -1}},
		{"a map of ours", "# a to b, 4 vertices, base 0\nsource,target,face,b0,b1,b2,x,y,z,confidence\n0,1,7,0.2,0.8,0,1.5,2,3,0.9\n",
			[]int32{1, -1, -1, -1}, nil, []int32{7, -1, -1, -1}},
		{"places and mirror, no names", "0,1,7,0.2,0.8,0,3\n", []int32{1, -1, -1, -1}, []int32{3, -1, -1, -1}, []int32{7, -1, -1, -1}},
		{"places alone", "7 0.2 0.8 0\n-1 1 0 0\n-1 1 0 0\n-1 0 0 1\n", []int32{-1, -1, -1, -1}, nil, []int32{7, -1, -1, -1}},
		{"said twice alike", "0 1\n0 1\n", []int32{1, -1, -1, -1}, nil, nil},
		{"blank lines, CRLF and a byte order mark", "\ufeff\r\n0 1\r\n\r\n1 2\r\n", []int32{1, 2, -1, -1}, nil, nil},
	} {
		got, err := correspond.ReadTruth(strings.NewReader(tt.text), 4, 5, correspond.UnknownBase)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !slices.Equal(got.Target, tt.target) || !slices.Equal(got.Mirror, tt.mirror) || !slices.Equal(got.Face, tt.face) {
			t.Errorf("%s: targets %v, mirror %v, faces %v; expected %v, %v, %v", tt.name, got.Target, got.Mirror, got.Face, tt.target, tt.mirror, tt.face)
		}
		known := 0
		for _, j := range tt.target {
			if j >= 0 {
				known++
			}
		}
		if got.Known() != known {
			t.Errorf("%s: %d known, expected %d", tt.name, got.Known(), known)
		}
	}
}

func TestReadTruthSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, says string }{
		{"empty", "", "no rows"},
		{"comments only", "# base 1\n", "no rows"},
		{"short list", "1\n2\n", "one row for each of the 4 vertices"},
		{"long list", "0\n0\n0\n0\n0\n", "line 5: more rows"},
		{"not a number", "0 1\n1 two\n", `line 2: target "two" is not a whole number`},
		{"fraction", "0 1.5\n", "not a whole number"},
		{"from 1 without saying so", "0 1\n1 5\n", `line 2: target 5 is out of range 0 to 4; if the file counts from 1`},
		{"source out of range", "7 1\n", "line 1: source 7 is out of range 0 to 3"},
		{"source missing", "-1 1\n", "source -1"},
		{"zero in base 1", "#base 1\n0 1\n", "out of range 1 to 4"},
		{"base too late", "0 1\n# base 1\n", "before the first row"},
		{"strange base", "# base 7\n0 1\n", "base 0 or base 1"},
		{"contradiction", "2 1\n2 3\n", "line 2: vertex 2 was already given the target 1 on line 1"},
		{"ragged", "0 1\n2\n", "line 2: 1 numbers where 2 are expected"},
		{"four columns", "0 1 2 3\n", "barycentric weight"},
		{"no target", "source,aim\n0,1\n", `column "target"`},
		{"half a place", "source,target,face\n0,1,2\n", "face, b0, b1, b2"},
		{"named twice", "target,target\n0,1\n", "two columns"},
		{"weights", "0,1,2,0.5,0.6,0.7\n", "add up to 1.8"},
		{"negative weight", "0,1,2,-0.5,0.75,0.75\n", "from 0 to 1"},
		{"decimal commas", "0;1;2;0,5;0,25;0,25\n", `barycentric weight "0,5"`},
		{"binary", "\x00\x01\x02\xff\n", "line 1"},
		{"one endless line", strings.Repeat("1 ", 100000), "longer than"},
	} {
		_, err := correspond.ReadTruth(strings.NewReader(tt.text), 4, 5, correspond.UnknownBase)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: error %v, expected one about %q", tt.name, err, tt.says)
		}
	}
}

// A file that names most vertices and never index 0 does not get away without its base.
func TestTruthHasToSayItsBase(t *testing.T) {
	t.Parallel()
	var list, pairs strings.Builder
	for i := 1; i <= 15; i++ {
		fmt.Fprintln(&list, 1+i%14)
		fmt.Fprintln(&pairs, i, 16-i)
	}
	for name, text := range map[string]string{"list": list.String(), "pairs": pairs.String()} {
		n := 15 + strings.Count(name, "pairs")*5
		if _, err := correspond.ReadTruth(strings.NewReader(text), n, 20, correspond.UnknownBase); err == nil || !strings.Contains(err.Error(), "# base 1") {
			t.Errorf("%s: error %v", name, err)
		}
		for _, base := range []string{"# base 0\n", "# base 1\n"} {
			if _, err := correspond.ReadTruth(strings.NewReader(base+text), n, 20, correspond.UnknownBase); err != nil {
				t.Errorf("%s with %q: %v", name, base, err)
			}
		}
		if _, err := correspond.ReadTruth(strings.NewReader(strings.Replace(text, "14", "0", 1)), n, 20, correspond.UnknownBase); err != nil {
			t.Errorf("%s with a zero: %v", name, err)
		}
	}
	if _, err := correspond.ReadTruth(strings.NewReader(list.String()), 15, 400, correspond.UnknownBase); err != nil {
		t.Errorf("a sparse list: %v", err)
	}
}

// TestTruthCornersAndBase: rows of triangles alone get the nearest corner as their target, and
// the caller's base counts for more than the file's comments.
func TestTruthCornersAndBase(t *testing.T) {
	t.Parallel()
	y := &mesh.Mesh{Vertices: make([]r3.Vec, 5), Triangles: [][3]int32{{0, 1, 2}, {2, 3, 4}}}
	_, err := correspond.ReadTruth(strings.NewReader("# base 0\n2 0.2 0.8 0\n1 0 0 1\n-1 1 0 0\n"), 4, 5, 1)
	if err == nil || !strings.Contains(err.Error(), "one row for each of the 4 vertices") {
		t.Errorf("three rows for four vertices: %v", err)
	}
	got, err := correspond.ReadTruth(strings.NewReader("# base 0\n2 0.2 0.8 0\n1 0 0 1\n-1 1 0 0\n1 1 0 0\n"), 4, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Corners(y); err != nil || !slices.Equal(got.Target, []int32{3, 2, -1, 0}) {
		t.Errorf("targets %v, %v", got.Target, err)
	}
	outside, err := correspond.ReadTruth(strings.NewReader("2 1 0 0\n0 1 0 0\n"), 2, 5, correspond.UnknownBase)
	if err != nil {
		t.Fatal(err)
	}
	if err := outside.Corners(y); err == nil || !strings.Contains(err.Error(), "--truth-base 1") {
		t.Errorf("a triangle too many: %v", err)
	}
}

func TestReadMatched(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		x, y string
		base int
		want string
	}{
		{"4\n1\n", "5\n2\n", correspond.UnknownBase, "[1 -1 -1 4]"}, // 4 vertices and 5: they count from 1
		{"3\n0\n", "4\n1\n", correspond.UnknownBase, "[1 -1 -1 4]"},
		{"# x\r\n2\r\n", "3\r\n", 1, "[-1 2 -1 -1]"},
		{"2\n", "3\n", correspond.UnknownBase, "!say which with --truth-base"},
		{"0\n4\n", "1\n1\n", correspond.UnknownBase, "!out of range"},
		{"0\n", "1\n", 1, "!out of range"},
		{"1\n2\n", "1\n", 0, "!name 2 of A and 1 of B"},
		{"1\nx\n", "1\n", 0, "!vertices of A, line 2: \"x\""},
		{"1\n", "6\n", 0, "!vertices of B, line 1: \"6\""},
	} {
		got, err := correspond.ReadMatched(strings.NewReader(tt.x), strings.NewReader(tt.y), 4, 5, tt.base)
		if want, fails := strings.CutPrefix(tt.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q and %q: %v, want %q", tt.x, tt.y, err, want)
			}
		} else if err != nil || fmt.Sprint(got.Target) != tt.want {
			t.Errorf("%q and %q: %v, %v, want %s", tt.x, tt.y, got, err, tt.want)
		}
	}
}

func FuzzReadTruth(f *testing.F) {
	for _, s := range []string{"0\n1\n2\n", "# base 1\n1 2 3\n", "source,target,face,b0,b1,b2\n0,1,2,0.5,0.5,0\n", "a;b\n", "1e9 -1\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got *correspond.Truth
		var err error
		meshtest.Held(t, len(text), 0, func() { got, err = correspond.ReadTruth(strings.NewReader(text), 3, 4, correspond.UnknownBase) })
		if err != nil {
			return
		}
		for i, j := range got.Target {
			if j < -1 || j >= 4 {
				t.Fatalf("vertex %d has the target %d of 4", i, j)
			}
			if got.Face != nil && got.Face[i] >= 0 {
				if sum := got.Bary[i][0] + got.Bary[i][1] + got.Bary[i][2]; math.Abs(sum-1) > 1e-9 {
					t.Fatalf("vertex %d has weights %v", i, got.Bary[i])
				}
			}
		}
	})
}

// A file's vertices may be doubled, its triangles turned round: truth is carried
// over by what they became.
func TestTruthPlacesOnDomains(t *testing.T) {
	t.Parallel()
	x := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}}
	// Vertex 4 doubles vertex 1, the second triangle runs the wrong way, and the last
	// triangle has no area.
	y := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 2}, {Y: 2}, {Z: 2}, {X: 2}},
		Triangles: [][3]int32{{0, 2, 1}, {3, 4, 0}, {1, 2, 3}, {0, 3, 2}, {1, 4, 2}}}
	dx, dy := domainOf(t, x), domainOf(t, y)
	truth := &correspond.Truth{
		Target: []int32{4, 4, 2, -1},
		Face:   []int32{-1, 1, 4, -1},
		Bary:   [][3]float64{{}, {0.5, 0.3, 0.2}, {0.1, 0.2, 0.7}, {}},
		Mirror: []int32{2, -1, 0, 1},
	}
	direct, mirrored, err := truth.Places(dx, dy, y)
	if err != nil {
		t.Fatal(err)
	}
	want := []r3.Vec{{X: 2}, {X: 0.6, Z: 1}, {Y: 2}}
	for v, at := range want {
		got := dy.ToFile(direct[dx.PointOf[v]].Position(dy))
		if r3.Norm(r3.Sub(got, at)) > 1e-12 {
			t.Errorf("vertex %d belongs at %v, not %v", v, at, got)
		}
	}
	if p := direct[dx.PointOf[3]]; p.Known() {
		t.Errorf("vertex 3 has no truth, yet got %+v", p)
	}
	if p := mirrored[dx.PointOf[3]]; p.Nearest != dy.PointOf[1] || mirrored[dx.PointOf[1]].Known() {
		t.Errorf("mirrored places %+v", mirrored)
	}
	truth.Face[1] = 17
	if _, _, err := truth.Places(dx, dy, y); err == nil || !strings.Contains(err.Error(), "triangle 17 does not exist") {
		t.Errorf("error %v for a triangle that is not there", err)
	}
}
