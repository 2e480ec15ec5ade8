// Package session holds the document: which shapes, which options, which marks, which
// view, and what came out. It is pure data: it links no window, no solver and no renderer.
//
//	Options    the settings of a match (options.go). Package option has the table that says
//	           what values they take, and hands it to this package as a Schema.
//	Document   what a session file holds; Open and Save, by version (document.go,
//	           encode.go, decode.go). Older files take defaults, newer ones are refused
//	           with the reason, and what this version does not know is kept.
//	Result     a match as a file keeps it (result.go); package pipeline packs and restores it
//	History    undo and redo of what changed, step by step (history.go)
//	Home       a person's preferences, recent files, and what a crash would lose (home.go)
package session
