// Package landmark holds named places on shapes and reads and writes the files that
// keep them: 3D Slicer's .fcsv and .mrk.json, TPS, IDAV Landmark's .pts, NTSYS's .nts, Morphologika, and plain
// CSV. A file is written with one specimen; of a file with several, one is read.
//
// A [Set] belongs to one shape. Landmarks keep the order and the names of the file
// they came from; landmarks of two shapes that have the same name are a pair, and a
// pair that is pinned on both shapes is one that a match has to honour. Positions are
// in the units and axes of the shape's own file: Slicer's files, which say whether x
// and y run to the left and back (LPS) or to the right and front (RAS), are read in
// LPS, and [Snap] brings them to the axes of the mesh where its file names some.
//
// A landmark of a file need not lie on the shape: [Place] finds the nearest place on the
// surface, and says how far it was.
package landmark
