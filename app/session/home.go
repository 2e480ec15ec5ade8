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

// Home is where the program keeps a person's own files that are no documents.
type Home struct {
	Config string // folder of the preferences
	State  string // folder of recent files and of copies against crashes
}

// UserHome is the home of the person who runs the program, by the customs of the system:
// on Linux below XDG_CONFIG_HOME and XDG_STATE_HOME, on Windows below %APPDATA% and %LOCALAPPDATA%. Its folders need not be there.
func UserHome() (Home, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return Home{}, err
	}
	h := Home{Config: filepath.Join(config, "gwscope"), State: filepath.Join(config, "gwscope", "state")}
	switch runtime.GOOS {
	case "windows":
		if local, err := os.UserCacheDir(); err == nil { // which does not travel with the person's account
			h.State = filepath.Join(local, "gwscope")
		}
		return h, nil
	case "darwin", "ios", "plan9":
		return h, nil
	}
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) { // as the custom says, a relative one counts for nothing
		home, err := os.UserHomeDir()
		if err != nil {
			return h, nil
		}
		state = filepath.Join(home, ".local", "state")
	}
	h.State = filepath.Join(state, "gwscope")
	return h, nil
}

// readSmall reads a JSON file into v, which stays as it is where there is none.
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
