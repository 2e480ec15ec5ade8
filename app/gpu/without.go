//go:build !cgo

package gpu

import (
	"errors"

	"gwscope/solver/nn"
)

// Open says that a program built without C libraries lends no card.
func Open(func(func())) (nn.Backend, bool, error) {
	return nil, false, errors.New("this program was built without C libraries, which graphics cards need")
}
