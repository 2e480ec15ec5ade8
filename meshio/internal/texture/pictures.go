package texture

import (
	"image"
	"io/fs"

	"gwscope/meshio/internal/text"
)

// Pictures unpacks the pictures beside a mesh when they are first needed, and each once.
type Pictures struct {
	Files  fs.FS
	images map[string]image.Image
	memory Budget
}

// Get is a picture by its path beside the mesh. A picture that cannot be used is nil, with an error at
// the first call for it.
func (p *Pictures) Get(name string) (image.Image, error) {
	if img, ok := p.images[name]; ok {
		return img, nil
	}
	if p.images == nil {
		p.images = map[string]image.Image{}
	}
	p.images[name] = nil
	what := "the texture " + text.Quote([]byte(name))
	data, err := Read(p.Files, name, what)
	if err != nil {
		return nil, err
	}
	img, err := p.memory.Decode(data, what)
	if err != nil {
		return nil, err
	}
	p.images[name] = img
	return img, nil
}
