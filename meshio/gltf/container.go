package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
)

// Magic begins every GLB file.
const Magic = "glTF"

const (
	chunkJSON = 0x4E4F534A
	chunkBIN  = 0x004E4942
)

// open reads the JSON document and attaches the bytes of its buffers: the binary chunk and data URIs,
// which it holds, and other files, which come from files only.
func open(data []byte, files fs.FS) (*gltf.Document, error) {
	document, bin := data, []byte(nil)
	if bytes.HasPrefix(data, []byte(Magic)) {
		var err error
		if document, bin, err = splitGLB(data); err != nil {
			return nil, err
		}
	}
	document = text.UTF8(document)
	if bytes.Count(document, []byte("{")) > 1000+len(document)/leastObject {
		return nil, text.Whole("the JSON of this glTF file holds hardly anything but empty objects: the file is damaged")
	}
	// The version is looked at first: in glTF 1.0 nearly everything was of another type.
	var head struct {
		Asset struct {
			Version string `json:"version"`
		} `json:"asset"`
	}
	if err := json.Unmarshal(document, &head); err == nil && head.Asset.Version != "" && !strings.HasPrefix(head.Asset.Version, "2.") {
		return nil, text.Whole("this is glTF %s, which is not supported: convert it to 2.0", head.Asset.Version)
	}
	doc := new(gltf.Document)
	if err := json.Unmarshal(document, doc); err != nil {
		return nil, fmt.Errorf("the JSON of this glTF file cannot be read: %w", text.JSONError(document, err))
	}
	for _, extension := range doc.ExtensionsRequired {
		if unreadable[extension] {
			return nil, text.Whole("the file needs the extension %s, which is not supported: export it without compression", extension)
		}
	}
	for i, b := range doc.Buffers {
		if b == nil {
			return nil, text.Whole("buffer %d is null", i)
		}
		var err error
		if b.Data, err = bufferData(i, b, bin, files); err != nil {
			return nil, err
		}
		if b.ByteLength < 0 || b.ByteLength > len(b.Data) {
			return nil, text.Whole("buffer %d promises %d bytes, but has %d: the file is truncated or damaged", i, b.ByteLength, len(b.Data))
		}
		b.Data = b.Data[:b.ByteLength:b.ByteLength]
	}
	return doc, nil
}

// leastObject is the length of the shortest objects of a document, in bytes. Each object takes some
// hundred bytes of memory.
const leastObject = 12

// unreadable are extensions that change how geometry is stored.
var unreadable = map[string]bool{
	"KHR_draco_mesh_compression": true,
	"EXT_meshopt_compression":    true,
	"KHR_meshopt_compression":    true,
	"EXT_mesh_gpu_instancing":    true,
}

// splitGLB finds the JSON chunk and the binary chunk, if there is one.
func splitGLB(data []byte) (document, bin []byte, err error) {
	if len(data) < 20 {
		return nil, nil, text.AtByte(len(data), "the GLB header is truncated")
	}
	if version := binary.LittleEndian.Uint32(data[4:]); version != 2 {
		return nil, nil, text.AtByte(4, "this is glTF %d.0 (GLB version %d), which is not supported: convert it to 2.0", version, version)
	}
	for at := 12; at+8 <= len(data); {
		length, kind := int(binary.LittleEndian.Uint32(data[at:])), binary.LittleEndian.Uint32(data[at+4:])
		at += 8
		if length > len(data)-at {
			return nil, nil, text.AtByte(at, "a GLB chunk of %d bytes, but the file has only %d more: it is truncated", length, len(data)-at)
		}
		switch {
		case kind == chunkJSON && document == nil:
			document = data[at : at+length]
		case kind == chunkBIN && bin == nil:
			bin = data[at : at+length]
		}
		at += length
	}
	if document == nil {
		return nil, nil, text.AtByte(12, "this GLB file has no JSON chunk")
	}
	return document, bin, nil
}

func bufferData(i int, b *gltf.Buffer, bin []byte, files fs.FS) ([]byte, error) {
	switch {
	case b.URI == "" && i == 0 && bin != nil:
		return bin, nil
	case b.URI == "":
		return nil, text.Whole("buffer %d has no data", i)
	}
	return external(fmt.Sprintf("buffer %d", i), b.URI, files)
}

// external are bytes that a document holds itself, as a data URI, or that lie in a file beside it. what
// is the word for them in messages.
func external(what, uri string, files fs.FS) ([]byte, error) {
	if strings.HasPrefix(uri, "data:") {
		comma := strings.IndexByte(uri, ',')
		if comma < 0 || !strings.HasSuffix(uri[:comma], ";base64") {
			return nil, text.Whole("%s is embedded in an unknown way; expected data:...;base64,", what)
		}
		data, err := base64.StdEncoding.DecodeString(uri[comma+1:])
		if err != nil {
			return nil, text.Whole("%s is not base64: %v", what, err)
		}
		return data, nil
	}
	name, err := url.PathUnescape(uri)
	if name = path.Clean(name); err != nil || strings.Contains(uri, "://") || !fs.ValidPath(name) {
		return nil, text.Whole("%s is at %s; only files beside the glTF file or below it are read", what, text.Quote([]byte(uri)))
	}
	if files == nil {
		return nil, text.Whole("%s is in the file %s, which is not at hand: load the glTF file by its path, or use GLB", what, text.Quote([]byte(name)))
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, text.Whole("%s cannot be read: %v", what, err)
	}
	return data, nil
}
