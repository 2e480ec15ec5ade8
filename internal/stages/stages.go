package stages

import (
	"context"
	"sync"
	"time"
)

// Stage is a part of a job.
type Stage struct {
	Name string
	// Wall is the time from beginning to end, added up over all times that the stage was begun.
	Wall time.Duration
	// Processor is the processor time that the process used meanwhile. It is not known of a stage that
	// ran Beside another stage.
	Processor time.Duration
	Beside    bool
	// Times is how often the stage was begun.
	Times int
	Parts []*Stage

	rec     *Recorder
	running int           // of its parts
	open    int           // times that it was begun and has not ended
	began   time.Time     // the last time
	used    time.Duration // processor time at that moment
}

// Recorder keeps the stages of a job.
type Recorder struct {
	mu        sync.Mutex
	root      Stage
	now       func() time.Time
	processor func() time.Duration
}

type key struct{}

// Record begins a job. Stages under its context are recorded.
func Record(ctx context.Context, name string) context.Context {
	return record(ctx, name, time.Now, func() time.Duration { return time.Duration(ProcessorSeconds() * float64(time.Second)) })
}

func record(ctx context.Context, name string, now func() time.Time, processor func() time.Duration) context.Context {
	r := &Recorder{now: now, processor: processor}
	r.root = Stage{Name: name, Times: 1, rec: r, open: 1, began: now(), used: processor()}
	return context.WithValue(ctx, key{}, &r.root)
}

// Of returns the stages so far of the job that a context belongs to; nil where nothing is recorded.
// Stages that have not ended count until now.
func Of(ctx context.Context) *Stage {
	s, ok := ctx.Value(key{}).(*Stage)
	if !ok {
		return nil
	}
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	return s.rec.root.copied()
}

func (s *Stage) copied() *Stage {
	c := &Stage{Name: s.Name, Wall: s.Wall, Processor: s.Processor, Beside: s.Beside, Times: s.Times}
	if s.open > 0 {
		c.Wall += s.rec.now().Sub(s.began)
		c.Processor += s.rec.processor() - s.used
	}
	for _, p := range s.Parts {
		c.Parts = append(c.Parts, p.copied())
	}
	return c
}

// Begin begins a stage within the stage of the context. Stages under the new context are its parts.
// Stages of one name within the same stage are one stage.
func Begin(ctx context.Context, name string) (context.Context, func()) {
	within, ok := ctx.Value(key{}).(*Stage)
	if !ok {
		return ctx, func() {}
	}
	r := within.rec
	r.mu.Lock()
	defer r.mu.Unlock()
	var s *Stage
	for _, p := range within.Parts {
		if p.Name == name {
			s = p
		}
		p.Beside = p.Beside || p.open > 0
	}
	if s == nil {
		s = &Stage{Name: name, rec: r}
		within.Parts = append(within.Parts, s)
	}
	s.Beside = s.Beside || within.running > 0
	s.Times++
	within.running++
	s.open++
	began, used := r.now(), r.processor()
	s.began, s.used = began, used
	return context.WithValue(ctx, key{}, s), sync.OnceFunc(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		s.Wall += r.now().Sub(began)
		s.Processor += r.processor() - used
		s.open--
		within.running--
	})
}
