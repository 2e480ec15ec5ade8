// Package session holds the document: which shapes, which options, which marks, which
// view, and what came out; and the one table of options that feeds the command line's
// flags, the window's controls and the saved file alike. It is pure data, without a
// window and without a solver at work.
//
//	Table      options: flags, controls and files by one description (table.go)
//	Document   what a session file holds; Open and Save, by version (document.go,
//	           encode.go, decode.go). Older files take defaults, newer ones are refused
//	           with the reason, and what this version does not know is kept.
//	Result     a match as a file keeps it (result.go); package pipeline packs and restores it
//	History    undo and redo of what changed, step by step (history.go)
//	Home       a person's preferences, recent files, and what a crash would lose (home.go)
package session
