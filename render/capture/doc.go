// Package capture makes pictures for files: a [Figure] is shapes side by side
// with titles, caption and colour bar, drawn at any size; [Save] writes a
// picture so that a file is either whole or not there.
package capture
