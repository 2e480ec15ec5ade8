// Package pts reads and writes point clouds as plain text, one point a line:
// XYZ, PTS (a count first) and CSV. Numbers are separated by blanks, tabs or
// semicolons, and by commas where nothing else separates: elsewhere these are decimal
// commas. "#" and "//" begin comments; a line of column names may come first, in a
// comment or not.
package pts
