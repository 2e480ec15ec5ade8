package export

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"gwscope/app/present"
	"gwscope/meshio"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// animation is the content of an animated file: the view and the turn of each picture.
type animation struct {
	name string // of the files
	view func(k int) present.View
	turn func(k int) float64 // radians
}

// orbit turns the shapes once all round.
func (j *job) orbit() animation {
	return animation{"orbit",
		func(int) present.View { return j.s.View },
		func(k int) float64 { return 2 * math.Pi * float64(k) / float64(j.s.Frames) }}
}

// there moves A to B and back, slowly at both ends, so that it can begin again.
func (j *job) there() animation {
	return animation{"morph",
		func(k int) present.View {
			v := j.s.View
			v.T = (1 - math.Cos(2*math.Pi*float64(k)/float64(j.s.Frames))) / 2
			return v
		},
		func(k int) float64 { return j.s.Spin * math.Pi / 180 * float64(k) / float64(j.s.Frames) }}
}

// film returns a function that draws picture k of an animation. The camera only turns, and stands
// where the shapes are within all pictures.
func (j *job) film(ctx context.Context, a animation) (func(k int) (*image.RGBA, error), error) {
	var points [2][]scene.Vec
	turns := a.turn(j.s.Frames/2) != 0
	for _, k := range []int{0, j.s.Frames / 4, j.s.Frames / 2} {
		f, err := j.frame(ctx, a.view(k))
		if err != nil {
			return nil, err
		}
		for side, ps := range f.points() {
			points[side] = append(points[side], ps...)
		}
		if v := a.view(0); k == 0 && v == a.view(j.s.Frames/2) {
			break // nothing moves
		}
	}
	f, err := j.frame(ctx, a.view(0))
	if err != nil {
		return nil, err
	}
	w, h, m := Room(f.Figure)
	seen := j.fit(points, func(c camera.Camera, points []scene.Vec) camera.Camera {
		if turns {
			return c.FitTurntable(points, w, h, m)
		}
		return c.Fit(points, w, h, m)
	})
	if j.moving != nil {
		if err := j.moving.Shoot(ctx, nil); err != nil {
			return nil, err
		}
	}
	return func(k int) (*image.RGBA, error) {
		f, err := j.frame(ctx, a.view(k))
		if err != nil {
			return nil, err
		}
		j.see(f, eyes{seen[0].Turntable(a.turn(k)), seen[1].Turntable(a.turn(k))})
		return j.draw(f.Figure)
	}, nil
}

// frame is the figure of a picture of an animation.
func (j *job) frame(ctx context.Context, v present.View) (staged, error) {
	f, err := j.figure(ctx, v, j.s.AnimationWidth, j.s.AnimationHeight)
	if err == nil {
		f.Quality = gldraw.Still // a quarter of the time; a moving shape needs no more
	}
	return f, err
}

// saveGIF writes an animation as GIF.
func (j *job) saveGIF(ctx context.Context, path string, a animation, progress func(float64)) error {
	draw, err := j.film(ctx, a)
	if err != nil {
		return err
	}
	return meshio.WriteFile(path, func(w io.Writer) error {
		return capture.EncodeGIF(ctx, w, capture.Animation{Frames: j.s.Frames, PerSecond: j.s.PerSecond, Transparent: j.s.View.Scenery.Background == present.Transparent, Draw: draw,
			Progress: func(done int) { progress(float64(done) / float64(j.s.Frames)) }})
	})
}

// framePattern is the form of the names of an animation's pictures.
const framePattern = "frame_%04d.png"

// saveFrames writes an animation as numbered PNG files into a folder. The files are drawn
// into a hidden folder beside it, and replace an older sequence when all of them are there. Other
// files in the folder stay.
func (j *job) saveFrames(ctx context.Context, folder string, a animation, progress func(float64)) (err error) {
	draw, err := j.film(ctx, a)
	if err != nil {
		return err
	}
	hidden, err := os.MkdirTemp(filepath.Dir(folder), ".frames-*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", folder, err)
	}
	defer os.RemoveAll(hidden)
	frames := filepath.Join(hidden, "frames") // with the usual permissions, which the hidden one lacks
	if err := os.Mkdir(frames, 0o777); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", folder, err)
	}
	for k := range j.s.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		img, err := draw(k)
		if err != nil {
			return err
		}
		if err := capture.Save(filepath.Join(frames, fmt.Sprintf(framePattern, k+1)), img); err != nil {
			return err
		}
		progress(float64(k+1) / float64(j.s.Frames))
	}
	return replaceFrames(frames, folder, j.s.Frames)
}

// swapFolder replaces a folder by a folder of frames at once, where it is missing or holds
// nothing but frames: a program that is killed leaves the old sequence or the new one, and
// never a mixture. It reports whether it could.
func swapFolder(from, folder string) (whole bool, err error) {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, os.Rename(from, folder)
	case err != nil:
		return true, fmt.Errorf("%s: cannot be written: %w", folder, err)
	}
	for _, e := range entries {
		var k int
		if n, _ := fmt.Sscanf(e.Name(), framePattern, &k); n != 1 || e.Name() != fmt.Sprintf(framePattern, k) || !e.Type().IsRegular() {
			return false, nil
		}
	}
	old := filepath.Join(filepath.Dir(from), "old")
	if err := os.Rename(folder, old); err != nil {
		return false, nil // a mount, or a link
	}
	if err := os.Rename(from, folder); err != nil {
		return true, errors.Join(err, os.Rename(old, folder))
	}
	return true, os.RemoveAll(old)
}

// replaceFrames moves a new sequence into a folder, and removes the rest of a longer old one.
func replaceFrames(from, folder string, frames int) error {
	if whole, err := swapFolder(from, folder); whole {
		return err
	}
	for k := range frames {
		name := fmt.Sprintf(framePattern, k+1)
		if err := os.Rename(filepath.Join(from, name), filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	for k := frames; ; k++ {
		if err := os.Remove(filepath.Join(folder, fmt.Sprintf(framePattern, k+1))); err != nil {
			return nil // there was none
		}
	}
}
