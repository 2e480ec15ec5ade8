// Package npy reads and writes point clouds as NumPy arrays of n x 3 numbers (or n x 2, in the plane z
// = 0), and reads arrays of more columns and of records, whose colours, normals and values it keeps.
// NumPy reads and writes them by numpy.load and numpy.save.
package npy
