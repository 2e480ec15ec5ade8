package cohortpage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/cohort"
	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/render/camera"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
)

// pictures are the small pictures of specimens. They are drawn one after another off the main goroutine, those in
// sight first, and kept in the cohort's folder, so that the next window has them at once. Where the template's
// mesh was laid on a specimen, the picture shows this mesh in the template's colours. Other specimens are grey.
type pictures struct {
	p *Page

	mu     sync.Mutex
	c      *cohort.Cohort
	turn   int            // another cohort is another turn
	wanted []cohort.Entry // in sight, and not there yet
	busy   bool
	making string            // the name of the picture that is being made
	bare   map[int]*template // by index of the template
	engine *pipeline.Engine

	// room is the size in pixels that a card has for a picture, zero before it is known. Kept pictures have that
	// size, because there is no time to scale them while a person scrolls.
	room image.Point

	// The main goroutine alone uses these. have are the latest pictures, by name; order are their names, the
	// oldest first.
	have  map[string]image.Image
	order []string
	none  map[string]bool // the pictures that cannot be drawn
}

// template is a template's mesh with its colours.
type template struct {
	mesh   *mesh.Mesh
	colors []color.NRGBA
	up     camera.Axis
}

const (
	// Size of a picture in pixels.
	pictureWide, pictureHigh = 296, 224
	// mostPictures are kept in memory: 64 MB at most, and 16 MB at scale 1.
	mostPictures = 240
	// thumbsDir of a cohort's folder keeps pictures as files. It can be removed at any time.
	thumbsDir = "thumbs"
)

func newPictures(p *Page) *pictures {
	return &pictures{p: p, have: map[string]image.Image{}, none: map[string]bool{}}
}

// of begins with another cohort, or none.
func (g *pictures) of(c *cohort.Cohort) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.c, g.wanted, g.bare, g.engine = c, nil, map[int]*template{}, pipeline.NewEngine()
	g.turn++
	g.making = ""
	g.have, g.order, g.none = map[string]image.Image{}, nil, map[string]bool{}
}

// pictureName names a picture after the map that it shows, or after the shape.
func pictureName(e cohort.Entry) string {
	switch {
	case e.Judged.Map != "":
		return e.Judged.Map
	case e.State == cohort.Matched && e.Result.Vertices > 0:
		return e.Pair.Key
	}
	sum := sha256.Sum256([]byte("plain|" + e.Pair.B.File + "|" + e.Pair.Key))
	return "plain-" + hex.EncodeToString(sum[:8])
}

// get is the picture of a pair, nil while there is none.
func (g *pictures) get(e cohort.Entry) image.Image {
	name := pictureName(e)
	img := g.have[name]
	if img != nil { // it was looked at last
		if k := slices.Index(g.order, name); k >= 0 {
			g.order = append(slices.Delete(g.order, k, k+1), name)
		}
	}
	return img
}

// fit takes the size that a card has for a picture. Where it is larger than before, on another screen or in wider
// cells, all pictures are read anew.
func (g *pictures) fit(room image.Point) {
	if room.X <= g.room.X {
		return
	}
	g.mu.Lock()
	first := g.room.X == 0
	g.room, g.making = room, "" // the picture that is being made is too small
	g.mu.Unlock()
	if first {
		return
	}
	mainloop.Do(func() {
		g.have, g.order = map[string]image.Image{}, nil
		g.p.specimens.refill()
	})
}

