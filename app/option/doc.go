// Package option has the table of a match's options: each row knows the flag, the control and the
// place in a file of one setting. The values are plain data ([session.Options]); the rows of a
// method's own options stand in a file of their own here.
package option
