package gui

import (
	"errors"
	"os"
	ossignal "os/signal"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"gwscope/app/pipeline"
)

// appID names the program's preferences.
const appID = "io.gwscope.window"

// Run opens the window on two references, files or embedded shapes; either may
// be empty. It returns when the window is closed, and must be called from the
// main goroutine. Without a display it says what to do instead.
func Run(a, b string) error {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set): start it in a desktop session, or use gwscope match, which needs none")
	}
	d, err := open(a, b)
	if err != nil {
		return err
	}
	d.win.ShowAndRun()
	d.close()
	return nil
}

// open makes the application and its window, and begins to read the shapes.
func open(a, b string) (*desk, error) {
	nameLocale()
	fyneApp := app.NewWithID(appID)
	look := appearance(fyneApp.Preferences().StringWithFallback("appearance", string(followSystem)))
	fyneApp.Settings().SetTheme(lookTheme{look: look})
	draw, err := startDrawing()
	if err != nil {
		return nil, err
	}
	d := newDesk(fyneApp, pipeline.NewEngine(), func(v *viewport) drawer { draw.onImage(v.show); return draw })
	fyneApp.Settings().AddListener(d.themed)
	stopOnSignal(d)
	fyneApp.Lifecycle().SetOnStarted(func() {
		d.watchRate()
		d.begin(a, b)
	})
	return d, nil
}

// nameLocale replaces the nameless locale of bare sessions, which Fyne cannot
// parse and complains about on stderr, by English, which the window speaks.
func nameLocale() {
	for _, key := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(key); v != "" && v != "C" && v != "POSIX" {
			return
		}
	}
	os.Setenv("LANG", "en_US.UTF-8")
	os.Unsetenv("LC_ALL")
	os.Unsetenv("LC_MESSAGES")
}

// begin reads the first shapes.
func (d *desk) begin(a, b string) {
	if a != "" {
		d.load(sideA, a)
	}
	if b != "" {
		d.load(sideB, b)
	}
	if a == "" && b == "" {
		d.refresh()
	}
}

// stopOnSignal closes the window on an interrupt, so that the renderer ends
// before the window toolkit does.
func stopOnSignal(d *desk) {
	c := make(chan os.Signal, 1)
	ossignal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-c
		ossignal.Stop(c) // a second one ends the process as usual
		fyne.Do(d.quit)
	}()
}

// watchRate shows the frame rate twice a second.
func (d *desk) watchRate() {
	d.status.gl.set(d.draw.Info())
	go func() {
		for range time.Tick(time.Second / 2) {
			fyne.Do(func() {
				if !d.quitting && time.Since(d.view.rate.at) < 2*time.Second {
					d.status.setRate(d.view.rate.shown)
				}
			})
		}
	}()
}

// quit ends the program; a running solve is stopped first.
func (d *desk) quit() {
	if d.quitting {
		return
	}
	d.quitting = true
	d.cancel()
	d.morph.stop()
	d.app.Quit()
}

// close stops what draws and waits for what still works, but not for long: a
// solve stops within a moment, and nothing of it is kept.
func (d *desk) close() {
	d.pres.close()
	d.draw.Close()
	done := make(chan struct{})
	go func() { d.jobs.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
}
