// Package text holds the tools that the codecs share: reading a file whole, lines with
// their numbers, fields, exact and fast numbers, and the error that says where
// a file went wrong.
//
// Codecs read the whole file before they parse it. That takes memory of its size once. In return they
// can check every count against the bytes at hand before they allocate memory for it (see [Room]).
package text
