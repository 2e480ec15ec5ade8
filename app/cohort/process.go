package cohort

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"gwscope/app/version"
	"gwscope/internal/routine"
)

// Pairs are matched in processes of their own: if a process crashes, only its pair fails. The
// messages are lines of JSON: a task, then pairs, and an answer to each. A process ends when its
// input ends, also where the program that started it was killed.

// task is the first message to a process: the parts of a cohort that matches depend on.
type task struct {
	Program string // its version
	Dir     Folder
	Options FileOptions
	Keep    []string
	Threads int
}

// told is the message with a pair.
type told struct {
	Pair
	Wrong string
}

// answer is a message of a process, when it is ready and after each pair. Error is a fault of
// the cohort's folder, not of the pair.
type answer struct{ Error string }

// Serve reads pairs from in until it ends, matches them, and writes an answer to each on out. It
// runs in the processes that [Cohort.Run] starts.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := json.NewDecoder(in)
	say := json.NewEncoder(out)
	var t task
	if err := lines.Decode(&t); err != nil {
		return fmt.Errorf("only gwscope cohort run and gwscope cohort work use this command: %w", err)
	}
	if now := version.String(); t.Program != now {
		return say.Encode(answer{fmt.Sprintf("the program on the disk is %s and no longer %s: run the cohort again", now, t.Program)})
	}
	c := &Cohort{Dir: t.Dir, Options: t.Options, Keep: t.Keep}
	if err := c.understand(); err != nil {
		return say.Encode(answer{err.Error()})
	}
	if err := say.Encode(answer{}); err != nil {
		return err
	}
	// When in ends, the pair in work is given up.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pairs := make(chan told)
	routine.Start(func() {
		defer cancel()
		for {
			var next told
			if lines.Decode(&next) != nil {
				return
			}
			select {
			case pairs <- next:
			case <-ctx.Done():
				return
			}
		}
	})
	w := c.newWorker(t.Threads)
	for {
		select {
		case <-ctx.Done():
			return nil
		case next := <-pairs:
			p := next.Pair
			p.wrong, p.options = next.Wrong, c.optionsOf(p)
			_, err := w.do(ctx, p)
			if ctx.Err() != nil {
				return nil
			}
			said := answer{}
			if err != nil {
				said.Error = err.Error()
			}
			if err := say.Encode(said); err != nil {
				return err
			}
		}
	}
}

// understand reads the options and the list of kinds to keep.
func (c *Cohort) understand() error {
	if _, err := c.readOptions(); err != nil {
		return err
	}
	c.options.Model = c.Dir.modelPath(c.options.Model)
	return c.readKinds()
}

// process is a process that matches pairs, as the program that starts it sees it.
type process struct {
	c       *Cohort
	program []string
	threads int

	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Decoder
	cancel context.CancelFunc
	said   *beginning
}

// unanswered is the longest time for which a process may go on after its input has ended.
const unanswered = 5 * time.Second

// start starts the process and waits until it is ready.
func (p *process) start(ctx context.Context) error {
	ctx, p.cancel = context.WithCancel(ctx)
	p.cmd = exec.CommandContext(ctx, p.program[0], p.program[1:]...)
	apart(p.cmd)
	p.said = &beginning{}
	p.cmd.Stderr = p.said
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	p.cmd.Cancel = func() error { return p.in.Close() }
	p.cmd.WaitDelay = unanswered
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = json.NewDecoder(bufio.NewReader(out))
	if err := p.cmd.Start(); err != nil {
		p.cancel()
		p.cmd = nil
		return fmt.Errorf("a process for pairs cannot be started: %w", err)
	}
	said, err := p.ask(task{Program: version.String(), Dir: p.c.Dir, Options: p.c.Options, Keep: p.c.Keep, Threads: p.threads})
	if err == nil && said.Error != "" {
		err = errors.New(said.Error)
	}
	if err != nil {
		return fmt.Errorf("a process for pairs did not begin: %w", err)
	}
	return nil
}

// ask sends a message and waits for the answer. Its error says how the process ended.
func (p *process) ask(v any) (answer, error) {
	var said answer
	if json.NewEncoder(p.in).Encode(v) == nil && p.out.Decode(&said) == nil {
		return said, nil
	}
	return said, p.stop()
}

// stop ends the process and says how it ended.
func (p *process) stop() error {
	if p.cmd == nil {
		return nil
	}
	p.in.Close()
	late := routine.After(unanswered, func() { p.cmd.Process.Kill() }, func(*routine.Panic) {})
	err := p.cmd.Wait()
	late.Stop()
	p.cancel()
	p.cmd = nil
	if err == nil {
		err = errors.New("it ended without an error")
	}
	if line := p.said.line(); line != "" {
		err = fmt.Errorf("%w, %s", err, line)
	}
	return err
}

// make matches a pair. If the process ends before its answer, the result says so.
func (p *process) make(ctx context.Context, pair Pair) (*Result, error) {
	if p.cmd == nil {
		if err := p.start(ctx); err != nil {
			p.stop()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, err
		}
	}
	said, broken := p.ask(told{pair, pair.wrong})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case broken != nil:
		r := failed(pair, fmt.Sprintf("the process that matched it ended (%v); if the memory was full, run fewer pairs at once (--jobs)", broken))
		return r, p.c.Dir.store(r, nil, nil)
	case said.Error != "":
		return nil, errors.New(said.Error)
	}
	r := p.c.Dir.result(pair.Key)
	if r == nil {
		return nil, fmt.Errorf("%s cannot be read, though it was written a moment ago", p.c.Dir.local(p.c.Dir.resultPath(pair.Key)))
	}
	return r, nil
}

// beginning keeps the first bytes that are written to it.
type beginning struct{ kept bytes.Buffer }

// mostKept is enough for the first line of Go's run time.
const mostKept = 4096

func (b *beginning) Write(data []byte) (int, error) {
	b.kept.Write(data[:min(len(data), mostKept-b.kept.Len())])
	return len(data), nil
}

// line is the first line that is not empty.
func (b *beginning) line() string {
	for line := range strings.Lines(b.kept.String()) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
