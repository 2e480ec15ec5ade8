// Package samples makes the embedded shapes and their truth, and keeps them on the disk.
//
// Package shapes makes a shape in some tenths of a second. A program that is started for one
// match would make the same two shapes each time. So the program names a folder with [Keep],
// mostly below the user's cache folder; shapes that were made once are read from there. The name
// of a file depends on its content and on the build of the program: another build has files of
// its own, because its shapes may differ. Files are written under another name and renamed, have
// a checksum, and the folder has a largest size. If the folder cannot be written, or a file is
// damaged, shapes are made again, which only takes time.
//
// Without Keep nothing is read or written; tests do not call it.
package samples
