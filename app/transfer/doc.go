// Package transfer carries data from one shape to another by a finished map: colours, values,
// groups and shape keys of a mesh, landmarks, curves, and sets of points. It computes no match;
// the map comes from a file, which this or any other program has written.
package transfer
