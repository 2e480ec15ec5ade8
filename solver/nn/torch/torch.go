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

// interpreters are where PyTorch may be: what a person names, that of the path (an
// environment of pip or conda), and Debian's, which has the package python3-torch.
func interpreters() []string {
	var names []string
	if name := os.Getenv("GWSCOPE_PYTHON"); name != "" {
		names = append(names, name)
	}
	return append(names, "python3", "/usr/bin/python3")
}

// find is the first interpreter whose PyTorch a Python expression holds for, and its version.
func find(expression string) (python, version string, err error) {
	for _, name := range interpreters() {
		out, err := exec.Command(name, "-c", "import sys, torch; print(torch.__version__); sys.exit(not ("+expression+"))").Output()
		if err == nil {
			return name, strings.TrimSpace(string(out)), nil
		}
	}
	return "", "", errors.New("no PyTorch beside ours: install python3-torch, or name a Python that has it in GWSCOPE_PYTHON")
}

type found struct {
	python, version string
	err             error
}

func once(expression string) func() found {
	return sync.OnceValue(func() found {
		python, version, err := find(expression)
		return found{python, version, err}
	})
}

var (
	cpu  = once("True")
	cuda = once("torch.cuda.is_available()")
)

// CPU is a Python with PyTorch and its version; the error says what to install.
func CPU() (python, version string, err error) {
	f := cpu()
	return f.python, f.version, f.err
}

// CUDA is the same for a PyTorch that sees a graphics card.
func CUDA() (python, version string, err error) {
	f := cuda()
	if f.err != nil {
		return "", "", errors.New("no PyTorch with CUDA: name a Python that has it in GWSCOPE_PYTHON")
	}
	return f.python, f.version, nil
}

// Milliseconds runs a script that prints "WHAT: MILLISECONDS".
func Milliseconds(ctx context.Context, python, script string, arguments ...any) (float64, error) {
	words := []string{script}
	for _, a := range arguments {
		words = append(words, fmt.Sprint(a))
	}
	out, err := exec.CommandContext(ctx, python, words...).Output()
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
