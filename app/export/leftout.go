package export

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"gwscope/meshio/mesh"
)

// leaveOut takes the errors of files that single precision would destroy from errs (one for
// each kind of export) and returns a sentence on each file. The other files are good without
// them. Where all kinds have failed, nothing is taken.
func leaveOut(dir string, errs []error) (told []string) {
	destroyed := new(mesh.PrecisionError)
	spoilt := func(err error) bool { return errors.As(err, &destroyed) }
	if !slices.ContainsFunc(errs, func(err error) bool { return err == nil }) {
		return nil
	}
	for k, err := range errs {
		if err == nil || !spoilt(err) {
			continue
		}
		told = append(told, strings.TrimPrefix(err.Error(), dir+string(filepath.Separator))+"; the file is left out")
		errs[k] = nil
	}
	return told
}
