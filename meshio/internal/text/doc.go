// Package text holds the tools that the codecs share: reading a file whole, lines with
// their numbers, fields, exact and fast numbers, and the error that says where
// a file went wrong.
//
// Codecs read the whole file before they parse it. That costs its size in
// memory once, and buys a simple promise: no allocation is made for a count
// that the bytes at hand could not hold (see [Room]).
package text
