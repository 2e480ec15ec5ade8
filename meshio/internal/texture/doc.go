// Package texture turns the pictures that lie on meshes into colours of their
// vertices, for meshes here have colours at vertices only: detail between vertices is
// lost. The codecs share it, so that all of them bound and sample pictures alike.
package texture
