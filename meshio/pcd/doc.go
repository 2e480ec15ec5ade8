// Package pcd reads and writes clouds of points of the Point Cloud Library: text, binary and
// compressed. Fields named x, y, z, normal_x and so on, and colours packed as rgb or rgba, get
// their meaning; other numbers become scalars. Organised clouds mark missing points by NaN,
// which loading can leave out.
//
// The format is described in "The PCD (Point Cloud Data) file format" of PCL's documentation;
// the packing is LibLZF's.
package pcd
