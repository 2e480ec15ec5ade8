package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/internal/figures"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
)

// throughFile writes a kept match into a session file and reads it again.
func throughFile(t testing.TB, kept *session.Result) *session.Result {
	t.Helper()
	var buf bytes.Buffer
	d := session.NewDocument()
	d.Result = kept
	if err := session.Encode(&buf, d, "/"); err != nil {
		t.Fatal(err)
	}
	back, err := session.Decode(buf.Bytes(), "/", option.Schema)
	if err != nil {
		t.Fatal(err)
	}
	return back.Result
}

// A match that was kept in a session is shown as it was, bit by bit, by a program that
// knows nothing of it, and so are its other minima.
func TestAKeptMatchIsShownAsItWas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b   string
		choose int
		change func(*session.Options)
	}{
		"two horses, the other side": {"horse/1", "horse/3", 1, func(o *session.Options) { o.Samples, o.Effort = 100, "fast" }},
		"horse and elephant":         {"horse/1", "elephant/1", 0, func(o *session.Options) { o.Samples, o.Effort, o.Anchors = 120, "fast", "on" }},
		"a part of a human":          {"human/1", "human/2", 0, func(o *session.Options) { o.Samples, o.Method, o.Mass, o.Surface = 60, "cg", 0.6, session.MapAlone }},
		"a plan that blurs":          {"human/1", "human/2", 0, func(o *session.Options) { o.Samples, o.Method, o.Surface = 60, "entropic", session.MapAlone }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			opt := session.Defaults()
			c.change(&opt)
			first := NewEngine()
			a, b := coarse(t, c.a), coarse(t, c.b)
			m, err := first.Match(ctx, a, b, opt, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if c.choose > 0 {
				if m, err = first.Choose(ctx, m, c.choose, nil, nil); err != nil {
					t.Fatal(err)
				}
			}
			second := NewEngine()
			a, b = coarse(t, c.a), coarse(t, c.b)
			back, err := second.Restore(ctx, a, b, throughFile(t, Keep(m)), m.Marks, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back.AToB, m.AToB) || !reflect.DeepEqual(back.BToA, m.BToA) {
				t.Error("the maps of all vertices are others")
			}
			if !reflect.DeepEqual(back.MapAToB, m.MapAToB) || !reflect.DeepEqual(back.MapBToA, m.MapBToA) {
				t.Error("the maps of the coupling alone are others")
			}
			if (m.Registered != nil) != (opt.Surface == session.Registered) || !reflect.DeepEqual(back.Registered, m.Registered) {
				t.Error("A's mesh lies otherwise on B")
			}
			if back.Chosen != m.Chosen || back.ChosenBy != m.ChosenBy || back.GW2() != m.GW2() || fmt.Sprint(back.DistortionX) != fmt.Sprint(m.DistortionX) { // samples that are left out have none
				t.Error("figures of the match are others")
			}
			if !reflect.DeepEqual(back.Result.Slicer, m.Result.Slicer) || !reflect.DeepEqual(back.Result.PushX, m.Result.PushX) || back.Result.Margin != m.Result.Margin {
				t.Error("the slicer is another")
			}
			if !reflect.DeepEqual(back.Result.Part, m.Result.Part) || fmt.Sprint(back.Result.Own) != fmt.Sprint(m.Result.Own) || fmt.Sprint(back.Result.Anchors) != fmt.Sprint(m.Result.Anchors) {
				t.Error("what the method says of itself is lost")
			}
			for k, alt := range m.Result.Alternatives {
				if !reflect.DeepEqual(back.Result.Alternatives[k].Plan, alt.Plan) {
					t.Errorf("the plan of minimum %d is another", k+1)
				}
				if k != 0 && k != len(m.Result.Alternatives)-1 {
					continue
				}
				want, err := first.Choose(ctx, m, k, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := second.Choose(ctx, back, k, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got.AToB, want.AToB) {
					t.Errorf("minimum %d is another", k+1)
				}
			}
		})
	}
}

// coarse is a sample shape of few vertices, for tests that do not depend on their number. Its
// true match is not known.
func coarse(t testing.TB, id string) *Shape {
	t.Helper()
	m, err := shapes.Coarse(id, 800)
	if err != nil {
		t.Fatal(err)
	}
	return ShapeOf(id, m)
}

