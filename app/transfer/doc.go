// Package transfer carries what lies on one shape over to another along a finished map:
// colours, values, groups and shape keys of a mesh, landmarks, curves, and sets of points. It computes no match;
// the map comes from a file, one of ours or of anybody.
package transfer
