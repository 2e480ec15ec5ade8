package gui

import (
	"errors"
	"os"
	signals "os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"gwscope/app/cohort"
	"gwscope/app/gui/drawing"
	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/assets"
	"gwscope/internal/routine"
	"gwscope/render/glctx"
)

// bySignal is set when a signal ends the program, not a person.
var bySignal atomic.Bool

// appID names the program's preferences, appName the program.
const (
	appID   = "org.gwscope.GWScope"
	appName = "GWScope"
)

// Run opens the window on two references, files or embedded shapes. Either may be empty, and a may be a session file,
// or a cohort's folder or file. Run must be called from the main goroutine, and returns when the window is closed.
// Without a display its error names another way to work.
func Run(a, b string) error {
	if err := checkDisplay(); err != nil {
		return err
	}
	// Fyne checks at each refresh of a widget that it runs on the main goroutine, and looks through the stack for that.
	// fyneDo ends these checks. The windows of the tests keep them.
	app.SetMetadata(fyne.AppMetadata{ID: appID, Name: appName, Version: version.Number, Migrations: map[string]bool{"fyneDo": true}})
	d, err := open(a, b)
	if err != nil {
		return err
	}
	d.win.ShowAndRun()
	d.guard.close(!bySignal.Load())
	d.close()
	return nil
}

// open makes the application and its window, and begins to read the shapes.
func open(a, b string) (*desk, error) {
	routine.Answering()
	fyneApp := app.NewWithID(appID)
	prefs, home, prefsErr := readPreferences()
	fyneApp.Settings().SetTheme(widget.Theme{Look: widget.Appearance(prefs.Appearance)})
	fyneApp.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	engine := pipeline.NewEngine()
	engine.Main, engine.Meanwhile, engine.Judges = fyne.DoAndWait, true, true
	d := newDesk(fyneApp, engine, prefs)
	d.preferences.home = home
	d.races.onMainThread = fyne.DoAndWait
	tell := d.tasks.broken
	mainloop.Mistaken.Store(&tell)
	if err := d.startDrawing(drawing.Open); err != nil {
		return nil, err
	}
	fyneApp.Settings().AddListener(d.themed)
	noteSignals()
	fyneApp.Lifecycle().SetOnStarted(func() {
		d.guardEvents()
		d.fitScreen()
		d.watchRate()
	})
	d.guard.start()
	d.recovery.find()
	d.welcome.offer(a, b)
	d.begin(a, b) // reading goes on while the window opens
	if prefsErr != nil {
		d.m.setStatus("The preferences cannot be read: " + prefsErr.Error())
	}
	return d, nil
}

// startDrawing ties the viewport to a renderer on a context that open opens, see [drawing.Settings].
func (d *desk) startDrawing(open func(onMain bool) (*glctx.Thread, error)) error {
	draw, err := drawing.New(drawing.Settings{
		Open: open, Show: d.views.port.show, Wait: drawing.TryAfter,
		Fail: func(err error) {
			var p *routine.Panic
			if errors.As(err, &p) {
				mainloop.Tell(p)
				return
			}
			mainloop.Do(func() { d.m.setStatus("Drawing failed: " + err.Error()) })
		},
		Lost: func() { mainloop.Do(func() { d.m.setStatus("The graphics driver was reset: waiting for it…") }) },
		Back: func() {
			mainloop.Do(func() {
				d.status.gl.Set(d.views.draw.Info())
				d.m.setStatus("The graphics driver was reset; drawing goes on")
			})
		},
	})
	if err != nil {
		return err
	}
	d.views.draw, d.views.port.draw = draw, draw
	d.app = quitting{d.app, draw}
	return nil
}

// quitting is an application that ends the drawing before it quits. When it quits, Fyne ends all contexts of GLFW,
// also a context that draws.
type quitting struct {
	fyne.App
	draw *drawing.Drawer
}

// Quit ends the drawing, then the program.
func (q quitting) Quit() {
	q.draw.Close()
	q.App.Quit()
}

// begin reads the first shapes.
func (d *desk) begin(a, b string) {
	d.documents.keep.touch() // the first document counts as unchanged
	if cohort.Is(a) {
		d.cohorts.open(a)
		d.views.refresh()
		return
	}
	if session.Is(a) {
		d.documents.readSession(a)
		return
	}
	if a != "" {
		d.shapes.load(sideA, a)
	}
	if b != "" {
		d.shapes.load(sideB, b)
	}
	if a == "" && b == "" {
		d.views.refresh()
	}
}

// noteSignals watches for interrupts. Fyne quits on them by itself when its queue is empty. After an interrupt,
// nothing more is put into the queue.
func noteSignals() {
	c := make(chan os.Signal, 1)
	signals.Notify(c, os.Interrupt, syscall.SIGTERM)
	mainloop.Go(func() {
		<-c
		signals.Stop(c) // a second signal ends the process as usual
		bySignal.Store(true)
		mainloop.Closing.Store(true)
	})
}

// watchRate shows the frame rate twice a second. It shows none when nothing has moved for two seconds.
func (d *desk) watchRate() {
	d.status.gl.Set(d.views.draw.Info())
	mainloop.Go(func() {
		for range time.Tick(time.Second / 2) {
			mainloop.Do(func() {
				rate := 0.0
				if time.Since(d.views.port.rate.at) < 2*time.Second {
					rate = d.views.port.rate.shown
				}
				d.status.setRate(rate)
			})
		}
	})
}

// quit ends the program. If work is unsaved it asks first, and a person may stay.
func (d *desk) quit() {
	if d.win.Canvas().Overlays().Top() != nil {
		return // this question may be open already
	}
	d.documents.mayLose("close the window", func() {
		if mainloop.Closing.CompareAndSwap(false, true) {
			d.app.Quit()
		}
	})
}

// readPreferences finds a person's home and preferences. Without a home, or with an unreadable file, it returns the
// defaults.
func readPreferences() (session.Preferences, *session.Home, error) {
	home, err := session.UserHome()
	if err != nil {
		return session.NewPreferences(), nil, err
	}
	prefs, err := home.Preferences(option.Schema)
	return prefs, &home, err
}

// close stops the work in the background after the window has gone, and waits for it at most two seconds. A solve
// stops within a moment, and nothing of it is kept.
func (d *desk) close() {
	mainloop.Closing.Store(true)
	if d.solving.running != nil {
		d.solving.running()
	}
	if d.races.cancel != nil {
		d.races.cancel()
	}
	if d.m.playing {
		close(d.morph.done)
	}
	d.morph.end()
	d.learning.bar.stop()
	d.cohorts.page.Close()
	d.views.pres.Close()
	d.races.pictures.Close()
	d.views.draw.Leave()
	select {
	case <-routine.Start(d.tasks.jobs.Wait):
	case <-time.After(2 * time.Second):
	}
}
