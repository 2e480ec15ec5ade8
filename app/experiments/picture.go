package experiments

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/export"
	"gwscope/meshio/mesh"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// drawInto draws a figure into out/name and enters the file into the row. Where nothing
// can be drawn, as on a machine without OpenGL, the row says so and keeps its numbers.
func drawInto(ctx context.Context, out, name string, f *capture.Figure, row *Row) error {
	err := export.SaveFigure(ctx, filepath.Join(out, name), f)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		row.Say("picture", err.Error())
		return nil
	}
	row.Say("picture", name)
	row.Files = append(row.Files, name)
	return nil
}

// stack puts pictures of files below each other, in rows of the given length, into one
// figure.
func stack(name, caption string, files []string, across int) Figure {
	return Figure{Name: name, Caption: caption, Draw: func(ctx context.Context, base string) error {
		var all []image.Image
		for _, file := range files {
			img, err := readPNG(filepath.Join(filepath.Dir(base), file))
			if err != nil {
				return err
			}
			all = append(all, img)
		}
		return capture.Save(base+".png", paste(all, across))
	}}
}

// fileWord is a name made fit for a file's name.
func fileWord(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '-'
	}, s), "-")
}

func readPNG(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return img, nil
}

// paste lays pictures of one size out in rows.
func paste(all []image.Image, across int) *image.RGBA {
	across = min(across, len(all))
	size := all[0].Bounds().Size()
	rows := (len(all) + across - 1) / across
	sheet := image.NewRGBA(image.Rect(0, 0, across*size.X, rows*size.Y))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	for k, img := range all {
		at := image.Pt(k%across*size.X, k/across*size.Y)
		draw.Draw(sheet, image.Rectangle{Min: at, Max: at.Add(size)}, img, img.Bounds().Min, draw.Src)
	}
	return sheet
}

// projected is where a plan sends every point of X's Domain by itself (v), in the
// coordinates of Y's Domain: the barycentric projection of the samples, carried to the
// points between them by the displacements of the nearest samples. Nothing is repaired:
// what a plan tears, the picture shows torn. y must lie as x does (turned onto it).
//
// A point takes the displacements of its spread nearest samples with weights
// exp(-(d/d_spread)²·3), which fade out before the next sample would enter.
func projected(x *metric.Space, samples []r3.Vec) []r3.Vec {
	const spread = 6
	points := x.Domain.Points
	moves := make([]r3.Vec, x.Len())
	for i, p := range x.Samples {
		moves[i] = r3.Sub(samples[i], points[p])
	}
	out := make([]r3.Vec, len(points))
	count := min(spread, x.Len())
	for p := range points {
		near, far := nearestSamples(x, p, count)
		var sum r3.Vec
		var weights float64
		for _, i := range near {
			d := float64(x.Row(i).At(int32(p))) / max(far, 1e-12)
			w := math.Exp(-3 * d * d)
			sum, weights = r3.Add(sum, r3.Scale(w, moves[i])), weights+w
		}
		out[p] = r3.Add(points[p], r3.Scale(1/weights, sum))
	}
	return out
}

// nearestSamples are the count samples nearest to a point, and the largest distance.
func nearestSamples(x *metric.Space, p, count int) (near []int, far float64) {
	for i := range x.Len() {
		d := x.Row(i).At(int32(p))
		k := len(near)
		for k > 0 && d < x.Row(near[k-1]).At(int32(p)) {
			k--
		}
		if k >= count {
			continue
		}
		near = append(near, 0)
		copy(near[k+1:], near[k:])
		near[k] = i
		near = near[:min(len(near), count)]
	}
	return near, float64(x.Row(near[len(near)-1]).At(int32(p)))
}

// ontoSource is the rigid motion that lays Y's Domain best on X's by a plan.
func ontoSource(x, y *metric.Space, plan *gw.Plan) (turn correspond.Rigid, targets []r3.Vec) {
	targets = correspond.BarycentricProjection(plan, y)
	turn = correspond.BestRigid(targets, x.Positions(), x.Weights)
	return turn, turn.ApplyAll(targets)
}

// surfaceScene is a surface with its vertices (file order) at the points of a Domain.
func surfaceScene(m *mesh.Mesh, d *metric.Domain, points []r3.Vec, colors []color.NRGBA) *scene.Scene {
	positions := make([]scene.Vec, len(m.Vertices))
	for i, p := range d.PointOf {
		positions[i] = vec(points[p])
	}
	return &scene.Scene{Surfaces: []scene.Surface{{ID: "surface", Positions: positions, Triangles: m.Triangles, Colors: colors, Base: color.NRGBA{0xb8, 0xc0, 0xcc, 255}}}}
}

// positionColors colour the vertices of a file by where they lie on their shape.
func positionColors(m *mesh.Mesh, d *metric.Domain) []color.NRGBA {
	at := make([]scene.Vec, len(m.Vertices))
	for i, p := range d.PointOf {
		at[i] = vec(d.Points[p])
	}
	return colormap.NewPositions(scene.BoundsOf(at), 1).All(at)
}

func vec(p r3.Vec) scene.Vec { return scene.Vec{float32(p.X), float32(p.Y), float32(p.Z)} }

// paperFigure is a figure on white with panes side by side.
func paperFigure(width, height int, look camera.Standard, shapes ...capture.Shape) *capture.Figure {
	f := &capture.Figure{Width: width, Height: height, Shapes: shapes, Theme: capture.Paper, Quality: gldraw.Best}
	var scenes []*scene.Scene
	for _, s := range shapes {
		scenes = append(scenes, s.Scene)
	}
	pane := f.Frame().Panes[0].Rect
	cam := camera.New().Look(look).FrameScenes(float64(pane.Dx()), float64(pane.Dy()), scenes...)
	f.Camera = &cam
	return f
}
