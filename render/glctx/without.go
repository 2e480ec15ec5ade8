//go:build !cgo

package glctx

import "errors"

// Start fails: OpenGL is reached through C.
func Start(Options) (*Thread, error) {
	return nil, errors.New("this program was built without C (CGO_ENABLED=0), and draws nothing")
}
