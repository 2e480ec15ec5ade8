// Package option has the table of a match's options: each row has the flag, the control and the
// place in a file of one setting. The values are plain data ([session.Options]). Each method has a
// file here with the rows of its own options.
package option
