package gui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/meshio"
)

func TestAdviceFollowsWhatAnErrorIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	invalid := filepath.Join(dir, "a.obj")
	if err := os.WriteFile(invalid, []byte("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, "a.gwscope")
	if err := os.WriteFile(newer, []byte(`{"format":"gwscope session","version":999,"program":"GWScope 9"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	load := func(ref string) error {
		_, err := pipeline.NewEngine().Load(context.Background(), ref, session.Defaults())
		return err
	}
	open := func(path string) error {
		_, err := session.Open(path, option.Schema)
		return err
	}
	at := func(err error) error {
		return fmt.Errorf("x: cannot be written: %w", &fs.PathError{Op: "write", Path: "x", Err: err})
	}
	full := at(syscall.ENOSPC)
	if _, err := os.Stat("/dev/full"); err == nil {
		full = session.Save("/dev/full", &session.Document{})
	}
	for name, c := range map[string]struct {
		err  error
		says string
	}{
		"coordinates that are not numbers": {load(invalid), "Drop invalid vertices"},
		"missing file":                     {load(filepath.Join(dir, "none.obj")), "Check the name"},
		"missing session":                  {open(filepath.Join(dir, "none.gwscope")), "Check the name"},
		"session of a newer program":       {open(newer), "not the other way round"},
		"full disk":                        {full, "disk is full"},
		"quota":                            {at(syscall.EDQUOT), "disk is full"},
		"read-only drive":                  {at(syscall.EROFS), "can only be read"},
		"folder of somebody else":          {at(syscall.EACCES), "may not read or write"},
		"drive that went":                  {at(syscall.ESTALE), "does not answer"},
		"drive that fails":                 {at(syscall.EIO), "does not answer"},
		"file that changes":                {fmt.Errorf("shape A: %w", &meshio.ChangedError{Name: "x", Before: 9, Now: 3}), "Another program writes"},
		"mistake of ours":                  {fmt.Errorf("shape A: %w", routine.Of("no such row")), "mistake of the program"},
		"words that mean nothing":          {errors.New("no space left in a finite room"), "Nothing was lost"},
	} {
		if c.err == nil {
			t.Errorf("%s: no error", name)
		} else if got := advice(c.err); !strings.Contains(got, c.says) {
			t.Errorf("%s: %v: the advice is %q", name, c.err, got)
		}
	}
}

func TestTheFileDialogOffersAllThatIsRead(t *testing.T) {
	t.Parallel()
	offered := meshExtensions()
	for _, f := range meshio.Formats() {
		for _, e := range f.Extensions {
			if !slices.Contains(offered, e) {
				t.Errorf("%s is read and not offered", e)
			}
		}
	}
	for _, e := range []string{".csv", ".asc", ".coff"} {
		if !slices.Contains(offered, e) {
			t.Errorf("%s is not offered", e)
		}
	}
}
