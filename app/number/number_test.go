package number

import (
	"math"
	"testing"
	"time"
)

func TestNumbersReadWell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(4998), "4,998"}, {Count(1234567), "1,234,567"}, {Count(-1200), Minus + "1,200"},
		{Plural(1, "vertex", "vertices"), "1 vertex"}, {Plural(9992, "triangle", "triangles"), "9,992 triangles"},
		{Loss(0.00148), "0.00148"}, {Loss(0.000429), "0.000429"}, {Loss(0.0123), "0.0123"}, {Loss(1.5), "1.50"}, {Loss(0), "0"},
		{Loss(3.2e-7), "3.20e" + Minus + "7"}, {Loss(math.NaN()), "–"},
		{Fixed(-0.4021, 3), Minus + "0.402"}, {Fixed(-0.0001, 2), "0.00"}, {Fixed(math.NaN(), 2), "–"},
		{Percent(0.024), "2.4" + NarrowSpace + "%"}, {Percent(0.0004), "0.04" + NarrowSpace + "%"}, {Percent(0), "0.0" + NarrowSpace + "%"},
		{Span(920 * time.Millisecond), "0.92 s"}, {Span(13500 * time.Millisecond), "13.5 s"}, {Span(42 * time.Millisecond), "42 ms"}, {Span(125 * time.Second), "2 min 05 s"},
		{Loss(-0.383), Minus + "0.383"}, {Loss(12.41), "12.4"}, {Bytes(0), "–"}, {Bytes(3), "1" + NarrowSpace + "kB"}, {Bytes(90 << 10), "90" + NarrowSpace + "kB"}, {Bytes(3 << 20), "3.0" + NarrowSpace + "MB"}, {Bytes(250 << 20), "250" + NarrowSpace + "MB"}, {Bytes(12 << 30), "12.0" + NarrowSpace + "GB"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
