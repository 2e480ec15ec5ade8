package correspond

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// Truth is a known correspondence between the files of two shapes X and Y:
// for each vertex of X (nX) where it belongs on Y.
type Truth struct {
	// Target is the vertex of Y, or -1 where the truth is silent.
	Target []int32
	// Face and Bary place the target inside a triangle of Y's file; Face is -1
	// where the target is the vertex itself. Nil when no row gives a triangle.
	Face []int32
	Bary [][3]float64
	// Mirror is the vertex of Y that belongs there under the shape's own
	// left-right symmetry, or -1. Nil when the file has no such column.
	Mirror []int32
}

// Known counts the vertices of X whose target is known.
func (t *Truth) Known() int {
	known := 0
	for _, j := range t.Target {
		if j >= 0 {
			known++
		}
	}
	return known
}

// UnknownBase leaves it to a file to say from where its indices count.
const UnknownBase = -1

// maxTruthLine bounds a line of a truth file; a longer one is no table of indices.
const maxTruthLine = 1 << 16

// ReadTruth reads a known correspondence between two files of nX and nY
// vertices. Columns are separated by commas, semicolons or blanks; lines that
// start with # are comments. Four forms are understood:
//
//	target                                    row r belongs to vertex r of X
//	source target [mirror]                    one pair a row, in any order
//	face b0 b1 b2                             row r: the place of vertex r of X in a triangle of Y
//	source,target[,face,b0,b1,b2][,mirror]    with or without this line of names
//
// With a line of names, the columns may come in any order and others (such as
// those of the maps this program writes) are passed over. Indices count from 0,
// or from 1 after a comment "# base 1"; -1 says that a target is not known. A file that
// covers most vertices and never uses index 0 has to say its base in such a comment.
// A base of 0 or 1 overrides such comments. Rows of triangles alone have no Target yet; see
// [Truth.Corners]. Errors name the line.
func ReadTruth(r io.Reader, nX, nY, base int) (*Truth, error) {
	p := &truthParser{nX: nX, nY: nY, t: &Truth{Target: unknown(nX)}, lineOf: make([]int, nX)}
	if base != UnknownBase {
		p.base, p.declared, p.told = base, true, true
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxTruthLine)
	for sc.Scan() {
		p.line++
		if err := p.read(strings.TrimPrefix(sc.Text(), "\ufeff")); err != nil {
			return nil, fmt.Errorf("truth file, line %d: %w", p.line, err)
		}
	}
	if errors.Is(sc.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("truth file, line %d: longer than %d characters; it should hold a few numbers", p.line+1, maxTruthLine)
	}
	if sc.Err() != nil {
		return nil, fmt.Errorf("truth file, after line %d: %w", p.line, sc.Err())
	}
	if p.rows == 0 {
		return nil, errors.New("truth file: it holds no rows; expected one target vertex, or source and target, in each")
	}
	if p.col.source < 0 && p.rows != nX {
		return nil, fmt.Errorf("truth file: a list of targets needs one row for each of the %d vertices of the source, and this one has %d; or give source and target in two columns", nX, p.rows)
	}
	return p.t, p.checkBase()
}

// fewForBase is the number of rows from which a file without index 0 is suspicious.
const fewForBase = 10

// checkBase refuses a file that seems to count from 1 and does not say so: most vertices of
// a shape are named in it, and never the one of index 0.
func (p *truthParser) checkBase() error {
	if p.declared || p.zero || p.rows < fewForBase {
		return nil
	}
	targets := map[int32]bool{}
	for _, j := range p.t.Target {
		if j >= 0 {
			targets[j] = true
		}
	}
	if 2*len(targets) < p.nY && (p.col.source < 0 || 2*p.t.Known() < p.nX) {
		return nil
	}
	return errors.New("truth file: no index in it is 0: start it with the line \"# base 1\" if it counts from 1, or with \"# base 0\" if it counts from 0")
}

// truthColumns are the columns by meaning, -1 where there is none.
type truthColumns struct{ source, target, face, b0, b1, b2, mirror int }

