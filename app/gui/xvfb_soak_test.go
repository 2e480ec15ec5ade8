package gui

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gwscope/internal/await"
	"gwscope/meshio"
	"gwscope/meshio/meshtest"
)

// The length of a soak, how long the window may take to answer, and the seed of the hands.
// The usual test is short and bears with a machine that others use, too.
const (
	soakForEnv  = "GWSCOPE_SOAK"
	soakHangEnv = "GWSCOPE_SOAK_HANG"
	soakSeedEnv = "GWSCOPE_SOAK_SEED"
)

// Limits of the window's memory during a soak, and when it is empty again.
const (
	soakHeap  = 1 << 30
	emptyHeap = 120 << 20
)

// setting reads a length of time from the environment.
func setting(t *testing.T, name string, usual time.Duration) time.Duration {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// threadTimes are how long a thread ran, and how long it waited for a processor, in nanoseconds.
type threadTimes struct{ ran, waited float64 }

// processorTimes are those of the threads of a process, by their files in /proc, where the system tells them
// (Linux).
func processorTimes(pid int) map[string]threadTimes {
	out := map[string]threadTimes{}
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, name := range files {
		var t threadTimes
		if text, err := os.ReadFile(name); err == nil { // else the thread has ended
			if _, err := fmt.Sscan(string(text), &t.ran, &t.waited); err == nil {
				out[name] = t
			}
		}
	}
	return out
}

// crowd is how many times slower a process was between two times than on a machine of its own.
func crowd(before, after map[string]threadTimes) float64 {
	var ran, waited float64
	for name, t := range after {
		ran, waited = ran+t.ran-before[name].ran, waited+t.waited-before[name].waited
	}
	if ran > 0 && waited > 0 {
		return 1 + waited/ran
	}
	return 1
}

// awkwardFiles are files of all kinds: odd meshes, damaged ones, and the collection of files that real
// loaders stumbled over, where there is one.
func awkwardFiles(t *testing.T, rng *rand.Rand) (out []string) {
	t.Helper()
	dir := t.TempDir()
	for k, m := range meshtest.All() {
		path := filepath.Join(dir, fmt.Sprintf("%d.%s", k, []string{"obj", "ply", "off", "stl", "glb"}[k%5]))
		if meshio.Save(path, m) != nil {
			continue // the format has no place for it
		}
		out = append(out, path)
		data, err := os.ReadFile(path)
		if err != nil || len(data) < 8 {
			continue
		}
		for range 1 + len(data)/200 {
			data[rng.IntN(len(data))] = byte(rng.IntN(256))
		}
		damaged := filepath.Join(dir, "damaged "+filepath.Base(path))
		if err := os.WriteFile(damaged, data[:len(data)/2+rng.IntN(len(data)/2)], 0o600); err == nil {
			out = append(out, damaged)
		}
	}
	folder := os.Getenv("GWSCOPE_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if absolute, err := filepath.Abs(path); err == nil {
				out = append(out, absolute)
			}
		}
		return nil
	})
	return out
}

// soakKeys are pressed at random: all keys of the table as xdotool calls them, but for the end of the
// window, and more of the keys that close overlays.
func soakKeys() []string {
	names := map[string]string{"[": "bracketleft", "]": "bracketright", ",": "comma", "Space": "space", "Esc": "Escape", "Del": "Delete", "Backspace": "BackSpace", "←": "Left", "→": "Right"}
	out := strings.Fields("Tab Return Escape Escape")
	for _, c := range table {
		for key := range strings.FieldsSeq(c.keys) {
			at := strings.LastIndex(key, "+") + 1
			name := cmp.Or(names[key[at:]], key[at:])
			if len(name) == 1 {
				name = strings.ToLower(name)
			}
			if c.id != "quit" {
				out = append(out, strings.ToLower(key[:at])+name)
			}
		}
	}
	return out
}

// Random hands on the real window, and files of all kinds: nothing crashes, nothing hangs, and
// memory stays bounded and is given back.
func TestWindowBearsRandomHands(t *testing.T) {
	t.Parallel()
	length, hang := setting(t, soakForEnv, 8*time.Second), setting(t, soakHangEnv, 2*time.Minute)
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv(soakSeedEnv); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%s=%d", soakSeedEnv, seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	files, keys := awkwardFiles(t, rng), soakKeys()
	s := openScreen(t, 1280, 800, "sample:horse/1,sample:horse/3", soakEnv+"=1", driveSaveEnv+"=2")
	var done []string
	did := func(format string, args ...any) {
		if done = append(done, fmt.Sprintf(format, args...)); len(done) > 40 {
			done = done[1:]
		}
	}
	defer func() {
		if t.Failed() {
			t.Logf("the last actions:\n%s", strings.Join(done, "\n"))
		}
	}()
	ask := func(question string) string {
		asked, before := time.Now(), processorTimes(s.app.Process.Pid)
		reply := s.answer(question)
		if took := time.Since(asked).Seconds(); took > hang.Seconds() {
			slower := crowd(before, processorTimes(s.app.Process.Pid))
			t.Logf("%q: no answer for %.1f s; other programs made the window %.1f times slower", question, took, slower)
			if took > hang.Seconds()*slower {
				s.shot("hang")
				t.Errorf("the window did not answer for %.1f s", took)
			}
		}
		return reply
	}
	actions, most := 0, 0
	at := func() (x, y int) { return rng.IntN(s.size.X), rng.IntN(s.size.Y) }
	for end := time.Now().Add(length); time.Now().Before(end) && !t.Failed(); actions++ {
		switch pick := rng.IntN(20); {
		case pick < 10:
			did("%s", ask(fmt.Sprint("act ", rng.Uint64())))
		case pick < 14:
			key := keys[rng.IntN(len(keys))]
			did("key %s", key)
			s.do("key", key)
		case pick < 16:
			x, y := at()
			button := 1 + rng.IntN(5) // also the wheel
			did("click %d at %d, %d", button, x, y)
			s.do("mousemove", x, y, "click", button)
		case pick < 18:
			x, y := at()
			to, too := at()
			did("drag from %d, %d to %d, %d", x, y, to, too)
			s.drag(1+rng.IntN(3), x, y, to, too)
		default:
			file := files[rng.IntN(len(files))]
			did("put %s", file)
			ask("put " + []string{"A", "B"}[rng.IntN(2)] + " " + file)
		}
		if ask("mistakes") != "false" {
			s.shot("mistake")
			t.Errorf("a mistake of ours:\n%s", s.log)
		}
		if actions%20 == 0 {
			heap, _ := strconv.Atoi(ask("heap"))
			if most = max(most, heap); heap > soakHeap {
				t.Errorf("%d MB are in use", heap>>20)
			}
		}
	}
	for range 6 { // out of any overlay
		ask("act 1")
		s.do("key", "Escape")
	}
	ask("new")
	var heap int
	defer func() {
		t.Logf("%d actions; at most %d MB in use, %d MB when empty again", actions, most>>20, heap>>20)
	}()
	await.Until(t, "an empty heap", func() bool {
		heap, _ = strconv.Atoi(ask("heap"))
		return heap < emptyHeap
	})
}
