// Package torch times PyTorch beside our own networks. Only benchmarks use it.
package torch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// interpreters are Pythons that may have PyTorch: the one that a person names, that of the path (an
// environment of pip or conda), and Debian's, which has the package python3-torch.
func interpreters() []string {
	var names []string
	if name := os.Getenv("GWSCOPE_PYTHON"); name != "" {
		names = append(names, name)
	}
	return append(names, "python3", "/usr/bin/python3")
}

// Python is an interpreter that has PyTorch.
type Python struct {
	Path    string
	Version string // of PyTorch
}

// CPU is a Python with PyTorch; the error says what to install.
var CPU = sync.OnceValues(func() (Python, error) {
	return find("True", "no PyTorch beside ours: install python3-torch, or name a Python that has it in GWSCOPE_PYTHON")
})

// CUDA is one whose PyTorch sees a graphics card.
var CUDA = sync.OnceValues(func() (Python, error) {
	return find("torch.cuda.is_available()", "no PyTorch with CUDA: name a Python that has it in GWSCOPE_PYTHON")
})

// find is the first interpreter whose PyTorch a Python expression holds for.
func find(expression, otherwise string) (Python, error) {
	for _, name := range interpreters() {
		out, err := exec.Command(name, "-c", "import sys, torch; print(torch.__version__); sys.exit(not ("+expression+"))").Output()
		if err == nil {
			return Python{name, strings.TrimSpace(string(out))}, nil
		}
	}
	return Python{}, errors.New(otherwise)
}

// Milliseconds runs a script that prints "WHAT: MILLISECONDS".
func (p Python) Milliseconds(ctx context.Context, script string, arguments ...any) (float64, error) {
	words := []string{script}
	for _, a := range arguments {
		words = append(words, fmt.Sprint(a))
	}
	out, err := exec.CommandContext(ctx, p.Path, words...).Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", script, err)
	}
	_, rest, _ := strings.Cut(string(out), ": ")
	var ms float64
	if _, err := fmt.Sscan(rest, &ms); err != nil {
		return 0, fmt.Errorf("%s prints %q: %w", script, out, err)
	}
	return ms, nil
}
