package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"gwscope/app/experiments"
)

func viewBench(fs *flag.FlagSet) builder {
	triangles := listFlag(fs, "triangles", "17000,100000,500000", "triangles of each of the two shapes", positive)
	size := fs.String("size", "1280x800", "width and height of the picture in pixels")
	seconds := fs.Float64("seconds", 3, "how long each motion is drawn")
	software := fs.Bool("software", false, "draw on the processor even where there is a graphics card")
	return func(context.Context, Env) (*experiments.Experiment, error) {
		s := experiments.ViewSettings{Triangles: *triangles, Seconds: *seconds, Software: *software}
		if n, err := fmt.Sscanf(strings.ToLower(*size), "%dx%d", &s.Width, &s.Height); n != 2 || err != nil || s.Width < 64 || s.Height < 64 || s.Width > 8192 || s.Height > 8192 {
			return nil, usagef("bench view: --size takes WIDTHxHEIGHT from 64 to 8192 pixels, such as 1280x800, got %q", *size)
		}
		if !(*seconds > 0) {
			return nil, usagef("bench view: --seconds takes a number above 0, got %g", *seconds)
		}
		for _, n := range *triangles {
			if n > 5_000_000 {
				return nil, usagef("bench view: --triangles takes at most 5000000, got %d", n)
			}
		}
		return experiments.View(s), nil
	}
}
