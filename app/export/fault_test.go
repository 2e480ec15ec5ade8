package export

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gwscope/internal/routine"
)

// draws reports whether pictures can be drawn here.
func draws(t *testing.T) bool {
	s, err := openStudio()
	if err != nil {
		return false
	}
	s.close()
	return true
}

// few makes animations short.
func few() Settings {
	s := DefaultSettings()
	s.Frames, s.AnimationWidth, s.AnimationHeight, s.Width, s.Height = 2, 64, 48, 160, 120
	return s
}

// On a full disk every kind of file says so, and leaves none behind.
func TestEveryKindSaysThatTheDiskIsFull(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no full device here")
	}
	m, s, gl := tiny(1), few(), draws(t)
	for _, k := range Kinds() {
		names := k.Files(m, s)
		if k.Draws() && !gl || len(names) == 0 || strings.HasSuffix(names[0], "/") || strings.HasSuffix(k.Name, "-png") || k.Name == "report" {
			continue // the last two are whole folders, or one with files beside it
		}
		dir := t.TempDir()
		for _, name := range names {
			if err := os.Symlink("/dev/full", filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Write(context.Background(), dir, m, []Kind{k}, s, nil)
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: error %v", k.Name, err)
		}
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > len(names) {
			t.Errorf("%s leaves %v behind (%v)", k.Name, left, err)
		}
	}
}

// A folder that cannot be written to is an error that names it, before anything is made.
func TestAFolderThatCannotBeWrittenToIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := Write(context.Background(), dir, tiny(1), plainKinds(t), few(), nil); err == nil || !strings.Contains(err.Error(), "a file") {
			t.Errorf("%s: error %v", dir, err)
		}
	}
}

// Whenever an export is cancelled, or breaks down, no half file is left, and the next one works.
func TestAnExportThatIsCutShortLeavesWholeFiles(t *testing.T) {
	t.Parallel()
	m, s := tiny(1), few()
	kinds := plainKinds(t)
	if draws(t) {
		more, err := ParseKinds("picture,morph-gif,morph-png")
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, more...)
	}
	for _, at := range []int{1, 6, 15} {
		for _, breaks := range []bool{false, true} {
			dir := t.TempDir()
			ctx, cancel := context.WithCancel(context.Background())
			calls := 0
			var err error
			p := routine.Try(func() {
				_, err = Write(ctx, dir, m, kinds, s, func(Progress) {
					if calls++; calls != at {
						return
					}
					if breaks {
						panic("injected")
					}
					cancel()
				})
			})
			cancel()
			if breaks && calls >= at && (p == nil || p.Cause != "injected") {
				t.Errorf("a panic at report %d came back as %v", at, p)
			}
			if !breaks && err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled at report %d: %v", at, err)
			}
			left, _ := filepath.Glob(filepath.Join(dir, ".*"))
			if len(left) > 0 {
				t.Errorf("cut short at report %d it leaves %v", at, left)
			}
			if _, err := Write(context.Background(), dir, m, plainKinds(t), s, nil); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		}
	}
}
