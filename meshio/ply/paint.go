package ply

import (
	"bytes"
	"image"
	"image/color"

	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// textureFile is the name in a comment "TextureFile NAME", as MeshLab and others write it;
// "" for another comment.
func textureFile(fields [][]byte) string {
	if len(fields) < 3 || string(fields[1]) != "TextureFile" {
		return ""
	}
	return string(bytes.Join(fields[2:], []byte(" ")))
}

// coordinateNames are the names that writers give to texture coordinates of vertices.
var coordinateNames = [][2]string{{"texture_u", "texture_v"}, {"s", "t"}, {"u", "v"}, {"texture_s", "texture_t"}}

// paint gives vertices the colours of the pictures that a file names in comments, by
// texture coordinates of its vertices or of the corners of its faces.
type paint struct {
	names    []string // paths beside the mesh
	pictures texture.Pictures
	means    texture.Means
	trouble  error // the last picture that could not be used
}

// picture is a picture by its number; nil where there is none that can be used.
func (p *paint) picture(number int) image.Image {
	if number < 0 || number >= len(p.names) {
		return nil
	}
	img, err := p.pictures.Get(p.names[number])
	if err != nil {
		p.trouble = err
	}
	return img
}

// at is the colour of a picture; v counts upwards.
func at(img image.Image, u, v float64) color.NRGBA {
	c := texture.Sample(img, texture.Repeat.Into(u), 1-texture.Repeat.Into(v))
	return texture.Tint(c, [4]float64{1, 1, 1, 1})
}

// face paints the corners of a face, at coordinates u and v of each in turn.
func (p *paint) face(corners []int32, uv []float64, number int) {
	if len(uv) < 2*len(corners) {
		return
	}
	if img := p.picture(number); img != nil {
		for k, v := range corners {
			p.means.Add(int(v), at(img, uv[2*k], uv[2*k+1]))
		}
	}
}

// finish gives a mesh without colours those of its pictures.
func (p *paint) finish(m *mesh.Mesh) {
	if m.Colors == nil {
		if m.Colors, _ = p.means.Colors(len(m.Vertices)); m.Colors == nil {
			m.Colors = p.vertices(m)
		}
	}
	if p.trouble != nil {
		m.Warn("The texture was left out: %v.", p.trouble)
	}
}

// vertices are the colours by coordinates of vertices in the first picture, nil for none.
func (p *paint) vertices(m *mesh.Mesh) []color.NRGBA {
	column := func(name string) []float64 {
		for _, s := range m.Scalars {
			if s.Name == name {
				return s.Values
			}
		}
		return nil
	}
	for _, names := range coordinateNames {
		us, vs := column(names[0]), column(names[1])
		if us == nil || vs == nil {
			continue
		}
		img := p.picture(0)
		if img == nil {
			return nil
		}
		out := make([]color.NRGBA, len(us))
		for i := range out {
			out[i] = at(img, us[i], vs[i])
		}
		return out
	}
	return nil
}
