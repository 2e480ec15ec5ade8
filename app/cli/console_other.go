//go:build !windows

package cli

import "os"

// obeysEscapes reports whether a terminal understands the sequences that move the cursor.
func obeysEscapes(*os.File) bool { return true }
