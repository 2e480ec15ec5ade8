package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"gwscope/meshio"
)

// NewerError refuses a file that a newer program wrote.
type NewerError struct {
	Version int
	Program string
}

func (e *NewerError) Error() string {
	by := "a newer GWScope"
	if e.Program != "" {
		by = e.Program
	}
	return fmt.Sprintf("it was written by %s as version %d of the session format, and this program reads versions up to %d: open it with a newer GWScope", by, e.Version, FileVersion)
}

// Open reads a session file. Errors name the file and say what is wrong with it.
func Open(path string, schema Schema) (*Document, error) {
	return OpenContext(context.Background(), path, schema)
}

// OpenContext is Open with a context: reading stops at once when it ends, with its error.
func OpenContext(ctx context.Context, path string, schema Schema) (*Document, error) {
	data, err := meshio.ReadFileContext(ctx, path)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var changed *meshio.ChangedError
		if errors.As(err, &changed) {
			return nil, err
		}
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, fmt.Errorf("%s: cannot be read: %w", path, err)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d, err := Decode(data, filepath.Dir(absolute), schema)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// leastObject is fewer bytes than any object of a session has, on average.
const leastObject = 8

// Decode reads a document that Encode wrote, of this version or an older one, for a file that lies
// in dir. Options that the file lacks have their defaults, as do those that schema refuses.
func Decode(data []byte, dir string, schema Schema) (*Document, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the file is empty")
	}
	// Each object takes some hundred bytes of memory, and those of a session are not short.
	if bytes.Count(data, []byte("{")) > 1000+len(data)/leastObject {
		return nil, errors.New("the file is damaged: it holds hardly anything but empty objects")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, explain(err, data)
	}
	var head struct{ Format, Program string }
	var version int
	// These members are read alone, because other members of a newer file may have other types.
	json.Unmarshal(members["format"], &head.Format)
	json.Unmarshal(members["program"], &head.Program)
	if head.Format != formatName {
		return nil, errors.New("it is no GWScope session: nothing in it says so")
	}
	if err := json.Unmarshal(members["version"], &version); err != nil || version < 1 {
		return nil, fmt.Errorf("the version of the session format is missing or odd (%s)", bytes.TrimSpace(members["version"]))
	}
	if version > FileVersion {
		return nil, &NewerError{Version: version, Program: head.Program}
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, explain(err, data)
	}
	return f.document(members, dir, schema)
}

// document makes a document from a file's form.
func (f *file) document(members map[string]json.RawMessage, dir string, schema Schema) (*Document, error) {
	d := NewDocument()
	d.A, d.B, d.View, d.Layout, d.Units, d.Notes, d.Origin = f.A.find(dir), f.B.find(dir), f.View, f.Layout, f.Units, f.Notes, f.Origin
	d.Program, d.Saved, d.Cohort = f.Program, f.Saved, f.Cohort.find(dir)
	var err error
	if d.Options, d.otherOptions, d.Warnings, err = decodeOptions(f.Options, schema); err != nil {
		return nil, err
	}
	if f.Marks != nil {
		d.Marks = *f.Marks
	}
	copy(d.Cameras[:], f.Cameras)
	d.Export = f.Export
	if f.Play != nil {
		d.Play = *f.Play
	}
	if f.Result != nil {
		r := f.Result.Result
		if r.Options, _, _, err = decodeOptions(f.Result.Options, schema); err != nil {
			return nil, fmt.Errorf("the result: %w", err)
		}
		if len(f.Result.Training) > 0 {
			t := &Training{}
			if err := json.Unmarshal(f.Result.Training, t); err != nil {
				d.Warnings = append(d.Warnings, "there is nothing to replay of the training: "+err.Error())
			} else if len(t.Snapshots) > 0 {
				r.Training = t
			}
		}
		d.Result = &r
	}
	for name, value := range members {
		if !slices.Contains(fileMembers, name) {
			if d.others == nil {
				d.others = map[string]json.RawMessage{}
			}
			d.others[name] = value
		}
	}
	return d, nil
}

// fileMembers are the names of the members of file.
var fileMembers = func() (names []string) {
	t := reflect.TypeFor[file]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}()

// explain says for people what is wrong with a file of JSON.
func explain(err error, data []byte) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(data), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the file is cut off after %d bytes", len(data))
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: the file is damaged (%w)", lineAt(data, syntax.Offset), err)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("line %d: %q is a %s, and should be something else: the file is damaged", lineAt(data, kind.Offset), kind.Field, kind.Value)
	case errors.As(err, &kind):
		return errors.New("it is no GWScope session: nothing in it says so")
	}
	return fmt.Errorf("the file is damaged: %w", err)
}

// lineAt counts lines up to a byte.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(int(offset), 0), len(data))], []byte("\n"))
}

// Is reports whether a file is a session, by its extension or, for JSON, by its content.
func Is(path string) bool {
	if strings.EqualFold(filepath.Ext(path), Extension) {
		return true
	}
	if !strings.EqualFold(filepath.Ext(path), ".json") {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 4096) // Encode writes the format near the beginning
	n, _ := io.ReadFull(f, start)
	return bytes.Contains(start[:n], []byte(formatName))
}
