package slicer

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"gwscope/meshio"
)

// Install puts the modules into dir: for each a link to program (on Windows a .bat file that
// calls it), and its description beside it, so that Slicer need not start it to read the
// description. It returns the names of the files.
func Install(dir, program string) ([]string, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var files []string
	for _, m := range Modules() {
		link := filepath.Join(dir, m.Name)
		if runtime.GOOS == "windows" {
			link += ".bat"
			err = meshio.WriteFile(link, func(w io.Writer) error {
				_, err := io.WriteString(w, batch(program, m.Name))
				return err
			})
		} else if err = replaceable(link); err == nil {
			err = os.Symlink(program, link)
		}
		if err != nil {
			return files, err
		}
		description := filepath.Join(dir, m.Name+".xml")
		if err := meshio.WriteFile(description, m.WriteXML); err != nil {
			return files, err
		}
		files = append(files, link, description)
	}
	return files, nil
}

// batch is a .bat file that calls a module. Windows reads such a file in an old code page; if the
// path has other letters, the file first sets UTF-8. A per cent sign is written twice there.
func batch(program, module string) string {
	first := ""
	if strings.ContainsFunc(program, func(r rune) bool { return r > 127 }) {
		first = "@chcp 65001 >nul\r\n"
	}
	return fmt.Sprintf("%s@\"%s\" slicer run %s %%*\r\n", first, strings.ReplaceAll(program, "%", "%%"), module)
}

// replaceable removes an older link. It is an error if another file is there.
func replaceable(link string) error {
	info, err := os.Lstat(link)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return err
	case info.Mode()&os.ModeSymlink == 0:
		return fmt.Errorf("%s is there and is no link: remove it, or choose another folder", link)
	}
	return os.Remove(link)
}
