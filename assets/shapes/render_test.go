package shapes

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// view is a direction to look from: turn about the vertical, then tip down, in degrees.
type view struct{ turn, tip float64 }

// clay is the colour of surfaces that have no other.
func clay(int) [3]float64 { return [3]float64{0.62, 0.68, 0.78} }

// shade draws the surface with a z-buffer and Lambert shading, square, orthographic.
// tint is the colour of each triangle.
func shade(pos []r3.Vec, tri [][3]int32, v view, size int, flat bool, tint func(face int) [3]float64) *image.RGBA {
	t, p := v.turn*math.Pi/180, v.tip*math.Pi/180
	toView := func(q r3.Vec) r3.Vec {
		q = r3.Vec{X: math.Cos(t)*q.X - math.Sin(t)*q.Z, Y: q.Y, Z: math.Sin(t)*q.X + math.Cos(t)*q.Z}
		return r3.Vec{X: q.X, Y: math.Cos(p)*q.Y - math.Sin(p)*q.Z, Z: math.Sin(p)*q.Y + math.Cos(p)*q.Z}
	}
	n := len(pos)
	q := make([]r3.Vec, n)
	lo, hi := r3.Vec{X: 1e9, Y: 1e9}, r3.Vec{X: -1e9, Y: -1e9}
	for i, x := range pos {
		q[i] = toView(x)
		lo.X, lo.Y = math.Min(lo.X, q[i].X), math.Min(lo.Y, q[i].Y)
		hi.X, hi.Y = math.Max(hi.X, q[i].X), math.Max(hi.Y, q[i].Y)
	}
	scale := 0.94 * float64(size) / math.Max(hi.X-lo.X, hi.Y-lo.Y)
	mid := r3.Scale(0.5, r3.Add(lo, hi))
	normal := make([]r3.Vec, n)
	for _, f := range tri {
		m := r3.Cross(r3.Sub(q[f[1]], q[f[0]]), r3.Sub(q[f[2]], q[f[0]]))
		for _, u := range f {
			normal[u] = r3.Add(normal[u], m)
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	depth := make([]float64, size*size)
	for i := range depth {
		depth[i] = math.Inf(-1)
		img.Set(i%size, i/size, color.RGBA{24, 27, 33, 255})
	}
	key := r3.Unit(r3.Vec{X: -0.5, Y: 0.8, Z: 0.7})
	fill := r3.Unit(r3.Vec{X: 0.8, Y: 0.1, Z: 0.4})
	for i := range q {
		q[i].X = (q[i].X-mid.X)*scale + float64(size)/2
		q[i].Y = float64(size)/2 - (q[i].Y-mid.Y)*scale
	}
	for t, f := range tri {
		a, b, c := q[f[0]], q[f[1]], q[f[2]]
		area := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
		if area == 0 {
			continue
		}
		face := r3.Add(r3.Add(normal[f[0]], normal[f[1]]), normal[f[2]])
		if flat {
			face = r3.Cross(r3.Sub(pos[f[1]], pos[f[0]]), r3.Sub(pos[f[2]], pos[f[0]]))
			face = toView(face)
		}
		for y := max(0, int(min(a.Y, b.Y, c.Y))); y <= min(size-1, int(max(a.Y, b.Y, c.Y))+1); y++ {
			for x := max(0, int(min(a.X, b.X, c.X))); x <= min(size-1, int(max(a.X, b.X, c.X))+1); x++ {
				px, py := float64(x)+0.5, float64(y)+0.5
				w0 := ((b.X-px)*(c.Y-py) - (b.Y-py)*(c.X-px)) / area
				w1 := ((c.X-px)*(a.Y-py) - (c.Y-py)*(a.X-px)) / area
				w2 := 1 - w0 - w1
				if w0 < 0 || w1 < 0 || w2 < 0 {
					continue
				}
				z := w0*a.Z + w1*b.Z + w2*c.Z
				if z <= depth[y*size+x] {
					continue
				}
				depth[y*size+x] = z
				m := face
				if !flat {
					m = r3.Add(r3.Add(r3.Scale(w0, normal[f[0]]), r3.Scale(w1, normal[f[1]])), r3.Scale(w2, normal[f[2]]))
				}
				m = r3.Unit(m)
				col := tint(t)
				if m.Z < 0 { // the inside shows: paint it red
					m = r3.Scale(-1, m)
					col = [3]float64{0.9, 0.2, 0.2}
				}
				l := 0.16 + 0.85*math.Max(0, r3.Dot(m, key)) + 0.2*math.Max(0, r3.Dot(m, fill))
				img.SetRGBA(x, y, color.RGBA{tone(col[0] * l), tone(col[1] * l), tone(col[2] * l), 255})
			}
		}
	}
	return img
}

func tone(v float64) uint8 { return uint8(255 * math.Min(1, v)) }

// sheet puts pictures side by side, columns to a row.
func sheet(pics []*image.RGBA, columns int) *image.RGBA {
	size := pics[0].Bounds().Dx()
	rows := (len(pics) + columns - 1) / columns
	out := image.NewRGBA(image.Rect(0, 0, size*columns, size*rows))
	for i, p := range pics {
		for y := range size {
			copy(out.Pix[out.PixOffset(i%columns*size, i/columns*size+y):], p.Pix[p.PixOffset(0, y):p.PixOffset(0, y)+4*size])
		}
	}
	return out
}

func writePNG(t *testing.T, name string, img image.Image) {
	t.Helper()
	dir := os.Getenv("SHAPES_PICTURES")
	f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// TestPictures draws every body at rest and in every pose, for people to judge:
// SHAPES_PICTURES=/tmp/pictures go test -run Pictures ./assets/shapes/
func TestPictures(t *testing.T) {
	if os.Getenv("SHAPES_PICTURES") == "" {
		t.Skip("set SHAPES_PICTURES to a folder to get pictures of the shapes")
	}
	for name, c := range characters() {
		t.Run(name, func(t *testing.T) {
			views := []view{{0, 0}, {50, 15}, {90, 0}, {-130, 20}}
			if name == "human" {
				views = []view{{0, 0}, {-40, 15}, {90, 0}, {-150, 20}}
			}
			var pics []*image.RGBA
			for _, v := range views {
				pics = append(pics, shade(c.who.rest.pos, c.who.rest.tri, v, 700, false, clay))
			}
			writePNG(t, name+"-rest", sheet(pics, 2))
			pics = nil
			for _, p := range c.poses {
				pos := c.who.posed(p, c.limbs)
				for _, v := range views {
					pics = append(pics, shade(pos, c.who.rest.tri, v, 350, false, clay))
				}
			}
			writePNG(t, name+"-poses", sheet(pics, 4))
		})
	}
	var toys []*image.RGBA
	for _, in := range Names() {
		if isToy(in) {
			m := made(t, in.ID)
			toys = append(toys, shade(m.Vertices, m.Triangles, view{20, 20}, 350, true, clay))
		}
	}
	writePNG(t, "toys", sheet(toys, 4))
}