func mustLoad(t testing.TB, e *Engine, ref string) *Shape {
	t.Helper()
	s, err := e.Load(context.Background(), ref, session.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// smallMatch is a match that takes little time.
func smallMatch(t testing.TB) *Match {
	t.Helper()
	e := NewEngine()
	opt := session.Defaults()
	opt.Samples, opt.Effort = 60, "fast"
	m, err := e.Match(context.Background(), coarse(t, "horse/1"), coarse(t, "horse/2"), opt, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A kept match that no longer fits the session is refused, with the reason.
func TestAKeptMatchThatDoesNotFitIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	m := smallMatch(t)
	for name, c := range map[string]struct {
		change func(*session.Result)
		says   string
	}{
		"another shape":   {func(r *session.Result) { r.Keys[1] = "another" }, "horse/2 has changed"},
		"too large":       {func(r *session.Result) { r.Arrays = nil }, "too large"},
		"other samples":   {func(r *session.Result) { r.Options.Seed = 99 }, "other samples"},
		"a later form":    {func(r *session.Result) { r.Arrays = repack(r.Arrays, func(b []byte) []byte { b[0] = 9; return b }) }, "form (9)"},
		"no such minimum": {func(r *session.Result) { r.Chosen = 77 }, "damaged"},
		"cut off":         {func(r *session.Result) { r.Arrays = r.Arrays[:len(r.Arrays)/2] }, "damaged"},
		"cut off inside":  {func(r *session.Result) { r.Arrays = repack(r.Arrays, func(b []byte) []byte { return b[:len(b)-9] }) }, "damaged"},
		"too long":        {func(r *session.Result) { r.Arrays = repack(r.Arrays, func(b []byte) []byte { return append(b, 0) }) }, "too many"},
		"fewer than said": {func(r *session.Result) { r.Alternatives = r.Alternatives[:1]; r.Chosen = 0 }, "damaged"},
		"unpacks too much": {func(r *session.Result) {
			r.Arrays = repack(nil, func([]byte) []byte { return make([]byte, mostArrays+9) })
		}, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := Keep(m)
			c.change(kept)
			_, err := NewEngine().Restore(context.Background(), m.A, m.B, kept, m.Marks, nil, nil)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v; want one that says %q", err, c.says)
			}
			var not *NotKeptError
			if !errors.As(err, &not) && !errors.Is(err, errArrays) {
				t.Errorf("%T tells nobody to solve anew", err)
			}
		})
	}
}

// repack changes arrays under their compression.
func repack(arrays []byte, change func([]byte) []byte) []byte {
	var raw []byte
	if arrays != nil {
		z, err := gzip.NewReader(bytes.NewReader(arrays))
		if err != nil {
			panic(err)
		}
		if raw, err = io.ReadAll(z); err != nil {
			panic(err)
		}
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(change(raw))
	z.Close()
	return out.Bytes()
}

func TestLargePlansAreNotKept(t *testing.T) {
	t.Parallel()
	p := &packer{}
	p.floats(make([]float64, mostArrays/8))
	if p.bytes() != nil {
		t.Error("more than the most is kept")
	}
}

// Whatever the arrays hold, reading them ends with a match or an error.
func FuzzArrays(f *testing.F) {
	m := smallMatch(f)
	kept := Keep(m)
	raw := repack(kept.Arrays, func(b []byte) []byte { return b })
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		f.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(plain, false)
	f.Add(plain, true)
	f.Add([]byte{1}, false)
	f.Fuzz(func(t *testing.T, data []byte, extremities bool) {
		k := *kept
		k.Alternatives = append([]session.Alternative{}, kept.Alternatives...)
		k.Alternatives[0].Extremities = extremities
		if extremities {
			k.Extremities = &session.Extremities{A: make([]figures.Extremity, 5), B: make([]figures.Extremity, 5)}
		}
		k.Arrays = repack(nil, func([]byte) []byte { return data })
		var again *Solved
		var err error
		// Zeros shrink to a thousandth in the file; the unpacked size has a limit of its own.
		meshtest.Held(t, len(data), 0, func() {
			again = &Solved{Pair: m.Pair, Asked: m.Asked}
			_, err = unpackMatch(again, &k)
		})
		if err != nil {
			return
		}
		for _, a := range again.Result.Alternatives {
			if err := a.Plan.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Keep of a restored match gives the same: opening and saving a session changes nothing.
func TestKeepingAgainKeepsTheSame(t *testing.T) {
	t.Parallel()
	m := smallMatch(t)
	m.Result.Own = &figures.Own{Title: "t", Value: figures.Number(math.NaN()), Bound: figures.Number(math.NaN())}
	kept := Keep(m)
	back, err := NewEngine().Restore(context.Background(), m.A, m.B, throughFile(t, kept), m.Marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	again := Keep(back)
	one, two := mustJSON(t, kept), mustJSON(t, again)
	if one != two {
		t.Errorf("kept\n%s\nand then\n%s", one, two)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func BenchmarkRestore(b *testing.B) {
	e := NewEngine()
	opt := session.Defaults()
	m, err := e.Match(context.Background(), mustLoad(b, e, "sample:horse/1"), mustLoad(b, e, "sample:horse/2"), opt, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	kept := Keep(m)
	b.ReportMetric(float64(len(kept.Arrays)), "bytes")
	for b.Loop() {
		if _, err := NewEngine().Restore(context.Background(), m.A, m.B, kept, m.Marks, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Times.Total/time.Millisecond), "ms-solved")
}

// A new field of a result is kept by sessions, or listed as not kept.
func TestEveryFieldOfAResultIsKeptOrKnownNotToBe(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"Outcome": true, "Slicer": true, "PushX": true, "PushY": true, "Alternatives": true,
		"Status": true, "Times": true, "Seed": true, "Part": true, "Anchors": true,
		"Stopgap": false, // its note says so
		"Trace":   false, // of a training: only a training that was watched can be replayed
	}
	typ := reflect.TypeFor[solver.Result]()
	for i := range typ.NumField() {
		if _, ok := known[typ.Field(i).Name]; !ok {
			t.Errorf("Keep and Restore know nothing of Result.%s", typ.Field(i).Name)
		}
	}
}
