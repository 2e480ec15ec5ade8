//go:build !cgo

package main

import "errors"

// window fails: the toolkit is reached through C.
func window(string, string) error {
	return errors.New("this program was built without C (CGO_ENABLED=0), and has no window: use gwscope match")
}
