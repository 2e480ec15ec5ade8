package cohort

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"gwscope/internal/routine"
)

var nan = math.NaN()

// Settings say which pairs are made, and how. The zero value makes all pairs.
type Settings struct {
	// Shard is the part of the work; the zero value is all of it.
	Shard Shard
	// Jobs is the number of pairs at once; 0: as many as there are processors.
	Jobs int
	// Threads is the number of threads of each pair; 0: the processors divided by the jobs. It
	// changes no result.
	Threads int
	// Program is the command line of a program that calls [Serve], such as gwscope cohort serve.
	// Each job is then a process of its own; if it crashes, only its pair fails. nil makes all
	// pairs in this process.
	Program []string
	// Progress, if set, is called after each pair, by one goroutine at a time.
	Progress func(Progress)
}

// Progress is the state of running work.
type Progress struct {
	// Done of All pairs of the shard have a result; Failed of these have one that says why there
	// is no match, and Found of these were there before.
	Done, Failed, Found, All int
	// Pair is the last pair, with its Result and time; nil at the beginning.
	Pair   *Pair
	Result *Result
	Took   time.Duration
	// Left is an estimate, 0 while nothing is known.
	Left time.Duration
}

// Run makes the pairs of a shard that have no result yet, and again those whose result is an
// error. When ctx ends, the pairs in work are given up, and its error is returned; finished
// results stay. Other errors are of the folder, such as a full disk.
func (c *Cohort) Run(ctx context.Context, w *Work, s Settings) (Progress, error) {
	if s.Shard == (Shard{}) {
		s.Shard = Whole
	}
	if err := s.Shard.Check(); err != nil {
		return Progress{}, err
	}
	r := &run{c: c, s: s, begin: time.Now()}
	for {
		from := r.at.All
		if err := r.through(ctx, w.Of(s.Shard)[from:]); err != nil || !w.More {
			return r.at, err
		}
		if c.follow(w); w.More {
			return r.at, nil
		}
	}
}

// through makes pairs, several at once.
func (r *run) through(ctx context.Context, pairs []Pair) error {
	c, s := r.c, r.s
	processors := routine.Processors
	if s.Jobs <= 0 {
		s.Jobs = processors
	}
	s.Jobs = max(1, min(s.Jobs, len(pairs)))
	if s.Threads <= 0 {
		s.Threads = max(1, processors/s.Jobs)
	}
	r.at.All += len(pairs)
	r.at.Pair, r.at.Result = nil, nil
	for _, p := range pairs {
		if old := c.Dir.result(p.Key); old != nil && old.Error == "" {
			r.at.Done++
			r.at.Found++
		} else {
			r.todo = append(r.todo, p)
		}
	}
	if s.Progress != nil {
		s.Progress(r.at)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	here := c.newWorker(s.Threads)
	var wg routine.Group
	for range min(s.Jobs, len(r.todo)) {
		wg.Go(func() {
			match := here.do
			if len(s.Program) > 0 {
				p := &process{c: c, program: s.Program, threads: s.Threads}
				defer p.stop()
				match = p.make
			}
			for {
				p, ok := r.next()
				if !ok || ctx.Err() != nil {
					return
				}
				if err := r.make(ctx, match, p); err != nil {
					cancel(err) // the folder cannot be written; the other jobs cannot write it either
					return
				}
			}
		})
	}
	wg.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		err = context.Canceled
	}
	return err
}

// run is work in progress.
type run struct {
	c     *Cohort
	s     Settings
	begin time.Time

	mu   sync.Mutex
	todo []Pair
	at   Progress
	made int
}

func (r *run) next() (Pair, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.todo) == 0 {
		return Pair{}, false
	}
	p := r.todo[0]
	r.todo = r.todo[1:]
	return p, true
}

// make makes one pair, unless another process has made it by now.
func (r *run) make(ctx context.Context, match func(context.Context, Pair) (*Result, error), p Pair) error {
	begin := time.Now()
	result := r.c.Dir.result(p.Key)
	found := result != nil && result.Error == ""
	if !found {
		var err error
		if result, err = match(ctx, p); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at.Done++
	if result.Error != "" {
		r.at.Failed++
	}
	if found {
		r.at.Found++
	} else {
		r.made++
	}
	r.at.Pair, r.at.Result, r.at.Took, r.at.Left = &p, result, time.Since(begin), 0
	if r.made > 0 {
		each := time.Since(r.begin) / time.Duration(r.made)
		r.at.Left = each * time.Duration(r.at.All-r.at.Done)
	}
	if r.s.Progress != nil {
		r.s.Progress(r.at)
	}
	return nil
}
