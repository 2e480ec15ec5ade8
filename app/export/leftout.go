package export

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"gwscope/meshio/mesh"
)

// leaveOut removes the errors of files that single precision would destroy from errs (one for
// each kind of export) and returns a sentence on each file. The other files are good without
// these. Where all kinds have failed, it changes nothing.
func leaveOut(dir string, errs []error) (told []string) {
	if !slices.Contains(errs, nil) {
		return nil
	}
	for k, err := range errs {
		if _, destroyed := errors.AsType[*mesh.PrecisionError](err); destroyed {
			told = append(told, strings.TrimPrefix(err.Error(), dir+string(filepath.Separator))+"; the file is left out")
			errs[k] = nil
		}
	}
	return told
}
