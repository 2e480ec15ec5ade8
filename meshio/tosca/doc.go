// Package tosca reads and writes meshes as the TOSCA data set keeps them: a file of vertices
// (.vert) with a row x y z for each, and a file of triangles (.tri) of the same name beside it,
// with a row of three numbers for each. The numbers are places in the list of vertices, which
// counts from 1. Files that count from 0 are known by a corner 0.
package tosca
