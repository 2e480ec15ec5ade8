//go:build cgo && !linux

package glctx

import "errors"

func newEGL(bool) (Context, error) {
	return nil, errors.New("EGL: used on Linux only")
}
