package gltf

import (
	"encoding/json"
	"image/color"
	"math"
	"strconv"

	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
)

// base is the colour that a material gives to a surface: a factor in linear light, and
// perhaps a texture.
type base struct {
	factor  [4]float64
	texture *gltf.TextureInfo
}

var white = [4]float64{1, 1, 1, 1}

// baseOf is the colour of a primitive's material, of metallic roughness or of the older
// specular glossiness; white where there is none.
func (d *decoder) baseOf(p *gltf.Primitive) base {
	b := base{factor: white}
	if p.Material == nil || *p.Material < 0 || *p.Material >= len(d.doc.Materials) || d.doc.Materials[*p.Material] == nil {
		return b
	}
	m := d.doc.Materials[*p.Material]
	if pbr := m.PBRMetallicRoughness; pbr != nil {
		b = base{pbr.BaseColorFactorOrDefault(), pbr.BaseColorTexture}
	}
	var older struct {
		Factor  []float64         `json:"diffuseFactor"`
		Texture *gltf.TextureInfo `json:"diffuseTexture"`
	}
	if extension(m.Extensions, "KHR_materials_pbrSpecularGlossiness", &older) && b.texture == nil && b.factor == white {
		if len(older.Factor) == 4 {
			copy(b.factor[:], older.Factor)
		}
		b.texture = older.Texture
	}
	return b
}

// extension reads an extension that the library does not know; it returns false where that is not there
// or cannot be read.
func extension(all gltf.Extensions, name string, into any) bool {
	raw, ok := all[name].(json.RawMessage)
	return ok && json.Unmarshal(raw, into) == nil
}

// colorsOf are the colours of the vertices of a primitive: its own, times the colour of its material's
// texture where each vertex lies, times the material's factor. Detail between vertices is lost, because
// meshes here have colours at vertices only. It is nil where there is no colour. A texture that cannot
// be used is left out with a warning.
func (d *decoder) colorsOf(p *gltf.Primitive, vertices int) ([]color.NRGBA, error) {
	b := d.baseOf(p)
	var own table
	if index, ok := p.Attributes[gltf.COLOR_0]; ok {
		colors, err := read(d.doc, index, d.limit)
		if err != nil {
			return nil, err
		}
		if colors.columns >= 3 && colors.rows() == vertices {
			own = colors
		}
	}
	sample, err := d.sampler(p, b.texture, vertices)
	if err != nil {
		d.trouble = err
	}
	switch {
	case own.columns == 0 && sample == nil && b.factor == white:
		return nil, nil
	case own.columns != 0 || sample != nil:
		d.detailed = true
	}
	out := make([]color.NRGBA, vertices)
	for i := range out {
		factor := b.factor
		if own.columns != 0 {
			for k, v := range own.row(i) {
				factor[k] *= v
			}
		}
		if sample != nil {
			out[i] = texture.Tint(sample(i), factor)
		} else {
			out[i] = texture.SRGB(factor[:])
		}
	}
	return out, nil
}

// sampler gives the colour of a texture at each vertex; nil where there is no texture, or
// the vertices have no coordinates in it.
func (d *decoder) sampler(p *gltf.Primitive, info *gltf.TextureInfo, vertices int) (func(i int) [4]float64, error) {
	if info == nil {
		return nil, nil
	}
	move := transform{Scale: [2]float64{1, 1}, TexCoord: info.TexCoord}
	extension(info.Extensions, "KHR_texture_transform", &move)
	index, ok := p.Attributes["TEXCOORD_"+strconv.Itoa(move.TexCoord)]
	if !ok {
		return nil, nil
	}
	uv, err := read(d.doc, index, d.limit)
	if err != nil {
		return nil, err
	}
	if uv.columns != 2 || uv.rows() != vertices {
		return nil, text.Whole("%d texture coordinates of %d columns for %d vertices", uv.rows(), uv.columns, vertices)
	}
	img, wrap, err := d.texture(info.Index)
	if err != nil {
		return nil, err
	}
	return func(i int) [4]float64 {
		at := move.of(uv.row(i))
		return texture.Sample(img, wrap[0].Into(at[0]), wrap[1].Into(at[1]))
	}, nil
}

// transform is KHR_texture_transform: scale, then a turn counter-clockwise as seen, where v
// counts downwards, then an offset.
type transform struct {
	Offset   [2]float64 `json:"offset"`
	Rotation float64    `json:"rotation"`
	Scale    [2]float64 `json:"scale"`
	TexCoord int        `json:"texCoord"`
}

func (t transform) of(uv []float64) [2]float64 {
	if t.Rotation == 0 {
		return [2]float64{t.Scale[0]*uv[0] + t.Offset[0], t.Scale[1]*uv[1] + t.Offset[1]}
	}
	sin, cos := math.Sincos(t.Rotation)
	u, v := t.Scale[0]*uv[0], t.Scale[1]*uv[1]
	return [2]float64{cos*u + sin*v + t.Offset[0], cos*v - sin*u + t.Offset[1]}
}
