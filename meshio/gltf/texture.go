package gltf

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg" // the two kinds of image that glTF allows
	_ "image/png"
	"math"
	"strconv"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
)

// An image is bounded before it is unpacked: to 8192 x 8192 pixels, which graphics cards
// of all kinds take, and to pixelsPerByte of what is stored, beyond a small one. JPEG of a
// plain surface has about a hundred pixels in a byte.
const (
	mostPixels    = 1 << 26
	smallImage    = 1 << 16
	pixelsPerByte = 256
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
		out[i] = tint(sample(img, wrapped(at[0], wrap[0]), wrapped(at[1], wrap[1])), factor)
	}
	return out, nil
}

// texture unpacks texture index, once, and tells how it repeats along u and v.
func (d *decoder) texture(index int) (image.Image, [2]gltf.WrappingMode, error) {
	var wrap [2]gltf.WrappingMode
	if index < 0 || index >= len(d.doc.Textures) || d.doc.Textures[index] == nil {
		return nil, wrap, text.Whole("texture %d does not exist; there are %d", index, len(d.doc.Textures))
	}
	t := d.doc.Textures[index]
	if t.Sampler != nil && *t.Sampler >= 0 && *t.Sampler < len(d.doc.Samplers) && d.doc.Samplers[*t.Sampler] != nil {
		s := d.doc.Samplers[*t.Sampler]
		wrap = [2]gltf.WrappingMode{s.WrapS, s.WrapT}
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
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, wrap, text.Whole("the image of texture %d is neither PNG nor JPEG: %v", index, err)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > mostPixels/config.Height || config.Width*config.Height > smallImage+pixelsPerByte*len(data) {
		return nil, wrap, text.Whole("the image of texture %d has %d x %d pixels in %d bytes: make it smaller", index, config.Width, config.Height, len(data))
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, wrap, text.Whole("the %s image of texture %d is damaged: %v", kind, index, err)
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

// wrapped brings a texture coordinate into [0, 1], as a sampler says; what is not finite
// is 0.
func wrapped(u float64, mode gltf.WrappingMode) float64 {
	if u-u != 0 {
		return 0
	}
	switch mode {
	case gltf.WrapClampToEdge:
		return min(max(u, 0), 1)
	case gltf.WrapMirroredRepeat:
		u = math.Abs(math.Remainder(u, 2))
		return u
	}
	if u == 1 {
		return 1 // the far edge itself, not the near one of the next tile
	}
	return u - math.Floor(u)
}

// sample mixes the four pixels about a place, (0, 0) the upper left corner of the image.
func sample(img image.Image, u, v float64) [4]float64 {
	b := img.Bounds()
	x, y := u*float64(b.Dx())-0.5, v*float64(b.Dy())-0.5
	x0, y0 := math.Floor(x), math.Floor(y)
	var out [4]float64
	for _, corner := range [4][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		w := (1 - math.Abs(x-x0-corner[0])) * (1 - math.Abs(y-y0-corner[1]))
		px := min(max(int(x0+corner[0]), 0), b.Dx()-1)
		py := min(max(int(y0+corner[1]), 0), b.Dy()-1)
		c := color.NRGBAModel.Convert(img.At(b.Min.X+px, b.Min.Y+py)).(color.NRGBA)
		for k, channel := range [4]uint8{c.R, c.G, c.B, c.A} {
			out[k] += w * float64(channel) / 255
		}
	}
	return out
}

// tint multiplies a colour of an image, which is not linear in light, by a factor that is.
func tint(c [4]float64, factor [4]float64) color.NRGBA {
	r, g, b := colorful.Color{R: c[0], G: c[1], B: c[2]}.LinearRgb()
	return toSRGB([]float64{r * factor[0], g * factor[1], b * factor[2], c[3] * factor[3]})
}
