//go:build cgo

package gldraw

import (
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/render/scene"
)

// role tells apart buffers that are made of the same slice.
type role uint8

const (
	positionsRole role = iota
	normalsRole
	colorsRole
	valuesRole
	indicesRole
	computedNormalsRole
	coordsRole
	sidesRole
	innerRole
)

// sliceID is the identity of a slice. Being pointers, the keys keep the arrays
// alive, so that an address is never taken over by another array while it is here.
type sliceID struct {
	data unsafe.Pointer
	n    int
}

func idOf[T any](s []T) sliceID { return sliceID{unsafe.Pointer(unsafe.SliceData(s)), len(s)} }

type cacheKey struct {
	role
	a, b sliceID
}

// array is a slice on the graphics card.
type array struct {
	buffer uint32
	count  int
	bytes  int
	used   uint64 // number of the frame that drew it last
	// For positions: the box of the finite ones, and whether all are finite.
	bounds scene.Bounds
	finite bool
	sides  sides // of a surface
	// texture reads the buffer in shaders; 0 for most.
	texture uint32
}

// cache holds the arrays of recent frames.
type cache struct {
	arrays map[cacheKey]*array
	frame  uint64
	bytes  int
	// uploads counts arrays sent to the card, for tests.
	uploads int
}

// keepFrames is how many frames an array may go undrawn before it is dropped:
// long enough for views that are toggled back and forth, short enough for a
// playing morph, which brings new positions with every frame.
const keepFrames = 30

// keepBytes bounds the memory of undrawn arrays: a morph of a million triangles would fill the card's
// memory with past positions within a second. Beyond it, only the arrays of the last two frames are
// kept.
const keepBytes = 256 << 20

func newCache() *cache { return &cache{arrays: map[cacheKey]*array{}} }

// get finds the array, or makes it of the values that data returns.
func get[T any](c *cache, k cacheKey, target uint32, data func(*array) []T) *array {
	if a := c.arrays[k]; a != nil {
		a.used = c.frame
		return a
	}
	a := &array{used: c.frame}
	d := data(a)
	a.count = len(d)
	gl.GenBuffers(1, &a.buffer)
	gl.BindBuffer(target, a.buffer)
	var zero T
	a.bytes = len(d) * int(unsafe.Sizeof(zero))
	gl.BufferData(target, a.bytes, pointer(d), gl.STATIC_DRAW)
	c.bytes += a.bytes
	c.uploads++
	c.arrays[k] = a
	return a
}

func pointer[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

func (c *cache) positions(ps []scene.Vec) *array {
	return get(c, cacheKey{role: positionsRole, a: idOf(ps)}, gl.ARRAY_BUFFER, func(a *array) []scene.Vec {
		a.finite = !slices.ContainsFunc(ps, func(p scene.Vec) bool { return !scene.Finite(p) })
		a.bounds = scene.BoundsOf(ps)
		return ps
	})
}

// plain is an array of a slice as it is.
func plain[T any](c *cache, r role, s []T) *array {
	return get(c, cacheKey{role: r, a: idOf(s)}, gl.ARRAY_BUFFER, func(*array) []T { return s })
}

// inner are a surface's inner edges, as a texture.
func (c *cache) inner(marks []uint8) *array {
	a := get(c, cacheKey{role: innerRole, a: idOf(marks)}, gl.TEXTURE_BUFFER, func(*array) []uint8 { return marks })
	if a.texture == 0 {
		gl.GenTextures(1, &a.texture)
		gl.BindTexture(gl.TEXTURE_BUFFER, a.texture)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.R8UI, a.buffer)
	}
	return a
}

func (a *array) delete() {
	gl.DeleteTextures(1, &a.texture) // 0 is ignored
	gl.DeleteBuffers(1, &a.buffer)
}

// normals are the surface's own if there is one for each vertex, else computed.
func (c *cache) normals(s *scene.Surface) *array {
	if len(s.Normals) == len(s.Positions) {
		return plain(c, normalsRole, s.Normals)
	}
	k := cacheKey{role: computedNormalsRole, a: idOf(s.Positions), b: idOf(s.Triangles)}
	return get(c, k, gl.ARRAY_BUFFER, func(*array) []scene.Vec { return smoothNormals(s.Positions, s.Triangles) })
}

// indices are the triangles that can be drawn: corners in range and finite.
func (c *cache) indices(s *scene.Surface, positions *array) *array {
	// Whether an index is in range depends on the number of vertices only; which
	// vertices are finite depends on the positions themselves.
	k := cacheKey{role: indicesRole, a: idOf(s.Triangles), b: sliceID{n: len(s.Positions)}}
	if !positions.finite {
		k.b = idOf(s.Positions)
	}
	return get(c, k, gl.ELEMENT_ARRAY_BUFFER, func(*array) [][3]int32 { return drawable(s) })
}

func drawable(s *scene.Surface) [][3]int32 {
	bad := func(t [3]int32) bool { return !scene.Sound(s.Positions, t) }
	if !slices.ContainsFunc(s.Triangles, bad) {
		return s.Triangles
	}
	return slices.DeleteFunc(slices.Clone(s.Triangles), bad)
}

// next begins a frame and drops arrays that have not been drawn for a while.
func (c *cache) next() {
	c.frame++
	keep := uint64(keepFrames)
	if c.bytes > keepBytes {
		keep = 2
	}
	c.dropBefore(keep)
}

// dropBefore drops arrays that were not drawn in so many frames.
func (c *cache) dropBefore(keep uint64) {
	for k, a := range c.arrays {
		if a.used+keep < c.frame {
			a.delete()
			c.bytes -= a.bytes
			delete(c.arrays, k)
		}
	}
}

func (c *cache) delete() {
	for k, a := range c.arrays {
		a.delete()
		delete(c.arrays, k)
	}
}
