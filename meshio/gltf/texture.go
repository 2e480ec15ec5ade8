package gltf

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
)

// textured are the colours of the vertices of a primitive whose material has a base
// colour texture: the texture where each vertex lies, times the material's own colour.
// Detail between vertices is lost, for meshes here have colours at vertices only. It is
// nil where there is no such texture, and an error says why one cannot be used.
func (d *decoder) textured(p *gltf.Primitive, vertices int) ([]color.NRGBA, error) {
	if p.Material == nil || *p.Material < 0 || *p.Material >= len(d.doc.Materials) || d.doc.Materials[*p.Material] == nil {
		return nil, nil
	}
	pbr := d.doc.Materials[*p.Material].PBRMetallicRoughness
	if pbr == nil || pbr.BaseColorTexture == nil {
		return nil, nil
	}
	index, ok := p.Attributes["TEXCOORD_"+strconv.Itoa(pbr.BaseColorTexture.TexCoord)]
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
	img, wrap, err := d.texture(pbr.BaseColorTexture.Index)
	if err != nil {
		return nil, err
	}
	factor := pbr.BaseColorFactorOrDefault()
	out := make([]color.NRGBA, vertices)
	for i := range out {
		at := uv.row(i)
		out[i] = texture.Tint(texture.Sample(img, wrap[0].Into(at[0]), wrap[1].Into(at[1])), factor)
	}
	return out, nil
}

// texture unpacks texture index, once, and tells how it repeats along u and v.
func (d *decoder) texture(index int) (image.Image, [2]texture.Wrap, error) {
	var wrap [2]texture.Wrap
	if index < 0 || index >= len(d.doc.Textures) || d.doc.Textures[index] == nil {
		return nil, wrap, text.Whole("texture %d does not exist; there are %d", index, len(d.doc.Textures))
	}
	t := d.doc.Textures[index]
	if t.Sampler != nil && *t.Sampler >= 0 && *t.Sampler < len(d.doc.Samplers) && d.doc.Samplers[*t.Sampler] != nil {
		s := d.doc.Samplers[*t.Sampler]
		wrap = [2]texture.Wrap{wraps[s.WrapS], wraps[s.WrapT]}
	}
	if t.Source == nil || *t.Source < 0 || *t.Source >= len(d.doc.Images) || d.doc.Images[*t.Source] == nil {
		return nil, wrap, text.Whole("texture %d has no image that can be read", index)
	}
	if img, ok := d.images[*t.Source]; ok {
		return img, wrap, nil
	}
	data, err := d.imageData(d.doc.Images[*t.Source])
	if err != nil {
		return nil, wrap, err
	}
	img, err := texture.Decode(data, fmt.Sprintf("the image of texture %d", index))
	if err != nil {
		return nil, wrap, err
	}
	if d.images == nil {
		d.images = map[int]image.Image{}
	}
	d.images[*t.Source] = img
	return img, wrap, nil
}

// imageData are the bytes of an image in a buffer view, in the document, or beside it.
func (d *decoder) imageData(im *gltf.Image) ([]byte, error) {
	if im.BufferView != nil {
		view := *im.BufferView
		if view < 0 || view >= len(d.doc.BufferViews) || d.doc.BufferViews[view] == nil {
			return nil, text.Whole("an image is in buffer view %d, which does not exist", view)
		}
		v := d.doc.BufferViews[view]
		if v.Buffer < 0 || v.Buffer >= len(d.doc.Buffers) {
			return nil, text.Whole("an image is in buffer %d, which does not exist", v.Buffer)
		}
		data := d.doc.Buffers[v.Buffer].Data
		if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
			return nil, text.Whole("an image lies beyond the end of its buffer")
		}
		return data[v.ByteOffset : v.ByteOffset+v.ByteLength], nil
	}
	return external("an image", im.URI, d.files)
}

// wraps are the ways to repeat a picture that glTF knows.
var wraps = map[gltf.WrappingMode]texture.Wrap{gltf.WrapClampToEdge: texture.Clamp, gltf.WrapMirroredRepeat: texture.Mirror}
