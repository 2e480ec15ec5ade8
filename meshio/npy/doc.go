// Package npy reads and writes point clouds as NumPy arrays of n x 3 numbers
// (or n x 2, in the plane z = 0): numpy.save and numpy.load on the other side.
package npy
