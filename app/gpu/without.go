//go:build !cgo

package gpu

import (
	"errors"

	"gwscope/solver/nn"
)

// Open returns an error: a program without C libraries cannot use graphics cards.
func Open(func(func())) (nn.Backend, bool, error) {
	return nil, false, errors.New("this program was built without C libraries, which graphics cards need")
}
