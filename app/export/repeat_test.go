package export

import "testing"

// A path is one word for the shells of each system.
func TestWordsAreQuotedForTheSystem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ system, word, want string }{
		{"linux", "scans/a.ply", "scans/a.ply"},
		{"linux", "my scans/it's.ply", `'my scans/it'\''s.ply'`},
		{"linux", "", "''"},
		{"linux", `a\b`, `'a\b'`},
		{"windows", `C:\scans\a.ply`, `C:\scans\a.ply`},
		{"windows", `C:\my scans\it's.ply`, `"C:\my scans\it's.ply"`},
		{"windows", "a,b", `"a,b"`},
		{"windows", "", `""`},
	} {
		if got := quoteFor(tt.system, tt.word); got != tt.want {
			t.Errorf("%s: %s becomes %s, want %s", tt.system, tt.word, got, tt.want)
		}
	}
}
