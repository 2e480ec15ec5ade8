// Package texture turns the pictures that lie on meshes into colours of their vertices, because meshes
// here have colours at vertices only; detail between vertices is lost. The codecs share it, so that all
// bound and sample pictures alike.
package texture
