package amortized

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
)

func small() Config { return shrunk(Default()) }

func shrunk(c Config) Config {
	c.Hidden, c.Token, c.Width, c.Context = 24, 20, 16, 8
	return c
}

// kinds are small networks of places and of scores.
func kinds() map[string]Config {
	return map[string]Config{"places": small(), "scores": shrunk(Paper())}
}

func written(t testing.TB, w *Weights, p Precision) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := w.Write(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func fresh(t testing.TB, c Config, seed uint64) *Weights {
	t.Helper()
	w, err := NewWeights(c, seed)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWeightsSurviveAFile(t *testing.T) {
	t.Parallel()
	w := fresh(t, small(), 3)
	w.Card = Card{Name: "a test", Categories: []string{"chair"}, FewestPoints: 64, MostPoints: 128, Accuracy: map[string]float64{"256": 0.5}}
	w.Statistics = surveyed(t, small(), 8, 64)
	r, err := Read(bytes.NewReader(written(t, w, Single)))
	if err != nil {
		t.Fatal(err)
	}
	if r.Card.Name != "a test" || r.Card.MostPoints != 128 || !slices.Equal(r.Config.Encoder, w.Config.Encoder) {
		t.Errorf("read card %+v and network %+v", r.Card, r.Config)
	}
	for _, e := range w.Entries() {
		if !slices.Equal(r.Get(e.Name), w.Get(e.Name)) {
			t.Errorf("%s is not what was written", e.Name)
		}
	}
	cloud := tokensOf(t, small(), object(t, "chair", 9, 100))
	if a, b := w.Statistics.Novelty(small(), cloud, cloud), r.Statistics.Novelty(small(), cloud, cloud); a != b {
		t.Errorf("a shape's novelty is %v before and %v after", a, b)
	}
	if r.Statistics.Shape != w.Statistics.Shape {
		t.Errorf("thresholds %g and %g", w.Statistics.Shape, r.Statistics.Shape)
	}
	h, err := Read(bytes.NewReader(written(t, w, Half)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range w.Entries() {
		for i, v := range w.Get(e.Name) {
			if got := h.Get(e.Name)[i]; math.Abs(float64(got-v)) > math.Abs(float64(v))/2048+1e-7 {
				t.Fatalf("%s[%d] is %g at half precision, was %g", e.Name, i, got, v)
			}
		}
	}
}

func TestHalfPrecisionIsExactWhereItCanBe(t *testing.T) {
	t.Parallel()
	for h := range 1 << 16 {
		if v := fromHalf(uint16(h)); v == v {
			if got := toHalf(v); got != uint16(h) {
				t.Fatalf("%#04x is %g, which is %#04x", h, v, got)
			}
		}
	}
	for v, want := range map[float32]float32{1 + 1.0/2048: 1, 1 + 3.0/2048: 1 + 2.0/1024, 65519: 65504, 1e-9: 0} {
		if got := fromHalf(toHalf(v)); got != want {
			t.Errorf("%g is rounded to %g, want %g", v, got, want)
		}
	}
	if v := fromHalf(toHalf(1e6)); !math.IsInf(float64(v), 1) {
		t.Errorf("a million becomes %g", v)
	}
}

func TestFreshWeightsDependOnTheSeedAlone(t *testing.T) {
	t.Parallel()
	a, b, c := fresh(t, small(), 1), fresh(t, small(), 1), fresh(t, small(), 2)
	shallow := small()
	shallow.Encoder = shallow.Encoder[:1]
	d := fresh(t, shallow, 1)
	for _, name := range []string{"embed.weight", "encoder.0.self.q.weight", "readout.weight"} {
		if !slices.Equal(a.Get(name), b.Get(name)) || slices.Equal(a.Get(name), c.Get(name)) || !slices.Equal(a.Get(name), d.Get(name)) {
			t.Errorf("%s does not depend on the seed alone", name)
		}
	}
	for _, e := range a.Entries() {
		limit := float32(0)
		for _, v := range a.Get(e.Name) {
			limit = max(limit, v, -v)
		}
		trained := strings.HasSuffix(e.Name, ".weight") || strings.HasSuffix(e.Name, ".gain")
		if trained && (limit == 0 || limit > 1) {
			t.Errorf("the largest of %s is %g", e.Name, limit)
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	good := written(t, fresh(t, small(), 1), Single)
	change := func(f func(b []byte) []byte) []byte { return f(slices.Clone(good)) }
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "cut short", nil},
		{"something else", "no file of weights", []byte("solid cube\nfacet normal 0 0 1\n")},
		{"newer", "version 7", change(func(b []byte) []byte { binary.LittleEndian.PutUint32(b[8:], 7); return b })},
		{"truncated in the header", "cut short", good[:40]},
		{"truncated", "cut short", good[:len(good)-100]},
		{"longer", "more than its network has", append(slices.Clone(good), 0)},
		{"damaged", "checksum", change(func(b []byte) []byte { b[len(b)-200] ^= 1; return b })},
		{"header of garbage", "header", change(func(b []byte) []byte { b[16] = '<'; return b })},
		{"endless header", "cannot be", change(func(b []byte) []byte { binary.LittleEndian.PutUint32(b[12:], 1<<31); return b })},
		{"absurd network", "cannot be", change(func(b []byte) []byte { return bytes.Replace(b, []byte(`"width":16`), []byte(`"width":99`), 1) })},
	} {
		if _, err := Read(bytes.NewReader(test.data)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

func TestConfigsThatCannotBe(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]func(*Config){
		"heads":         func(c *Config) { c.Heads = 3 },
		"unknown block": func(c *Config) { c.Head = []Block{"X"} },
		"share of 2":    func(c *Config) { c.Reach = 2 },
		"too deep":      func(c *Config) { c.Encoder = make([]Block, 100) },
		"neighbours":    func(c *Config) { c.Neighbors = 0 },
	} {
		c := Default()
		f(&c)
		if _, err := NewWeights(c, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// FuzzRead: no bytes make Read panic, with a checksum that fits or without, and what it
// reads it writes again as it was.
func FuzzRead(f *testing.F) {
	c := small()
	c.Neighbors, c.Quantiles, c.Geodesics, c.Hidden, c.Token, c.Width, c.Context = 1, 1, 0, 1, 1, 4, 1
	c.Heights, c.Local, c.Invariants = false, false, false
	c.Encoder, c.Head = []Block{S}, nil
	w := fresh(f, c, 1)
	w.Statistics = &Statistics{Quantile: 0.99, Shape: 1, Pair: 1, mean: []float32{0, 0}, scale: []float32{1, 1}, axes: []float32{1, 0},
		known: []float32{1, 2}, kindOf: []float32{0, -1}, radius: []float32{1}, size: 2, nAxes: 1, nKnown: 2, nKinds: 1}
	for _, p := range []Precision{Single, Half} {
		data := written(f, w, p)
		f.Add(data)
		f.Add(data[:len(data)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		for _, file := range [][]byte{data, append(slices.Clone(data), sum[:]...)} {
			var w *Weights
			var err error
			meshtest.Held(t, len(file), 0, func() { w, err = Read(bytes.NewReader(file)) })
			if err != nil {
				continue
			}
			again, err := Read(bytes.NewReader(written(t, w, Single)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Entries() {
				if !slices.Equal(w.Get(e.Name), again.Get(e.Name)) {
					t.Fatalf("%s has changed", e.Name)
				}
			}
		}
	})
}
