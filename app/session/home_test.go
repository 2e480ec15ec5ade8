package session

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gwscope/internal/child"
)

// windowEnv makes this test binary a window that saves against a crash and waits.
const windowEnv = "GWSCOPE_TEST_RECOVERY"

func TestMain(m *testing.M) {
	if state := os.Getenv(windowEnv); state != "" {
		r, err := Home{State: state}.NewRecovery()
		if err != nil {
			panic(err)
		}
		d := NewDocument()
		d.Notes, d.Origin = "of the other window", "/data/pair.gwscope"
		if err := r.Save(d); err != nil {
			panic(err)
		}
		fmt.Println("saved")
		bufio.NewReader(os.Stdin).ReadString('\n')
		r.Clear()
		r.Close()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func testHome(t *testing.T) Home {
	dir := t.TempDir()
	return Home{Config: filepath.Join(dir, "config"), State: filepath.Join(dir, "state")}
}

// otherWindow starts one in a process of its own and waits until it has saved.
func otherWindow(t *testing.T, h Home) (end func(kill bool)) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), windowEnv+"="+h.State)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(cmd, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "saved\n" {
		t.Fatalf("the window says %q, %v", line, err)
	}
	return func(kill bool) {
		if kill {
			cmd.Process.Kill()
		} else {
			fmt.Fprintln(in)
		}
		cmd.Wait()
	}
}

// The unsaved work of a window is found after the window was killed, not while it runs, and not
// after it was closed.
func TestWhatAKilledWindowHadIsFound(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	closed, killed := otherWindow(t, h), otherWindow(t, h)
	if lost := h.Lost(); len(lost) != 0 {
		t.Errorf("while both windows run, %v counts as lost", lost)
	}
	closed(false)
	if lost := h.Lost(); len(lost) != 0 {
		t.Errorf("after a window was closed, %v counts as lost", lost)
	}
	killed(true)
	lost := h.Lost()
	if len(lost) != 1 || time.Since(lost[0].When) > time.Hour {
		t.Fatalf("after a window was killed, %v is found", lost)
	}
	d, err := Open(lost[0].Path, someSchema)
	if err != nil || d.Notes != "of the other window" || d.Origin != "/data/pair.gwscope" {
		t.Errorf("it is %+v, %v", d, err)
	}
	lost[0].Discard()
	if left, _ := os.ReadDir(h.recoveryDir()); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
}