// want asks for the pictures of the pairs in sight, in place of the pictures that were asked for before.
func (g *pictures) want(sight []cohort.Entry) {
	var missing []cohort.Entry
	for _, e := range sight {
		if name := pictureName(e); g.have[name] == nil && !g.none[name] {
			missing = append(missing, e)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wanted = slices.DeleteFunc(missing, func(e cohort.Entry) bool { return pictureName(e) == g.making })
	if len(missing) == 0 || g.busy || g.c == nil {
		return
	}
	g.busy = true
	mainloop.Go(g.work)
}

// work makes pictures until none is wanted.
func (g *pictures) work() {
	for {
		g.mu.Lock()
		if len(g.wanted) == 0 || g.c == nil {
			g.busy, g.making = false, ""
			g.mu.Unlock()
			return
		}
		e := g.wanted[0]
		g.wanted, g.making = g.wanted[1:], pictureName(e)
		c, turn, engine, room := g.c, g.turn, g.engine, g.room
		g.mu.Unlock()
		img := g.make(c, engine, turn, e)
		if img != nil && room.X > 0 && room.X < img.Bounds().Dx() {
			img = scaled(img, room)
		}
		mainloop.DoAndWait(func() { g.arrived(turn, pictureName(e), img) })
	}
}

func (g *pictures) arrived(turn int, name string, img image.Image) {
	if g.turn != turn {
		return
	}
	if img == nil {
		g.none[name] = true
		return
	}
	if g.have[name] == nil {
		g.order = append(g.order, name)
	}
	g.have[name] = img
	for len(g.order) > mostPictures {
		delete(g.have, g.order[0])
		g.order = g.order[1:]
	}
	g.p.specimens.arrived(name)
}

// make reads a picture from its file, or draws it; nil where that is impossible.
func (g *pictures) make(c *cohort.Cohort, engine *pipeline.Engine, turn int, e cohort.Entry) image.Image {
	path := c.Dir.Path(thumbsDir, pictureName(e)+".png")
	if f, err := os.Open(path); err == nil {
		img, err := png.Decode(f)
		f.Close()
		if err == nil {
			return rgba(img)
		}
	}
	if g.p.s.Draw == nil {
		return nil
	}
	sc, up, err := g.scene(c, engine, turn, e)
	if err != nil || sc == nil {
		return nil // the words under the picture say what is wrong with the specimen
	}
	cam := camera.New()
	cam.Up = up
	cam = cam.Look(camera.ThreeQuarter).Fit(camera.PointsOf(sc), pictureWide, pictureHigh, camera.Margins{Side: 10, Top: 10, Bottom: 10})
	img, err := g.p.s.Draw(gldraw.Frame{Width: pictureWide, Height: pictureHigh, Scale: 1.5, Transparent: true,
		Panes: []gldraw.Pane{{Rect: image.Rect(0, 0, pictureWide, pictureHigh), Scene: sc, Camera: cam}}})
	if err != nil {
		return nil
	}
	// An error is no loss: a folder that cannot be written just keeps no pictures.
	_ = meshio.WriteFile(path, func(w io.Writer) error { return png.Encode(w, img) })
	return img
}

// rgba is a picture in the form that Fyne shows without a conversion.
func rgba(img image.Image) *image.RGBA {
	if have, ok := img.(*image.RGBA); ok {
		return have
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out
}

// scene is a specimen: the template's mesh on it, turned as the template stands, or the specimen itself in grey.
func (g *pictures) scene(c *cohort.Cohort, engine *pipeline.Engine, turn int, e cohort.Entry) (*scene.Scene, camera.Axis, error) {
	placed, err := e.Mesh(c)
	if err != nil {
		return nil, 0, err
	}
	if placed == nil {
		s, err := c.Load(context.Background(), engine, e.Pair.B)
		if err != nil {
			return nil, 0, err
		}
		return bareScene(s.Mesh), upOf(s.Mesh), nil
	}
	t, err := g.template(c, engine, turn, e.Pair)
	if err != nil {
		return nil, 0, err
	}
	if len(t.mesh.Vertices) != len(placed.At) {
		return nil, 0, fmt.Errorf("template %s is not the template of the results", e.Pair.A.Name)
	}
	triangles := t.mesh.Triangles
	if placed.Mirrored {
		triangles = t.mesh.TurnedOver().Triangles
	}
	// Specimens may be turned in any way in their files. On the page all are turned the same way.
	turned := correspond.BestRigid(placed.At, t.mesh.Vertices, nil)
	return surface(centred(turned.ApplyAll(placed.At)), triangles, t.colors), t.up, nil
}

// template is a pair's template with its colours, which is read once.
func (g *pictures) template(c *cohort.Cohort, engine *pipeline.Engine, turn int, p cohort.Pair) (*template, error) {
	g.mu.Lock()
	t := g.bare[p.Template]
	g.mu.Unlock()
	if t != nil {
		return t, nil
	}
	s, err := c.Load(context.Background(), engine, p.A)
	if err != nil {
		return nil, err
	}
	t = &template{mesh: s.Mesh, colors: present.Tints(s.Mesh), up: upOf(s.Mesh)}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.turn == turn {
		g.bare[p.Template] = t
	}
	return t, nil
}

func upOf(m *mesh.Mesh) camera.Axis {
	if m.StandsOnZ() {
		return camera.UpZ
	}
	return camera.UpY
}

// centred moves the middle of points to the origin. Far from it, single precision would lose their detail.
func centred(points []r3.Vec) []scene.Vec {
	lo, hi := r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, r3.Vec{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)}
	for _, v := range points {
		lo = r3.Vec{X: min(lo.X, v.X), Y: min(lo.Y, v.Y), Z: min(lo.Z, v.Z)}
		hi = r3.Vec{X: max(hi.X, v.X), Y: max(hi.Y, v.Y), Z: max(hi.Z, v.Z)}
	}
	middle := r3.Scale(0.5, r3.Add(lo, hi))
	out := make([]scene.Vec, len(points))
	for i, v := range points {
		v = r3.Sub(v, middle)
		out[i] = scene.Vec{float32(v.X), float32(v.Y), float32(v.Z)}
	}
	return out
}

var grey = color.NRGBA{R: 0x9a, G: 0xa2, B: 0xae, A: 0xff}

func bareScene(m *mesh.Mesh) *scene.Scene {
	at := centred(m.Vertices)
	if m.IsPointCloud() {
		return &scene.Scene{Clouds: []scene.Cloud{{ID: "specimen", Positions: at, Base: grey}}}
	}
	return surface(at, m.Triangles, nil)
}

func surface(at []scene.Vec, triangles [][3]int32, colors []color.NRGBA) *scene.Scene {
	return &scene.Scene{Surfaces: []scene.Surface{{ID: "specimen", Positions: at, Triangles: triangles, Colors: colors, Base: grey}}}
}
