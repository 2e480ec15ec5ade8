// Package session holds the document: which shapes, which options, which view,
// and the one table of options that feeds the command line's flags, the
// window's controls and the saved file alike.
package session
