// Package columns turns tables of numbers into points: it knows the usual names of columns, and the
// conventions of tables without names. Text files (package pts) and NumPy arrays (package npy) share
// it, so that the same content is read alike.
package columns
