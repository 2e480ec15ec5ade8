package export

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"gwscope/meshio/mesh"
)

// leaveOut takes from errs those of files that single precision would destroy, and says which
// files they were. The other files are as good without them; where there are no others, they
// stay errors.
func leaveOut(dir string, errs []error) (told []string) {
	destroyed := new(mesh.PrecisionError)
	spoilt := func(err error) bool { return errors.As(err, &destroyed) }
	if !slices.ContainsFunc(errs[:len(errs)-1], func(err error) bool { return err == nil }) {
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
