//go:build unix

package meshio

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gwscope/internal/await"
	"gwscope/internal/routine"
)

// A person can stop waiting for a file that does not come.
func TestReadingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "slow.obj")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err) // a file system without pipes
	}
	ctx, stop := context.WithCancel(t.Context())
	read := make(chan error, 1)
	routine.Start(func() {
		_, err := LoadContext(ctx, path, LoadOptions{})
		read <- err
	})
	// Opening waits for a writer; then a part of the file comes, and no more.
	w, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() // ends the reading that was left behind
	if _, err := w.WriteString("v 0 0 0\n"); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := await.From(t, "the end of reading", read); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

// A file that is read in many parts is whole.
func TestReadingInPartsIsWhole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "large")
	want := make([]byte, 3*readAtOnce+7)
	for i := range want {
		want[i] = byte(i ^ i>>9)
	}
	if err := os.WriteFile(path, want, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if got, err := ReadFileContext(ctx, path); err != nil || string(got) != string(want) {
		t.Errorf("%d bytes of %d, %v", len(got), len(want), err)
	}
	stop()
	if _, err := ReadFileContext(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}
