package gltf

import (
	"fmt"
	"image"

	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
)

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
	img, err := d.memory.Decode(data, fmt.Sprintf("the image of texture %d", index))
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
		return viewBytes(d.doc, *im.BufferView)
	}
	return external("an image", im.URI, d.files)
}

// wraps are the ways to repeat a picture that glTF knows.
var wraps = map[gltf.WrappingMode]texture.Wrap{gltf.WrapClampToEdge: texture.Clamp, gltf.WrapMirroredRepeat: texture.Mirror}
