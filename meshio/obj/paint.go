package obj

import (
	"fmt"
	"image"
	"image/color"
	"io/fs"

	"github.com/lucasb-eyer/go-colorful"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// mostUnpacked bounds the pixels of all pictures of one mesh together.
const mostUnpacked = 1 << 27

// paint gives vertices the colours of the materials that faces have there. A vertex where
// materials or pieces of a picture meet takes the mean over the corners of its faces.
type paint struct {
	files     fs.FS
	materials map[string]*material
	read      bool // some material file has been
	now       *material
	at        [][2]float64 // texture coordinates
	images    map[string]image.Image
	unpacked  int
	sums      [][4]float64 // by vertex, of colours from 0 to 1
	counts    []int32
	flat      map[*material]color.NRGBA // colours of materials without a picture
	pictured  bool                      // some colour is of a picture
	troubles  []string                  // the first few, in the order they came in
	said      map[string]bool           // all of them
}

// library reads the material files of an mtllib statement: one name, which may have blanks,
// or several.
func (p *paint) library(rest []byte) {
	if p.files == nil {
		return
	}
	names := []string{wholeName(rest)}
	if _, err := fs.Stat(p.files, texture.Beside("", names[0])); err != nil {
		if fields := text.Fields(nil, rest); len(fields) > 1 {
			names = names[:0]
			for _, f := range fields {
				names = append(names, string(f))
			}
		}
	}
	for _, name := range names {
		name = texture.Beside("", name)
		data, err := texture.Read(p.files, name, "a material file")
		if err != nil {
			p.trouble("The materials were left out: %v.", err)
			continue
		}
		p.read = true
		for name, m := range parseMaterials(data, folderOf(name)) {
			if p.materials == nil {
				p.materials = map[string]*material{}
			}
			p.materials[name] = m
		}
	}
}

// use begins the faces of a material.
func (p *paint) use(rest []byte) {
	name := wholeName(rest)
	p.now = p.materials[name]
	if p.now == nil && p.read {
		p.trouble("There is no material %s in the material files.", text.Quote([]byte(name)))
	}
}

// coordinate adds a texture coordinate; what is missing or no number is 0.
func (p *paint) coordinate(rest []byte) {
	if p.files == nil {
		return
	}
	var uv [2]float64
	for k := range uv {
		var field []byte
		field, rest = text.Field(rest)
		if v, ok := text.Float(field); ok && v-v == 0 {
			uv[k] = v
		}
	}
	p.at = append(p.at, uv)
}

// corner paints a vertex by a corner of a face of the present material: vt counts from 1, or back from the end
// where it is negative; 0 for none.
func (p *paint) corner(vertex, vt int) {
	c := p.of(p.now, vt)
	for len(p.sums) <= vertex {
		p.sums, p.counts = append(p.sums, [4]float64{}), append(p.counts, 0)
	}
	for k, channel := range [4]uint8{c.R, c.G, c.B, c.A} {
		p.sums[vertex][k] += float64(channel)
	}
	p.counts[vertex]++
}

// of is the colour of a material at a texture coordinate.
func (p *paint) of(m *material, vt int) color.NRGBA {
	if vt < 0 {
		vt += len(p.at) + 1
	}
	if m.image != "" && vt >= 1 && vt <= len(p.at) {
		if img := p.image(m.image); img != nil {
			p.pictured = true
			uv := p.at[vt-1]
			u, v := m.wrap.Into(m.scale[0]*uv[0]+m.offset[0]), m.wrap.Into(m.scale[1]*uv[1]+m.offset[1])
			return texture.Tint(texture.Sample(img, u, 1-v), m.factor()) // v counts upwards here
		}
	}
	if c, ok := p.flat[m]; ok {
		return c
	}
	c := color.NRGBA{R: text.Byte(255 * m.kd[0]), G: text.Byte(255 * m.kd[1]), B: text.Byte(255 * m.kd[2]), A: text.Byte(255 * m.alpha)}
	if p.flat == nil {
		p.flat = map[*material]color.NRGBA{}
	}
	p.flat[m] = c
	return c
}

// factor is what multiplies a material's picture. Programs that write a picture often
// write black beside it, and do not mean it.
func (m *material) factor() [4]float64 {
	if !m.hasKd || m.kd == ([3]float64{}) {
		return [4]float64{1, 1, 1, m.alpha}
	}
	r, g, b := colorful.Color{R: m.kd[0], G: m.kd[1], B: m.kd[2]}.LinearRgb()
	return [4]float64{r, g, b, m.alpha}
}

// image unpacks a picture, once; nil where it cannot be used, which is told once.
func (p *paint) image(name string) image.Image {
	if img, ok := p.images[name]; ok {
		return img
	}
	if p.images == nil {
		p.images = map[string]image.Image{}
	}
	p.images[name] = nil
	data, err := texture.Read(p.files, name, "the texture "+text.Quote([]byte(name)))
	var img image.Image
	if err == nil {
		img, err = texture.Decode(data, "the texture "+text.Quote([]byte(name)))
	}
	if err == nil && p.unpacked+img.Bounds().Dx()*img.Bounds().Dy() > mostUnpacked {
		err = fmt.Errorf("the pictures have too many pixels together: make them smaller")
	}
	if err != nil {
		p.trouble("A texture was left out: %v.", err)
		return nil
	}
	p.unpacked += img.Bounds().Dx() * img.Bounds().Dy()
	p.images[name] = img
	return img
}

// colors are those of n vertices, white where no face has a material; nil where one
// colour is all there is, for it tells nothing apart.
func (p *paint) colors(n int) []color.NRGBA {
	if len(p.sums) == 0 || len(p.sums) > n {
		return nil
	}
	out := make([]color.NRGBA, n)
	varied := p.pictured
	for i := range out {
		out[i] = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
		if i < len(p.sums) && p.counts[i] > 0 {
			var c [4]uint8
			for k, sum := range p.sums[i] {
				c[k] = text.Byte(sum / float64(p.counts[i]))
			}
			out[i] = color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]}
		}
		varied = varied || out[i] != out[0]
	}
	if !varied {
		return nil
	}
	return out
}

// mostTroubles keeps the report of a mesh with hundreds of missing pictures readable.
const mostTroubles = 4

func (p *paint) trouble(format string, args ...any) {
	t := fmt.Sprintf(format, args...)
	if p.said == nil {
		p.said = map[string]bool{}
	}
	if !p.said[t] && len(p.troubles) < mostTroubles {
		p.troubles = append(p.troubles, t)
	}
	p.said[t] = true
}

// warnings are the troubles, the first few in full.
func (p *paint) warnings() []string {
	if n := len(p.said) - len(p.troubles); n > 0 {
		return append(p.troubles, "Materials and textures had "+mesh.Count(n, "trouble")+" more.")
	}
	return p.troubles
}
