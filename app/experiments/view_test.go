package experiments

import (
	"context"
	"errors"
	"os"
	"testing"

	"gwscope/render/glctx"
)

// A small measurement must come out whole: pictures of all that was asked for.
func TestViewMeasuresAllMotions(t *testing.T) {
	t.Parallel()
	th, err := glctx.Start(glctx.Options{Provider: glctx.EGL, PreferSoftware: true})
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("nothing can be drawn here: %v", err)
	}
	th.Close()
	e := View(ViewSettings{Triangles: []int{3000}, Width: 200, Height: 120, Seconds: 0.2, Software: true})
	for _, c := range e.Cells {
		row, err := c.Measure(context.Background(), SoFar{})
		if err != nil {
			t.Fatalf("%s: %v", c.Key, err)
		}
		for _, name := range []string{"fps", "frame_ms", "cpu_ms", "drawn", "first_ms"} {
			if !(row.Number(name) > 0) {
				t.Errorf("%s: %s is %g", c.Key, name, row.Number(name))
			}
		}
		if n := row.Number("triangles"); n < 4000 || n > 9000 {
			t.Errorf("%s: %g triangles of two shapes of 3000", c.Key, n)
		}
		if row.Word("quality") == "" || row.Word("device") == "" {
			t.Errorf("%s: %v", c.Key, row.Words)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Cells[1].Measure(stopped, SoFar{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped measurement says %v", err)
	}
}
