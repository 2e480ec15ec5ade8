package stages

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// clock is a time that the test moves.
type clock struct{ wall, used time.Duration }

func (c *clock) run(wall, used float64) {
	c.wall += time.Duration(wall * float64(time.Second))
	c.used += time.Duration(used * float64(time.Second))
}

func (c *clock) record() context.Context {
	return record(context.Background(), "match", func() time.Time { return time.Unix(0, int64(c.wall)) }, func() time.Duration { return c.used })
}

// Stages lie within each other, and their times add up to those around them.
func TestStagesAddUp(t *testing.T) {
	t.Parallel()
	c := &clock{}
	ctx := c.record()
	for range 2 {
		in, end := Begin(ctx, "solve")
		_, endPolish := Begin(in, "polish")
		c.run(0.5, 1)
		endPolish()
		endPolish() // once is enough
		c.run(0.25, 0.25)
		end()
	}
	_, end := Begin(ctx, "write")
	c.run(0.5, 0.5)
	if s := Of(ctx).Parts[1]; s.Wall != time.Second/2 || s.Processor != time.Second/2 {
		t.Errorf("a stage that has not ended: %+v", s)
	}
	end()
	s := Of(ctx)
	if s.Wall != 2*time.Second || s.Processor != 3*time.Second || len(s.Parts) != 2 {
		t.Fatalf("%+v", s)
	}
	solve := s.Parts[0]
	if solve.Wall != 1500*time.Millisecond || solve.Processor != 2500*time.Millisecond || solve.Times != 2 || solve.Parts[0].Wall != time.Second || solve.Beside {
		t.Errorf("solve %+v, polish %+v", solve, solve.Parts[0])
	}
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `stage                share    wall s  processor s
match              100.0 %      2.00         3.00  ████████████████████████
  solve (2 times)   75.0 %      1.50         2.50  ██████████████████
    polish (2 times)   50.0 %      1.00         2.00  ████████████
    other           25.0 %      0.50                           ██████
  write             25.0 %      0.50         0.50                    ██████
`
	if got := strings.Join(strings.Fields(b.String()), " "); got != strings.Join(strings.Fields(want), " ") {
		t.Errorf("the table is\n%s", b.String())
	}
	width := -1 // columns stand below each other
	for line := range strings.Lines(b.String()) {
		at := strings.Index(strings.ReplaceAll(line, "share", "    %"), "%")
		if width < 0 {
			width = at
		}
		if at != width {
			t.Errorf("%q: the share ends at %d, not %d", line, at, width)
		}
	}
}

// The processor time of stages side by side is not known; that of the stage around them is.
func TestStagesBesideEachOther(t *testing.T) {
	t.Parallel()
	c := &clock{}
	ctx := c.record()
	in, end := Begin(ctx, "space")
	_, endA := Begin(in, "A")
	c.run(1, 1)
	_, endB := Begin(in, "B")
	c.run(1, 2)
	endA()
	endB()
	end()
	s := Of(ctx).Parts[0]
	if s.Beside || s.Processor != 3*time.Second || !s.Parts[0].Beside || !s.Parts[1].Beside || s.Parts[0].Wall != 2*time.Second || s.Parts[1].Wall != time.Second {
		t.Errorf("%+v: %+v, %+v", s, s.Parts[0], s.Parts[1])
	}
	data, err := json.Marshal(s)
	if err != nil || string(data) != `{"name":"space","wall_s":2,"processor_s":3,"times":1,"parts":[{"name":"A","wall_s":2,"processor_s":null,"times":1},{"name":"B","wall_s":1,"processor_s":null,"times":1}]}` {
		t.Errorf("%s, %v", data, err)
	}
}

func TestNothingIsRecordedWhereNobodyAsks(t *testing.T) {
	t.Parallel()
	ctx, end := Begin(context.Background(), "solve")
	end()
	if ctx != context.Background() || Of(ctx) != nil {
		t.Error("a stage without a job")
	}
	job := Record(context.Background(), "job")
	spin := 0.0
	for k := range 50_000_000 {
		spin += float64(k)
	}
	if s := Of(job); !(s.Processor > 0) || !(s.Wall > 0) || spin == 0 {
		t.Errorf("%v of the processor in %v", s.Processor, s.Wall)
	}
}
