// Package samples hands out the embedded shapes and their truth, and keeps them on the disk.
//
// Package shapes makes a shape in some tenths of a second. A program that is started for one
// match would make the same two shapes each time. So the program names a folder with [Keep],
// mostly below the user's cache folder, and what was made once is read from there. A file is
// known by what is in it and by the build of the program that made it: another build makes its
// own, because its shapes may differ. Files are written beside and renamed, carry a checksum, and
// the folder is bounded. A folder that cannot be written, and a file that is damaged, change
// nothing but the time.
//
// Without Keep nothing is read or written; tests and libraries stay so.
package samples
