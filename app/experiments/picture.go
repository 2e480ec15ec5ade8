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
	"gwscope/render/gldraw"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// drawInto draws a figure into the file out/name and notes the file in the row. Where nothing
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

// stack lays the pictures of files out in one figure, across of them in each row.
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

// paste lays out pictures of one size, across of them in each row.
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

// projected are the places to which X's samples carry all points of X's Domain (v), if they
// move to the given places (n, turned onto X). Nothing is repaired: where a plan tears the
// shape, the picture shows the tear.
//
// A point takes the displacements of its k = 6 nearest samples with weights exp(-3 (d/d_k)²):
// they are small where the next sample would enter.
func projected(x *metric.Space, samples []r3.Vec) []r3.Vec {
	points := x.Domain.Points
	moves := make([]r3.Vec, x.Len())
	for i, p := range x.Samples {
		moves[i] = r3.Sub(samples[i], points[p])
	}
	out := make([]r3.Vec, len(points))
	// Without an end of the context there is no error.
	x.EachNearest(context.Background(), 0, 6, func(p int, near []int32, far []float32) {
		var sum r3.Vec
		var weights float64
		farthest := max(float64(far[len(far)-1]), 1e-12)
		for k, i := range near {
			d := float64(far[k]) / farthest
			w := math.Exp(-3 * d * d)
			sum, weights = r3.Add(sum, r3.Scale(w, moves[i])), weights+w
		}
		out[p] = r3.Add(points[p], r3.Scale(1/weights, sum))
	})
	return out
}

// ontoSource is the rigid motion that lays Y's Domain best on X's by a plan.
func ontoSource(x, y *metric.Space, plan *gw.Plan) (turn correspond.Rigid, targets []r3.Vec) {
	targets = correspond.BarycentricProjection(plan, y)
	turn = correspond.BestRigid(targets, x.Positions(), x.Weights)
	return turn, turn.ApplyAll(targets)
}

// surfaceScene is a surface with its vertices (file order) at the points of a Domain.
func surfaceScene(m *mesh.Mesh, d *metric.Domain, points []r3.Vec, colors []color.NRGBA) *scene.Scene {
	return &scene.Scene{Surfaces: []scene.Surface{{ID: "surface", Positions: atVertices(d, points), Triangles: m.Triangles, Colors: colors, Base: color.NRGBA{0xb8, 0xc0, 0xcc, 255}}}}
}

// atVertices are the points of a Domain in the order of the file's vertices.
func atVertices(d *metric.Domain, points []r3.Vec) []scene.Vec {
	out := make([]scene.Vec, len(d.PointOf))
	for i, p := range d.PointOf {
		out[i] = vec(points[p])
	}
	return out
}

// positionColors colour the vertices of a file by their places on their shape.
func positionColors(d *metric.Domain) []color.NRGBA { return placeColors(atVertices(d, d.Points)) }

func vec(p r3.Vec) scene.Vec { return scene.Vec{float32(p.X), float32(p.Y), float32(p.Z)} }

// paperFigure is a figure on white with the shapes side by side.
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
