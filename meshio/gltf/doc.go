// Package gltf reads and writes glTF 2.0, as a single GLB file or as JSON. All
// meshes of the scene become one, placed by their nodes, with a group for each
// primitive. [EncodeMorph] writes a mesh that any viewer plays as a morph.
//
// The document model and the writer are those of github.com/qmuntal/gltf. Its
// readers trust counts and offsets, so containers and accessors are read here,
// each checked against the bytes there are.
package gltf