type truthParser struct {
	nX, nY     int
	t          *Truth
	lineOf     []int // where each source was given, to name both of two rows that disagree
	line, rows int
	base       int
	declared   bool // a comment says the base
	told       bool // the caller does
	zero       bool // an index is 0
	col        truthColumns
	width      int // fields a row must have; 0 before the first row
}

var basePattern = regexp.MustCompile(`(?i)\bbase\s*[:=]?\s*(\d+)`)

func (p *truthParser) read(text string) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if comment, ok := strings.CutPrefix(text, "#"); ok {
		if m := basePattern.FindStringSubmatch(comment); m != nil {
			if m[1] != "0" && m[1] != "1" {
				return fmt.Errorf("indices can count from base 0 or base 1, not %s", m[1])
			}
			p.declared = true
			if base := int(m[1][0] - '0'); base != p.base && !p.told {
				if p.rows > 0 {
					return errors.New("the base must be given before the first row")
				}
				p.base = base
			}
		}
		return nil
	}
	fields := splitFields(text)
	if p.width == 0 {
		named, err := p.layout(fields)
		if err != nil || named {
			return err
		}
	}
	if len(fields) < p.width {
		return fmt.Errorf("%d numbers where %d are expected", len(fields), p.width)
	}
	return p.row(fields)
}

func splitFields(text string) []string {
	// A comma separates only where nothing else does: elsewhere it is a decimal comma.
	separator := ","
	if strings.Contains(text, ";") {
		separator = ";"
	}
	if strings.Contains(text, separator) && !(separator == "," && strings.Contains(text, "\t")) {
		fields := strings.Split(strings.TrimRight(text, separator+" \t"), separator)
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		return fields
	}
	return strings.Fields(text)
}

// layout decides the meaning of the columns from the first line.
func (p *truthParser) layout(fields []string) (named bool, err error) {
	p.col = truthColumns{-1, -1, -1, -1, -1, -1, -1}
	if _, err := strconv.ParseFloat(fields[0], 64); err != nil {
		return true, p.names(fields)
	}
	switch len(fields) {
	case 1:
		p.col.target = 0
	case 2:
		p.col.source, p.col.target = 0, 1
	case 3:
		p.col.source, p.col.target, p.col.mirror = 0, 1, 2
	case 4:
		p.col.face, p.col.b0, p.col.b1, p.col.b2 = 0, 1, 2, 3
	case 6, 7:
		p.col = truthColumns{0, 1, 2, 3, 4, 5, -1}
		if len(fields) == 7 {
			p.col.mirror = 6
		}
	default:
		return false, fmt.Errorf("%d columns without names: expected target; source, target; source, target, mirror; face, b0, b1, b2; or source, target, face, b0, b1, b2", len(fields))
	}
	p.width = len(fields)
	return false, nil
}

func (p *truthParser) names(fields []string) error {
	places := map[string]*int{"source": &p.col.source, "target": &p.col.target, "face": &p.col.face,
		"b0": &p.col.b0, "b1": &p.col.b1, "b2": &p.col.b2, "mirror": &p.col.mirror}
	for k, name := range fields {
		if at := places[strings.ToLower(strings.Trim(name, `"`))]; at != nil {
			if *at >= 0 {
				return fmt.Errorf("two columns are named %s", name)
			}
			*at = k
			p.width = max(p.width, k+1)
		}
	}
	c := p.col
	if c.target < 0 {
		return fmt.Errorf("%q is neither an index nor a line of column names with a column \"target\"", fields[0])
	}
	if given := [4]bool{c.face >= 0, c.b0 >= 0, c.b1 >= 0, c.b2 >= 0}; given != [4]bool{} && given != [4]bool{true, true, true, true} {
		return errors.New("a place in a triangle needs all of the columns face, b0, b1, b2")
	}
	return nil
}

