package export

import (
	"fmt"
	"path/filepath"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// CommandLine is what a person types to find a match again: every option that is not as
// in a fresh program and that its method looks at. The number of threads is left out,
// for it changes nothing. Landmarks are those that were written into dir.
func CommandLine(m *pipeline.Match, dir string) string {
	words := []string{"gwscope", "match", quote(m.A.Ref), quote(m.B.Ref)}
	fresh, opt := session.Defaults(), m.Options
	for i := range session.Table {
		row := &session.Table[i]
		value := row.Get(&opt)
		if row.Name == "threads" || value == row.Get(&fresh) || !row.For(opt.Method) {
			continue
		}
		words = append(words, "--"+row.Name+"="+quote(value))
	}
	for _, marked := range []struct {
		flag, file string
		empty      bool
	}{{"--landmarks-a=", LandmarksA, m.Marks.A.Empty()}, {"--landmarks-b=", LandmarksB, m.Marks.B.Empty()}} {
		if !marked.empty {
			words = append(words, marked.flag+quote(filepath.Join(dir, marked.file+landmarkFormats[0])))
		}
	}
	if m.Chosen > 0 {
		words = append(words, fmt.Sprintf("--choose=%d", m.Chosen+1))
	}
	return strings.Join(append(words, "--out", quote(dir)), " ")
}

// Quoted joins words so that a shell reads them as they are.
func Quoted(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, quote(w))
	}
	return strings.Join(out, " ")
}

// quote makes a word one for a shell.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=,+%@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
