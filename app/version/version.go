// Package version has the version of the program.
package version

import (
	"runtime/debug"
)

// Number is the next released version; FyneApp.toml and CHANGELOG.md have the same (a test
// compares them).
const Number = "0.1.0"

// String is the version with the revision that it was built from, where known.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Number
	}
	var revision, modified string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			modified = s.Value
		}
	}
	if len(revision) < 12 {
		return Number
	}
	if modified == "true" {
		return Number + "+" + revision[:12] + ".dirty"
	}
	return Number + "+" + revision[:12]
}
