package obj

import (
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"path"

	"github.com/lucasb-eyer/go-colorful"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// paint gives vertices the colours of the materials that faces have there. A vertex where
// materials or pieces of a picture meet takes the mean over the corners of its faces.
type paint struct {
	files     fs.FS
	materials map[string]*material
	read      bool // some material file has been
	now       *material
	at        [][2]float64 // texture coordinates
	last      []painted    // the last finding at each of them
	pictures  texture.Pictures
	means     texture.Means
	pictured  bool            // some colour is of a picture
	troubles  []string        // the first few, in order
	said      map[string]bool // all of them
}

// painted is the colour of a material at a texture coordinate, which the corners of about six faces
// need.
type painted struct {
	of *material
	c  color.NRGBA
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
		for name, m := range parseMaterials(data, path.Dir(name)) {
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

// coordinate adds a texture coordinate; missing values and values that are no numbers are 0.
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

// of is the colour of a material at a texture coordinate: vt counts from 1, or back from the end
// where it is negative; 0 for none.
func (p *paint) of(m *material, vt int) color.NRGBA {
	if vt < 0 {
		vt += len(p.at) + 1
	}
	if m.image != "" && vt >= 1 && vt <= len(p.at) {
		for len(p.last) < len(p.at) {
			p.last = append(p.last, painted{})
		}
		known := &p.last[vt-1]
		if known.of == m {
			return known.c
		}
		if img := p.image(m.image); img != nil {
			p.pictured = true
			uv := p.at[vt-1]
			u, v := m.wrap.Into(m.scale[0]*uv[0]+m.offset[0]), m.wrap.Into(m.scale[1]*uv[1]+m.offset[1])
			*known = painted{m, texture.Tint(texture.Sample(img, u, 1-v), m.factor())} // v counts upwards here
			return known.c
		}
	}
	return color.NRGBA{R: text.Byte(255 * m.kd[0]), G: text.Byte(255 * m.kd[1]), B: text.Byte(255 * m.kd[2]), A: text.Byte(255 * m.alpha)}
}

// factor multiplies a material's picture. Programs that write a picture often
// write black beside it, and do not mean it.
func (m *material) factor() [4]float64 {
	if !m.hasKd || m.kd == ([3]float64{}) {
		return [4]float64{1, 1, 1, m.alpha}
	}
	r, g, b := colorful.Color{R: m.kd[0], G: m.kd[1], B: m.kd[2]}.LinearRgb()
	return [4]float64{r, g, b, m.alpha}
}

// image is a picture; nil where it cannot be used, with one warning for each picture.
func (p *paint) image(name string) image.Image {
	img, err := p.pictures.Get(name)
	if err != nil {
		p.trouble("A texture was left out: %v.", err)
	}
	return img
}

// colors are the colours of n vertices, white where no face has a material; nil where there is only one
// colour, which would tell nothing apart: a warning says so, unless the colour is a grey.
func (p *paint) colors(n int) []color.NRGBA {
	colors, varied := p.means.Colors(n)
	if !varied && !p.pictured {
		if len(colors) > 0 {
			if said := texture.OneColor(colors[0]); said != "" {
				p.trouble("%s", said)
			}
		}
		return nil
	}
	return colors
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
