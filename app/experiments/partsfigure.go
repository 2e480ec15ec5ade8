package experiments

import (
	"context"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/export"
	"gwscope/render/camera"
	"gwscope/render/capture"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// curveSources is the name of the curve that holds, for each point of the target, the
// index of the point of the source that gives it most mass.
const curveSources = "sources"

// Sizes of the pictures of pairs, in pixels. Columns are categories.
const (
	partsAcross = 8
	partsPane   = 220
	partsRow    = 230
	// partsHeadroom is the free height above the objects, for titles, as a share of their height.
	partsHeadroom = 0.35
	// partsDot is the radius of a point, as a share of the radius of the spheres around the
	// objects: 256 points nearly cover a surface.
	partsDot = 0.028
)

func (b *partsBench) figures(rows []Row) []Figure {
	out := []Figure{}
	for _, n := range bySamples(rows) {
		out = append(out, partsChart(withSamples(rows, n), n))
	}
	k := 0
	for part := range slices.Chunk(b.drawable(rows), partsAcross) {
		k++
		out = append(out, Figure{Name: fmt.Sprintf("parts-%d", k),
			Caption: "Colours of the source, above, as the plans carry them to the target; columns are categories. Below each: the share of part labels carried right; below the matcher's also the difference from conditional gradient.",
			Draw: func(ctx context.Context, base string) error {
				f, err := b.picture(ctx, rows, part)
				if err != nil {
					return err
				}
				return export.SaveFigure(ctx, base+".png", f)
			}})
	}
	return out
}

// drawable are the numbers of the categories with rows to draw.
func (b *partsBench) drawable(rows []Row) []int {
	var out []int
	for c, name := range b.Source.Categories() {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Word("category") == name && r.Curves[curveSources] != nil }) {
			out = append(out, c)
		}
	}
	return out
}

// picture has a row for the sources and one for each method.
func (b *partsBench) picture(ctx context.Context, rows []Row, categories []int) (*capture.Figure, error) {
	pictured := pick(rows, func(r Row) bool { return r.Curves[curveSources] != nil })
	methods := pictureMethods(pictured)
	shapes := make([]capture.Shape, 0, len(categories)*(len(methods)+1))
	var pairs []*partsPair
	var colors [][]color.NRGBA
	for _, c := range categories {
		p, err := b.load(ctx, c, 0, b.Samples[0])
		if err != nil {
			return nil, err
		}
		onX := placeColors(positionsOf(p.x.upright))
		pairs, colors = append(pairs, p), append(colors, onX)
		shapes = append(shapes, capture.Shape{Scene: dots(p.x.upright, onX), Title: p.category, Note: "source"})
	}
	for _, m := range methods {
		for k, p := range pairs {
			shape := capture.Shape{Title: m, Note: "–", Scene: &scene.Scene{}}
			if r := Where(pictured, "category", p.category, "method", m); len(r) > 0 {
				onY := make([]color.NRGBA, len(p.y.upright))
				for j, i := range r[0].Curves[curveSources] {
					onY[j] = colormap.Missing
					if i >= 0 {
						onY[j] = colors[k][int(i)]
					}
				}
				shape.Scene, shape.Note = dots(p.y.upright, onY), accuracyNote(pictured, r[0])
			}
			shapes = append(shapes, shape)
		}
	}
	f := &capture.Figure{Width: partsPane * len(categories), Height: partsRow * (len(methods) + 1), Shapes: shapes, Columns: len(categories),
		Scale: 1, Theme: capture.Paper, Quality: gldraw.Best}
	pane := f.Frame().Panes[0].Rect
	var all []scene.Vec
	for _, p := range pairs {
		all = append(append(all, positionsOf(p.x.upright)...), positionsOf(p.y.upright)...)
	}
	box := scene.BoundsOf(all)
	top := box.Max
	top[1] += partsHeadroom * (box.Max[1] - box.Min[1])
	cam := camera.New().Look(camera.ThreeQuarter).FrameScenes(float64(pane.Dx()), float64(pane.Dy()),
		&scene.Scene{Clouds: []scene.Cloud{{ID: "room", Positions: []scene.Vec{box.Min, top}}}})
	f.Camera = &cam
	return f, nil
}

// pictureMethods are the methods of rows; of the same rival on other distances or with other
// entropies only the first.
func pictureMethods(rows []Row) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range Distinct(rows, "method") {
		name, _, _ := strings.Cut(strings.TrimSuffix(m, onGeodesics), ":")
		if !seen[name] {
			seen[name] = true
			out = append(out, m)
		}
	}
	return out
}

// accuracyNote is a row's accuracy, and of the matcher its gain over conditional gradient.
func accuracyNote(rows []Row, r Row) string {
	note := Format(100*r.Number("accuracy"), 1, "–") + " %"
	if r.Word("method") == matcherMethod {
		for _, cg := range Where(rows, "category", r.Word("category"), "method", gradientMethod) {
			note += fmt.Sprintf(" (%s)", signed(100*(r.Number("accuracy")-cg.Number("accuracy"))))
		}
	}
	return note
}

// placeColors colour points by their places in their box.
func placeColors(at []scene.Vec) []color.NRGBA {
	return colormap.NewPositions(scene.BoundsOf(at), 1).All(at)
}

func positionsOf(points []r3.Vec) []scene.Vec {
	at := make([]scene.Vec, len(points))
	for i, p := range points {
		at[i] = vec(p)
	}
	return at
}

func dots(points []r3.Vec, colors []color.NRGBA) *scene.Scene {
	return &scene.Scene{Clouds: []scene.Cloud{{ID: "points", Positions: positionsOf(points), Colors: colors, Radius: partsDot}}}
}
