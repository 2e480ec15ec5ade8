// Package columns turns tables of numbers into points: it knows the names that columns
// have in use, and the conventions of tables that name none. Text files (package pts) and
// NumPy arrays (package npy) share it, so that the same content is read alike.
package columns
