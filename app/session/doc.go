// Package session holds the document: shapes, options, marks, view, and result. It is pure data,
// without window, solver and renderer.
//
//	Options    the settings of a match (options.go). Package option has the table of
//	           their values, which this package knows as a Schema.
//	Document   the content of a session file; Open and Save, by version (document.go,
//	           encode.go, decode.go). Older files take defaults, newer ones are refused
//	           with the reason, and members that this version does not know are kept.
//	Result     a match as a file keeps it (result.go); package pipeline packs and restores it
//	History    undo and redo of changes, step by step (history.go)
//	Home       a person's preferences, recent files, and copies against crashes (home.go)
package session