func (p *truthParser) row(fields []string) error {
	source := p.rows
	var err error
	if p.col.source >= 0 {
		if source, err = p.index(fields[p.col.source], "source", p.nX, false); err != nil {
			return err
		}
	} else if source >= p.nX {
		return fmt.Errorf("more rows than the source has vertices (%d)", p.nX)
	}
	target := -1
	if p.col.target >= 0 {
		if target, err = p.index(fields[p.col.target], "target", p.nY, true); err != nil {
			return err
		}
	}
	p.rows++
	if before := p.lineOf[source]; before > 0 && p.t.Target[source] != int32(target) {
		return fmt.Errorf("vertex %d was already given the target %d on line %d", source+p.base, int(p.t.Target[source])+p.base, before)
	}
	p.lineOf[source] = p.line
	p.t.Target[source] = int32(target)
	if p.col.face >= 0 {
		if err := p.place(source, target, fields); err != nil {
			return err
		}
	}
	if p.col.mirror >= 0 {
		mirror, err := p.index(fields[p.col.mirror], "mirror", p.nY, true)
		if err != nil {
			return err
		}
		if p.t.Mirror == nil {
			p.t.Mirror = unknown(p.nX)
		}
		p.t.Mirror[source] = int32(mirror)
	}
	return nil
}

// place reads face, b0, b1, b2. The face counts from the same base as the
// vertices; whether it exists is known only where the mesh is ([Truth.Places]).
func (p *truthParser) place(source, target int, fields []string) error {
	if p.t.Face == nil {
		p.t.Face, p.t.Bary = unknown(p.nX), make([][3]float64, p.nX)
	}
	face, err := p.index(fields[p.col.face], "face", math.MaxInt32, true)
	if err != nil || face < 0 || target < 0 && p.col.target >= 0 {
		return err
	}
	var bary [3]float64
	var sum float64
	for k, c := range [3]int{p.col.b0, p.col.b1, p.col.b2} {
		b, err := strconv.ParseFloat(fields[c], 64)
		// The margin forgives weights that were rounded when they were written.
		if err != nil || !(b >= -1e-3 && b <= 1+1e-3) {
			return fmt.Errorf("barycentric weight %q: expected a number from 0 to 1", fields[c])
		}
		bary[k] = max(b, 0)
		sum += bary[k]
	}
	if math.Abs(sum-1) > 1e-2 {
		return fmt.Errorf("the barycentric weights add up to %.4g instead of 1", sum)
	}
	for k := range bary {
		bary[k] /= sum
	}
	p.t.Face[source], p.t.Bary[source] = int32(face), bary
	return nil
}

// index reads an index in [base, base+n); with mayLack, a negative one says that
// there is none.
func (p *truthParser) index(text, what string, n int, mayLack bool) (int, error) {
	i, err := strconv.Atoi(text)
	if err != nil {
		// Tables written by numerical programs have 12.0 or 1.200e+01.
		f, ferr := strconv.ParseFloat(text, 64)
		if ferr != nil || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
			return 0, fmt.Errorf("%s %q is not a whole number", what, text)
		}
		i = int(f)
	}
	if i < 0 && mayLack {
		return -1, nil
	}
	p.zero = p.zero || i == 0 && what != "face"
	if i < p.base || i-p.base >= n {
		hint := ""
		if p.base == 0 && i == n {
			hint = "; if the file counts from 1, start it with the line \"# base 1\""
		}
		return 0, fmt.Errorf("%s %d is out of range %d to %d%s", what, i, p.base, p.base+n-1, hint)
	}
	return i - p.base, nil
}

func unknown(n int) []int32 {
	return slices.Repeat([]int32{-1}, n)
}

// Corners gives places in triangles of meshY that have no Target the corner with the largest
// weight as one. It fails where a triangle does not exist.
func (t *Truth) Corners(meshY *mesh.Mesh) error {
	for i, f := range t.Face {
		if f < 0 || t.Target[i] >= 0 {
			continue
		}
		if int(f) >= len(meshY.Triangles) {
			hint := ""
			if int(f) == len(meshY.Triangles) {
				hint = "; if the file counts from 1, say --truth-base 1"
			}
			return fmt.Errorf("truth file: vertex %d is sent to the triangle %d, but the target has %d (counting from 0)%s", i, f, len(meshY.Triangles), hint)
		}
		t.Target[i] = HeaviestCorner(meshY.Triangles[f], t.Bary[i])
	}
	return nil
}

