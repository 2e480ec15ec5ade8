package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"gwscope/app/session"
)

// Collect solves trials and adds a line for each solve to a file of records. Solves that
// the file has already are left out, so that a collection that was stopped goes on where it
// was. report is told how many trials are done.
func Collect(ctx context.Context, file string, trials []Trial, shared session.Options, report func(done int)) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("the file of records cannot be opened: %w", err)
	}
	defer f.Close()
	before, err := ReadRecords(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	have := map[string]bool{}
	for _, r := range before {
		have[r.Key()] = true
	}
	for k := range trials {
		err := trials[k].Solve(ctx, shared, func(key string) bool { return have[key] }, func(r *Record) error { return appendRecord(f, r) })
		if err != nil {
			return err
		}
		report(k + 1)
	}
	return nil
}

func appendRecord(w io.Writer, r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Key(), err)
	}
	_, err = w.Write(append(line, '\n')) // in one piece, so that a stop leaves whole lines
	return err
}
