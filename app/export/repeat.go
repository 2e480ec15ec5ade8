package export

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// CommandLine is the command that finds a match again: every option that is not as
// in a fresh program and that its method looks at. The number of threads is left out,
// for it changes nothing. Where something was marked, all of it is in the session file
// that [SaveRepeat] writes into dir.
func CommandLine(m *pipeline.Match, dir string) string {
	words := []string{"gwscope", "match"}
	if !m.Marks.Empty() {
		words = append(words, "--session="+quote(filepath.Join(dir, RepeatFile)))
	} else {
		words = append(append(words, quote(m.A.Ref), quote(m.B.Ref)), optionWords(m.Options)...)
	}
	if m.Chosen > 0 {
		words = append(words, fmt.Sprintf("--choose=%d", m.Chosen+1))
	}
	return strings.Join(append(words, "--out", quote(dir)), " ")
}

func optionWords(opt session.Options) []string {
	var words []string
	fresh := session.Defaults()
	for i := range option.Table {
		row := &option.Table[i]
		value := row.Get(&opt)
		if row.Name == "threads" || value == row.Get(&fresh) || !row.For(opt.Method) {
			continue
		}
		words = append(words, "--"+row.Name+"="+quote(value))
	}
	return words
}

// SaveRepeat writes the session that CommandLine reads where places were marked: shapes, options and
// marks, and no result. Files of landmarks would not do, because they hold the places that a match has
// found as well.
func SaveRepeat(dir string, m *pipeline.Match) error {
	if m.Marks.Empty() {
		return nil
	}
	doc := session.NewDocument()
	doc.A, doc.B, doc.Options, doc.Marks = m.A.SessionRef(), m.B.SessionRef(), m.Options, m.Marks.Clone()
	return session.Save(filepath.Join(dir, RepeatFile), doc)
}

// Quoted joins words so that a shell reads them as they are.
func Quoted(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, quote(w))
	}
	return strings.Join(out, " ")
}

// quote makes a word one for a shell of this system.
func quote(word string) string { return quoteFor(runtime.GOOS, word) }

// quoteFor makes a word one for a shell: on Windows for cmd and PowerShell alike, which part paths by a
// backslash and keep no quotation marks in names.
func quoteFor(system, word string) string {
	others := "_-./:=,+%@"
	if system == "windows" {
		others = `_-./\:=+`
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(others, r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	if system == "windows" {
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
