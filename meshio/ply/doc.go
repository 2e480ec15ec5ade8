// Package ply reads and writes Stanford polygon files: text, little-endian and
// big-endian. Vertices may carry normals, colours (integer or floating point)
// and any other numbers, which become Scalars; faces may have any number of
// corners; triangle strips are unrolled; pictures that comments name become colours of
// vertices. Other elements and lists are read past.
//
// The format is described by Turk ("The PLY Polygon File Format", 1994).
package ply
