package gui

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/routine"
)

// soakEnv is set in a window that random hands are let loose on: it works in its home folder, where it may
// write anything.
const soakEnv = "GWSCOPE_TEST_SOAK"

// enterSoak goes to the home folder, and watches the main thread: where it does not answer for a while, all
// stacks are written.
func enterSoak() error {
	if os.Getenv(soakEnv) == "" {
		return nil
	}
	routine.Start(func() {
		for range time.Tick(50 * time.Millisecond) {
			late := time.AfterFunc(1500*time.Millisecond, func() {
				stacks := make([]byte, 1<<20)
				fmt.Fprintf(os.Stderr, "the main thread does not answer:\n%s\n", stacks[:runtime.Stack(stacks, true)])
			})
			fyne.DoAndWait(func() {})
			late.Stop()
		}
	})
	return os.Chdir(os.Getenv("HOME"))
}

// unquittable is an application that random hands cannot end.
type unquittable struct{ fyne.App }

func (unquittable) Quit() { mainloop.Closing.Store(false) }

// soakAnswer answers questions of random hands.
func (d *desk) soakAnswer(word, rest string) (string, bool) {
	seed, _ := strconv.ParseUint(rest, 10, 64)
	switch word {
	case "act": // act 17: some enabled action
		return d.actAtRandom(rand.New(rand.NewPCG(seed, 7))), true
	case "heap": // bytes in use
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return strconv.FormatUint(m.HeapAlloc, 10), true
	case "mistakes": // of ours, told so far
		return strconv.FormatBool(d.tasks.mistake != nil), true
	case "ping":
		return "ok", true
	}
	return "", false
}

// actAtRandom does one of all commands of the table, or changes an option, where no menu or sheet is in the
// way; otherwise it presses a button of the sheet or closes it. It returns its action in words.
func (d *desk) actAtRandom(rng *rand.Rand) string {
	if top := d.win.Canvas().Overlays().Top(); top != nil {
		switch top := top.(type) {
		case *widget.PopMenu:
			top.Choose(rng.IntN(max(len(top.Entries), 1)))
			return "an entry of the menu"
		case *widget.Sheet:
			top.Close()
			return "closed the sheet"
		}
		d.win.Canvas().Overlays().Remove(top)
		return fmt.Sprintf("closed %T", top)
	}
	if rng.IntN(4) == 0 {
		opt := &option.Table[rng.IntN(len(option.Table))]
		value := []string{"true", "false"}[rng.IntN(2)]
		switch {
		case len(opt.Choices) > 0:
			value = opt.Choices[rng.IntN(len(opt.Choices))]
		case opt.Kind == option.Path:
			value = ""
		case opt.Kind == option.Whole || opt.Kind == option.Real:
			value = strconv.Itoa(rng.IntN(300))
		}
		if opt.Name == "samples" || opt.Name == "steps" {
			value = strconv.Itoa(20 + rng.IntN(180)) // a solve shall come to its end now and then
		}
		if opt.Set(new(session.Options), value) == nil || opt.Name == "samples" {
			d.solving.setOption(opt, value)
		}
		return opt.Name + " " + value
	}
	all := slices.DeleteFunc(d.findings(), func(o finding) bool { return !o.Live() })
	for s := range d.m.shapes {
		for _, e := range d.shapes.shapeEntries(side(s), d.inspector.shapes.pick[s]) {
			if e.Live() && e.Do != nil && strings.Contains(e.Label, "orse") {
				all = append(all, finding{"Shape", e})
			}
		}
	}
	c := all[rng.IntN(len(all))]
	mainloop.Tended(c.Do)()
	return c.where + " ▸ " + c.Label
}
