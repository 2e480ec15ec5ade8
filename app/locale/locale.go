// Package locale gives the process a locale that the window's toolkit can read.
//
// Fyne looks the user's locale up when its packages are initialised, and writes
// lines of complaint to stderr where it is "C", "POSIX" or missing, as in
// containers, and in every command that opens no window. Go initialises the
// packages that are ready in the order of their import paths, and this one needs
// os alone, while Fyne's also needs text/template: so this init runs first. A
// test of the program sees to it that stderr stays quiet.
package locale

import "os"

func init() {
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if plain(value) {
				os.Setenv(name, "en_US.UTF-8")
			}
			return // the first that is set counts
		}
	}
	os.Setenv("LANG", "en_US.UTF-8")
}

// plain reports the locale of no language: "C", "POSIX", "C.UTF-8".
func plain(value string) bool {
	return value == "C" || value == "POSIX" || len(value) > 1 && value[:2] == "C."
}
