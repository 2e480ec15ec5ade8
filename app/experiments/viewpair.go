package experiments

import (
	"context"
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/render/camera"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
	"gwscope/render/simplify"
)

// viewedPair is two poses of one shape with the same triangles, ready to draw.
type viewedPair struct {
	a, b      []scene.Vec
	normals   [2][]scene.Vec
	tri       [][3]int32
	colors    []scene.RGBA
	camera    camera.Camera
	sceneB    *scene.Scene
	sceneRest *scene.Scene // of A while it does not bend
}

// pair is a horse with about the given number of triangles, and the same horse bent.
func (s ViewSettings) pair(ctx context.Context, triangles int) (*viewedPair, error) {
	shape, err := pipeline.NewEngine().Load(ctx, pipeline.SamplePrefix+"horse/2", session.Defaults())
	if err != nil {
		return nil, err
	}
	whole := shape.Mesh
	for len(whole.Triangles) < triangles {
		whole = subdivided(whole)
	}
	other := whole.WithVertices(bent(whole.Vertices))
	p := &viewedPair{tri: slices.Clone(whole.Triangles)}
	if float64(triangles) < 0.9*float64(len(p.tri)) {
		p.tri = simplify.Cluster(positionsOf(whole.Vertices), p.tri, triangles)
	}
	// Only the vertices that are left, in the order in which triangles meet them.
	keep := map[int32]int32{}
	var order []int32
	for i, t := range p.tri {
		for k, v := range t {
			n, ok := keep[v]
			if !ok {
				n = int32(len(order))
				keep[v] = n
				order = append(order, v)
			}
			t[k] = n
		}
		p.tri[i] = t
	}
	take := func(vs []r3.Vec) (out []scene.Vec) {
		for _, v := range order {
			out = append(out, vec(vs[v]))
		}
		return out
	}
	p.a, p.b = take(whole.Vertices), take(other.Vertices)
	p.normals = [2][]scene.Vec{take(whole.VertexNormals()), take(other.VertexNormals())}
	p.colors = placeColors(p.a)
	p.sceneRest = p.scene(p.a, p.normals[0])
	p.sceneB = p.scene(p.b, p.normals[1])
	p.camera = camera.New().Look(camera.ThreeQuarter).FrameScenes(float64(s.Width/2), float64(s.Height), p.sceneRest, p.sceneB)
	return p, nil
}

// bent turns each point about the vertical line through the middle. The angle grows with the
// height, from 0 to one radian.
func bent(vs []r3.Vec) []r3.Vec {
	box := (&mesh.Mesh{Vertices: vs}).BoundingBox()
	middle := r3.Scale(0.5, r3.Add(box.Min, box.Max))
	out := make([]r3.Vec, len(vs))
	for i, v := range vs {
		turn := r3.NewRotation((v.Y-box.Min.Y)/(box.Max.Y-box.Min.Y), r3.Vec{Y: 1})
		out[i] = r3.Add(middle, turn.Rotate(r3.Sub(v, middle)))
	}
	return out
}

func (p *viewedPair) triangles() int { return 2 * len(p.tri) }

func (p *viewedPair) scene(at, normals []scene.Vec) *scene.Scene {
	return &scene.Scene{Surfaces: []scene.Surface{{Positions: at, Triangles: p.tri, Normals: normals, Colors: p.colors}}}
}

// frame is number i of a motion.
func (p *viewedPair) frame(s ViewSettings, motion string, i float64) gldraw.Frame {
	w, h := s.Width/2, s.Height
	cam := p.camera
	f := gldraw.Frame{Width: s.Width, Height: h, Quality: gldraw.Moving}
	left := p.sceneRest
	switch motion {
	case orbiting:
		cam = cam.Orbit(3*i, 0.5*i, float64(w), float64(h))
	case morphing:
		left = p.scene(p.onTheWay(0.5-0.5*math.Cos(i/40)), nil)
	default:
		f.Quality = gldraw.Still
	}
	for k, sc := range []*scene.Scene{left, p.sceneB} {
		f.Panes = append(f.Panes, gldraw.Pane{Rect: image.Rect(k*w, 0, (k+1)*w, h), Scene: sc, Camera: cam, Radius: 8})
	}
	const lines = 25
	for k := range lines {
		v := k * len(p.a) / lines
		f.Links = append(f.Links, gldraw.Link{ToPane: 1, From: left.Surfaces[0].Positions[v], To: p.b[v], Color: scene.RGBA{R: 255, G: 255, B: 255, A: 112}, Hidden: 0.35})
	}
	return f
}

func (p *viewedPair) onTheWay(t float64) []scene.Vec {
	out := make([]scene.Vec, len(p.a))
	for i := range out {
		for k := range 3 {
			out[i][k] = p.a[i][k] + float32(t)*(p.b[i][k]-p.a[i][k])
		}
	}
	return out
}
