package session

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"gwscope/meshio"
)

// Home has the folders of a person's files that are not documents.
type Home struct {
	Config string // for the preferences
	State  string // for recent files and for copies against crashes
}

// UserHome has the folders of the person who runs the program, where the system expects them:
// on Linux below XDG_CONFIG_HOME and XDG_STATE_HOME, on Windows below %APPDATA% and
// %LOCALAPPDATA%. They need not exist.
func UserHome() (Home, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return Home{}, err
	}
	h := Home{Config: filepath.Join(config, "gwscope"), State: filepath.Join(config, "gwscope", "state")}
	switch runtime.GOOS {
	case "windows":
		if local, err := os.UserCacheDir(); err == nil { // it stays on this computer, other than %APPDATA%
			h.State = filepath.Join(local, "gwscope")
		}
		return h, nil
	case "darwin", "ios", "plan9":
		return h, nil
	}
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // the rules of XDG ignore a relative path
		home, err := os.UserHomeDir()
		if err != nil {
			return h, nil
		}
		state = filepath.Join(home, ".local", "state")
	}
	h.State = filepath.Join(state, "gwscope")
	return h, nil
}

// readSmall reads a JSON file into v. Without a file, v stays as it is.
func readSmall(path string, v any) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return &fs.PathError{Op: "read", Path: path, Err: explain(err, data)}
	}
	return nil
}

// writeSmall writes v as a JSON file.
func writeSmall(path string, v any) error {
	return meshio.WriteFile(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	})
}
