package text_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gwscope/meshio/internal/text"
)

func TestFloatRoundsAsStrconv(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	check := func(s string) {
		t.Helper()
		want, _ := strconv.ParseFloat(s, 64)
		got, ok := text.Float([]byte(s))
		if !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s reads as %v (%v), want %v", s, got, ok, want)
		}
	}
	for range 20_000 {
		x := math.Float64frombits(rng.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		check(strconv.FormatFloat(x, 'e', -1, 64))
		check(strconv.FormatFloat(x, 'g', 6, 64))
		check(strconv.FormatFloat(rng.NormFloat64()*100, 'f', rng.IntN(20), 64))
		buffer := text.AppendFloat(nil, x)
		if back, _ := text.Float(buffer); back != x {
			t.Fatalf("%v written as %s reads back as %v", x, buffer, back)
		}
	}
	for _, s := range []string{"0", "-0", "+1", "2.", ".5", "1E2", "1e+22", "1e23", "9007199254740993", "1e400", "-1e400", "1e-400",
		"123456789012345678901234567890", "0.000000000000000000000000000001", "1e99999999999"} {
		check(s)
	}
}

func TestFloatRefusesWhatIsNoNumber(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "-", ".", "e5", "3.1+e2", "1e", "1e+", "0x10", "1_000", "1,5", "12abc", "--1", "1.2.3", "infinite"} {
		if v, ok := text.Float([]byte(s)); ok {
			t.Errorf("%q reads as %v", s, v)
		}
	}
	for _, s := range []string{"nan", "NaN", "-nan(ind)", "1.#QNAN", "-1.#IND", "inf", "-Infinity", "1.#INF000"} {
		if v, ok := text.Float([]byte(s)); !ok || v-v == 0 {
			t.Errorf("%q reads as %v, %v; want a value that is not finite", s, v, ok)
		}
	}
}

func TestInt(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"0": 0, "-12": -12, "+7": 7, "353535235358": 353535235358} {
		if got, ok := text.Int([]byte(s)); !ok || got != want {
			t.Errorf("%q reads as %d, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "-", "1.0", "12a", "99999999999999999999999"} {
		if got, ok := text.Int([]byte(s)); ok {
			t.Errorf("%q reads as %d", s, got)
		}
	}
}

func TestLinesCountEveryEnding(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{"unix": "a\n\nc # d\n", "windows": "a\r\n\r\nc # d", "mac": "a\r\rc # d\r"} {
		lines := text.NewLines([]byte(s))
		first, _ := lines.NextContent()
		second, _ := lines.NextContent()
		if string(first) != "a" || string(second) != "c " || lines.Number != 3 {
			t.Errorf("%s: %q, %q at line %d", name, first, second, lines.Number)
		}
		if _, ok := lines.NextContent(); ok {
			t.Errorf("%s: a line after the last", name)
		}
	}
}

func TestUTF16BecomesUTF8(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"big": "\xfe\xff\x00v\x00 \x00\xe9", "little": "\xff\xfev\x00 \x00\xe9\x00", "mark only": "\xef\xbb\xbfv é", "plain": "v é", "odd": "\xfe\xff\x00v\x00 \x00\xe9\x00",
	} {
		if got := string(text.UTF8([]byte(data))); got != "v é" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, short := range []string{"\xfe\xff", "\xff\xfe\x00"} {
		if got := text.UTF8([]byte(short)); len(got) != 0 {
			t.Errorf("%q becomes %q", short, got)
		}
	}
}

func TestColorsGuessTheirScale(t *testing.T) {
	t.Parallel()
	var unit, bytes, dark text.Colors
	unit.Add(0, [4]float64{1, 0.5, 0, 1}, true)
	bytes.Add(0, [4]float64{255, 128, 0, 255}, false)
	dark.Add(1, [4]float64{1, 0, 0, 255}, false)
	dark.Add(0, [4]float64{math.NaN(), 0, 0, 1}, true)
	for _, c := range []*text.Colors{&unit, &bytes} {
		if got, _ := c.Finish(1); got[0].R != 255 || got[0].G != 128 || got[0].A != 255 {
			t.Errorf("colour %v, want orange", got[0])
		}
	}
	got, missing := dark.Finish(2)
	if got[1].R != 1 || got[1].A != 255 || got[0].R != 255 || missing != 1 {
		t.Errorf("colours %v, %d missing; want nearly black and one white for a missing one", got, missing)
	}
}

func BenchmarkFloat(b *testing.B) {
	for _, s := range []string{"0.127727", "-86.01312256", "0.12345678901234567"} {
		b.Run(s, func(b *testing.B) {
			field := []byte(s)
			for b.Loop() {
				text.Float(field)
			}
		})
	}
}

func TestCommas(t *testing.T) {
	t.Parallel()
	for rows, want := range map[string]string{ // "decimal", "separating", or part of an error
		"1 2 3": "separating", "1,2,3": "separating", "1,2,3\t": "separating", "1,2,3;": "separating", "1, 2, 3": "separating", "1.5,2.5": "separating",
		"1,5 2,5": "decimal", "1,5\t2": "decimal", "1,5;2,5;": "decimal", "1;2\n1,5;2": "decimal", "a,b c,d": "decimal", "1,2": "separating", "1,\t2,\t3": "separating",
		"1,5, 2,5": "each comma here", "1,2,3;4": "commas and semicolons", "1,2,3\n1,5 2": "line 2: commas separate numbers in line 1", "1.5 2\n1,5 2": "decimal point in line 1", "1,234.5 2": "a comma between thousands",
	} {
		var c text.Commas
		for k, row := range strings.Split(rows, "\n") {
			c.Row(k+1, []byte(row))
		}
		decimal, err := c.Verdict()
		got := map[bool]string{true: "decimal", false: "separating"}[decimal]
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", rows, got, want)
		}
	}
	for field, want := range map[string]float64{"1,5": 1.5, "-,25": -0.25, "2": 2, "2.5": 2.5} {
		if v, ok := text.Decimal([]byte(field)); !ok || v != want {
			t.Errorf("%s is %g, %v", field, v, ok)
		}
	}
	for _, field := range []string{"1,2,3", "1,234.5", ",", ""} {
		if v, ok := text.Decimal([]byte(field)); ok {
			t.Errorf("%q is %g", field, v)
		}
	}
}