// ReadMatched reads a truth from two lists of the same length: row k names a vertex of X in
// one and its partner on Y in the other, as data sets registered to one template have them
// (.vts). base is 0, 1 or [UnknownBase]: then an index 0 tells that they count from 0, the
// number of vertices that they count from 1, and neither is an error.
func ReadMatched(x, y io.Reader, nX, nY, base int) (*Truth, error) {
	var lists [2][]int
	zero, last := false, false
	for side, r := range []io.Reader{x, y} {
		n, name := [2]int{nX, nY}[side], [2]string{"A", "B"}[side]
		sc := bufio.NewScanner(r)
		sc.Buffer(make([]byte, 0, 4096), maxTruthLine)
		for line := 1; sc.Scan(); line++ {
			field := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\ufeff"))
			if field == "" || field[0] == '#' {
				continue
			}
			v, err := strconv.Atoi(field)
			if err != nil || v < 0 || v > n {
				return nil, fmt.Errorf("list of vertices of %s, line %d: %.40q is not a vertex from 0 to %d", name, line, field, n)
			}
			zero, last = zero || v == 0, last || v == n
			lists[side] = append(lists[side], v)
		}
		if sc.Err() != nil {
			return nil, fmt.Errorf("list of vertices of %s: %w", name, sc.Err())
		}
	}
	switch {
	case len(lists[0]) != len(lists[1]) || len(lists[0]) == 0:
		return nil, fmt.Errorf("the lists of vertices name %d of A and %d of B; row k of both is one pair", len(lists[0]), len(lists[1]))
	case zero && last || zero && base == 1 || last && base == 0:
		return nil, fmt.Errorf("the lists of vertices have an index that is out of range: they are of other meshes, or count from another base")
	case base == UnknownBase && !zero && !last:
		return nil, errors.New("the lists of vertices may count from 0 or from 1: say which with --truth-base")
	case base == UnknownBase && last:
		base = 1
	}
	base = max(base, 0)
	t := &Truth{Target: unknown(nX)}
	for k, v := range lists[0] {
		t.Target[v-base] = int32(lists[1][k] - base)
	}
	return t, nil
}

// Places carries the truth over to Domains: the place on Y of each point of X's
// Domain, and the mirrored one (nil where the mirror is unknown). meshY is the
// mesh that y was made from. Points whose vertex of the file (VertexOf) has no
// truth get [NoPlace]. It fails when a face of the truth is not in meshY.
func (t *Truth) Places(x, y *metric.Domain, meshY *mesh.Mesh) (direct, mirrored []Place, err error) {
	var faceOf map[int32]int32 // Domain triangle of each file triangle
	if t.Face != nil {
		faceOf = make(map[int32]int32, len(y.Triangles))
		for f, file := range y.FaceOf {
			faceOf[file] = int32(f)
		}
	}
	direct = make([]Place, len(x.VertexOf))
	for p, v := range x.VertexOf {
		j := t.Target[v]
		switch {
		case j < 0:
			direct[p] = NoPlace
		case t.Face == nil || t.Face[v] < 0:
			direct[p] = PlaceAt(y, y.PointOf[j])
		default:
			file := t.Face[v]
			if int(file) >= len(meshY.Triangles) {
				return nil, nil, fmt.Errorf("truth of vertex %d: triangle %d does not exist; the target has %d", v, file, len(meshY.Triangles))
			}
			f, ok := faceOf[file]
			if !ok { // a triangle without area was left out; its corner is as good
				direct[p] = PlaceAt(y, y.PointOf[j])
				continue
			}
			direct[p] = fromFile(y, f, meshY.Triangles[file], t.Bary[v])
		}
	}
	if t.Mirror == nil {
		return direct, nil, nil
	}
	mirrored = make([]Place, len(x.VertexOf))
	for p, v := range x.VertexOf {
		mirrored[p] = NoPlace
		if j := t.Mirror[v]; j >= 0 {
			mirrored[p] = PlaceAt(y, y.PointOf[j])
		}
	}
	return direct, mirrored, nil
}

// fromFile restates weights in a file's triangle for triangle f of the Domain,
// which may have been turned round: corners are matched by the point they became.
func fromFile(d *metric.Domain, f int32, file [3]int32, bary [3]float64) Place {
	var out [3]float64
	for k, v := range file {
		for l, p := range d.Triangles[f] {
			if d.PointOf[v] == p {
				out[l] += bary[k]
				break
			}
		}
	}
	return PlaceIn(d, f, out)
}