// A window that was killed with nothing to lose leaves nothing for ever.
func TestLocksOfDeadWindowsGo(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	running := otherWindow(t, h) // which has a document
	dead := filepath.Join(h.recoveryDir(), "dead.lock")
	touch(t, dead)
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(dead, long, long); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(h.recoveryDir(), "fresh.lock")
	touch(t, fresh)
	h.Lost()
	if _, err := os.Stat(dead); err == nil {
		t.Error("the lock of a window that was killed is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("the lock of a window that is about to start is gone")
	}
	if locks, _ := filepath.Glob(filepath.Join(h.recoveryDir(), "*.lock")); len(locks) != 2 {
		t.Errorf("%v are left", locks)
	}
	running(false)
}

func TestOldLossesAreForgotten(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	for name, age := range map[string]time.Duration{"young": time.Hour, "middle": 48 * time.Hour, "old": 31 * 24 * time.Hour} {
		path := filepath.Join(h.recoveryDir(), name+Extension)
		touch(t, path)
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, l := range h.Lost() {
		names = append(names, filepath.Base(l.Path))
	}
	if want := []string{"young.gwscope", "middle.gwscope"}; !slices.Equal(names, want) {
		t.Errorf("found %v, want %v", names, want)
	}
}

func TestRecentFilesTheNewestFirst(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	at := func(name string) string { // as the list keeps it, on Windows with a drive
		path, err := filepath.Abs("/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	if r := h.Recent(); r.Sessions != nil || r.Shapes != nil {
		t.Errorf("at first there is %+v", r)
	}
	for i := range mostRecent + 3 {
		if err := h.Remember([]string{at(fmt.Sprintf("s%d.gwscope", i))}, []string{at("a.obj"), "sample:horse/1", "", at(fmt.Sprintf("b%d.obj", i))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Remember([]string{at("s4.gwscope")}, nil); err != nil {
		t.Fatal(err)
	}
	r := h.Recent()
	if len(r.Sessions) != mostRecent || len(r.Shapes) != mostRecent || r.Sessions[0] != at("s4.gwscope") || slices.Index(r.Sessions[1:], at("s4.gwscope")) >= 0 {
		t.Errorf("sessions %v", r.Sessions)
	}
	if want := []string{at(fmt.Sprintf("b%d.obj", mostRecent+2)), at("a.obj")}; !slices.Equal(r.Shapes[:2], want) {
		t.Errorf("shapes %v", r.Shapes)
	}
	if err := os.WriteFile(h.recentPath(), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := h.Recent(); len(r.Sessions) != 0 {
		t.Errorf("a damaged list gives %+v", r)
	}
}

func TestPreferencesSurviveAndTolerate(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	if p, err := h.Preferences(someSchema); err != nil || p != NewPreferences() {
		t.Errorf("at first they are %+v, %v", p, err)
	}
	p := NewPreferences()
	set(reflect.ValueOf(&p).Elem())
	p.Appearance, p.UpAxis, p.AskOnClose, p.Options = "dark", "z", false, Defaults()
	p.Options.Samples, p.Options.DropInvalid = 250, true
	if err := h.SavePreferences(p); err != nil {
		t.Fatal(err)
	}
	if back, err := h.Preferences(someSchema); err != nil || back != p {
		t.Errorf("saved %+v, read %+v, %v", p, back, err)
	}
	text, _ := os.ReadFile(h.preferencesPath())
	if strings.Contains(string(text), "metric") {
		t.Errorf("a default was written:\n%s", text)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(h.preferencesPath(), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"appearance": "pink", "up_axis": 3, "autosave_seconds": -5, "ask_on_close": "no", "options": {"samples": 0, "effort": "fast"}, "smell": 1}`)
	want := NewPreferences()
	want.Options.Effort = "fast"
	if back, err := h.Preferences(someSchema); err != nil || back != want {
		t.Errorf("odd ones give %+v, %v", back, err)
	}
	write(`{"appearance": "dark"`)
	if back, err := h.Preferences(someSchema); err == nil || !strings.Contains(err.Error(), "cut off") || back != NewPreferences() {
		t.Errorf("damaged ones give %+v, %v", back, err)
	}
}

// set gives every plain field a value of its own.
func set(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x" + v.Type().Field(i).Name)
		case reflect.Int:
			f.SetInt(int64(100 + i))
		}
	}
}

func TestHomeFollowsTheCustoms(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other customs")
	}
	t.Setenv("XDG_CONFIG_HOME", "/c")
	t.Setenv("XDG_STATE_HOME", "/s")
	t.Setenv("HOME", "/h")
	if h, err := UserHome(); err != nil || h != (Home{"/c/gwscope", "/s/gwscope"}) {
		t.Errorf("%+v, %v", h, err)
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	if h, err := UserHome(); err != nil || h != (Home{"/h/.config/gwscope", "/h/.local/state/gwscope"}) {
		t.Errorf("%+v, %v", h, err)
	}
}

// The axis that points up is remembered for each file, and only the last choice.
func TestUprightIsRememberedByFile(t *testing.T) {
	t.Parallel()
	h := Home{Config: t.TempDir(), State: t.TempDir()}
	if got := h.Upright("horse.stl"); got != "" {
		t.Errorf("of a new file it is %q", got)
	}
	for _, axis := range []string{"z", "y", "z"} {
		if err := h.KeepUpright("horse.stl", axis); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.KeepUpright(samplePrefix+"cat/1", "y"); err != nil {
		t.Fatal(err)
	}
	if a, b := h.Upright("horse.stl"), h.Upright(samplePrefix+"cat/1"); a != "z" || b != "y" {
		t.Errorf("it remembers %q and %q", a, b)
	}
	for i := range mostUpright {
		if err := h.KeepUpright(fmt.Sprint(i, ".ply"), "z"); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.Upright("horse.stl"); got != "" {
		t.Errorf("of a file that was seen long ago it is %q", got)
	}
}
