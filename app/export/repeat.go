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

// CommandLine is the command that finds a match again, with the options of its method that are not
// the defaults. The number of threads is left out, because it changes nothing. Where something was
// marked, shapes, options and marks are in the session file that [SaveRepeat] writes into dir.
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

// SaveRepeat writes the session that CommandLine names where something was marked: shapes, options
// and marks, without a result. Landmark files would not do, because they also hold the places that
// a match has found.
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

// quote makes text one word for a shell of this system.
func quote(word string) string { return quoteFor(runtime.GOOS, word) }

// quoteFor makes text one word for a shell: on Windows for cmd and PowerShell, where paths have
// backslashes and names have no quotation marks.
func quoteFor(system, word string) string {
	others := "_-./:=,+%@"
	if system == "windows" {
		others = `_-./\:=+`
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(others, r)
	}
	if word != "" && strings.TrimLeftFunc(word, plain) == "" {
		return word
	}
	if system == "windows" {
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
