// Package locale gives the process a locale that the window's toolkit can read.
//
// Fyne looks the user's locale up when its packages are initialised. Where the locale is "C",
// "POSIX" or missing, as in containers, it complains on stderr, also in commands that open no
// window. Go initialises the packages that are ready in the order of their import paths. This
// package needs only os, Fyne's also needs text/template: so this init runs first. A test
// checks that stderr stays quiet.
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

// plain reports whether a locale has no language: "C", "POSIX", "C.UTF-8".
func plain(value string) bool {
	return value == "C" || value == "POSIX" || len(value) > 1 && value[:2] == "C."
}
