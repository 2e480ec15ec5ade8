// Package pts reads and writes point clouds as plain text, one point a line:
// XYZ, PTS (a count first) and CSV. Numbers are separated by blanks, tabs,
// commas or semicolons; "#" and "//" begin comments; a line of column names
// may come first.
package pts
