package cli

import (
	"context"
	"fmt"

	"gwscope/app/export"
	"gwscope/app/session"
)

// The pair that a first start shows.
const (
	FirstA = "sample:horse/1"
	FirstB = "sample:horse/2"
)

// runDefault is gwscope without arguments: the window, or, without a display,
// the same job into out/.
func runDefault(ctx context.Context, env Env) error {
	if env.Display {
		return env.Window(FirstA, FirstB)
	}
	const dir = "out"
	fmt.Fprintf(env.Stdout, "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window opens.\nMatching %s and %s into %s/ instead.\n", FirstA, FirstB, dir)
	return matchInto(ctx, env, FirstA, FirstB, matchJob{dir: dir, choose: 1, kinds: export.StandardKinds(), settings: export.DefaultSettings()}, session.Defaults())
}

func runWindow(_ context.Context, env Env, args []string) error {
	fs := newFlags("window", "[A B | FILE.gwscope | COHORT]", "Opens the window, on two shapes (files or sample:NAME), on a session, or on a cohort (its folder or cohort.yaml) if they are given.")
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if !env.Display {
		return fmt.Errorf("there is no display to open a window on; set DISPLAY, or use gwscope match, which needs none")
	}
	switch len(refs) {
	case 0:
		return env.Window(FirstA, FirstB)
	case 1:
		return env.Window(refs[0], "")
	case 2:
		return env.Window(refs[0], refs[1])
	}
	return usagef("window takes at most two shapes, and got %d", len(refs))
}
