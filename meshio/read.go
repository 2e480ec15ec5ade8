package meshio

import (
	"context"
	"fmt"
	"io"
	"os"

	"gwscope/internal/routine"
)

// ChangedError says that a file had another size, or was written to, while it was read: the bytes
// that were read are neither the old content nor the new one.
type ChangedError struct {
	Name        string
	Before, Now int64 // bytes
}

func (e *ChangedError) Error() string {
	if e.Before == e.Now {
		return e.Name + ": was written to while it was read: open it again when it is finished"
	}
	return fmt.Sprintf("%s: changed from %d to %d bytes while it was read: open it again when it is finished", e.Name, e.Before, e.Now)
}

// ReadFile reads a whole file, as os.ReadFile does, and reports with a [ChangedError] that
// somebody changed it meanwhile.
func ReadFile(name string) ([]byte, error) { return ReadFileContext(context.Background(), name) }

// ReadFileContext is ReadFile, but it returns at once when ctx ends, with the error of ctx. A reading
// in the background ends after the next part of the file; where a server or a pipe never sends that
// part, the reading never ends.
func ReadFileContext(ctx context.Context, name string) ([]byte, error) {
	if ctx.Done() == nil { // ctx never ends
		return readSteady(ctx, name, func() {})
	}
	var data []byte
	var err error
	select {
	case broken := <-routine.Start(func() { data, err = readSteady(ctx, name, func() {}) }):
		if broken != nil {
			panic(broken)
		}
		return data, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readSteady calls meanwhile between the two looks at a file.
func readSteady(ctx context.Context, name string, meanwhile func()) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, 0, 512)
	if before.Mode().IsRegular() {
		data = make([]byte, 0, before.Size()+512) // one reading finds the end of the file, too
	}
	if data, err = readInto(ctx, data, f); err != nil {
		return nil, err
	}
	meanwhile()
	now, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if before.Mode().IsRegular() && (now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime())) {
		return nil, &ChangedError{Name: name, Before: before.Size(), Now: now.Size()}
	}
	return data, nil
}

// readAtOnce is how many bytes are read between two looks at the context: some milliseconds
// from a slow disk.
const readAtOnce = 1 << 20

// readInto appends all of r to data.
func readInto(ctx context.Context, data []byte, r io.Reader) ([]byte, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):min(cap(data), len(data)+readAtOnce)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
}
