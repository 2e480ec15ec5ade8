package session

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
)

// Preferences are a person's settings for all windows. Start from [NewPreferences].
type Preferences struct {
	Appearance string // system (default) | light | dark
	// Options are the options of a new session.
	Options Options
	UpAxis  string // y (default) | z: the axis that is up in a new session
	Units   string // of coordinates in a new session, "" for none; only shown
	// AutosaveSeconds is the time between copies against crashes; 0 for no copies, default 30.
	AutosaveSeconds int
	// AskOnClose asks before unsaved changes are lost; default true.
	AskOnClose bool
	// OwnDialogs uses the program's own dialog for files, also where the desktop has one.
	OwnDialogs bool
	// Panels are the arrangement of the panels around the views.
	Panels Panels
	// SolveOnOpen matches two shapes as soon as both are opened; default true.
	SolveOnOpen bool
	// Welcomed says that the card of the first start was shown; default false.
	Welcomed bool
}

// Values of some preferences.
var (
	Appearances      = []string{"system", "light", "dark"}
	UpAxes           = []string{"y", "z"}
	UnitChoices      = []string{"", "µm", "mm", "cm", "m"}
	AutosaveChoices  = []int{0, 10, 30, 60, 300}
	PreferredOptions = []string{"samples", "effort", "threads", "backend"} // in the window's sheet
)

// NewPreferences are the preferences of a new user.
func NewPreferences() Preferences {
	return Preferences{Appearance: "system", Options: Defaults(), UpAxis: "y", AutosaveSeconds: 30, AskOnClose: true, SolveOnOpen: true}
}

func (h Home) preferencesPath() string { return filepath.Join(h.Config, "preferences.json") }

// Preferences reads the preferences. A missing or unknown value is that of NewPreferences. The error
// says why the file cannot be read.
func (h Home) Preferences(schema Schema) (Preferences, error) {
	p := NewPreferences()
	var members map[string]json.RawMessage
	if err := readSmall(h.preferencesPath(), &members); err != nil {
		return p, err
	}
	text := func(name string, to *string, choices []string) {
		var s string
		if json.Unmarshal(members[name], &s) == nil && (choices == nil || slices.Contains(choices, s)) {
			*to = s
		}
	}
	text("appearance", &p.Appearance, Appearances)
	text("up_axis", &p.UpAxis, UpAxes)
	text("units", &p.Units, nil)
	var seconds int
	if json.Unmarshal(members["autosave_seconds"], &seconds) == nil && members["autosave_seconds"] != nil && seconds >= 0 {
		p.AutosaveSeconds = seconds
	}
	json.Unmarshal(members["own_dialogs"], &p.OwnDialogs)
	p.Panels = readPanels(members["panels"])
	json.Unmarshal(members["ask_on_close"], &p.AskOnClose) // without a truth value, it stays as it is
	json.Unmarshal(members["solve_on_open"], &p.SolveOnOpen)
	json.Unmarshal(members["welcomed"], &p.Welcomed)
	if o, _, _, err := decodeOptions(members["options"], schema); err == nil {
		p.Options = o
	}
	return p, nil
}

// SavePreferences writes the preferences. Options with their default values are left out, so that a
// better default of a later version reaches everybody.
func (h Home) SavePreferences(p Preferences) error {
	options, err := changed(p.Options)
	if err != nil {
		return err
	}
	return writeSmall(h.preferencesPath(), map[string]any{"appearance": p.Appearance, "options": options, "up_axis": p.UpAxis, "units": p.Units,
		"autosave_seconds": p.AutosaveSeconds, "ask_on_close": p.AskOnClose, "solve_on_open": p.SolveOnOpen, "welcomed": p.Welcomed,
		"panels": p.Panels.keep(), "own_dialogs": p.OwnDialogs})
}

// changed are the options that differ from the defaults.
func changed(o Options) (map[string]json.RawMessage, error) {
	var all, fresh map[string]json.RawMessage
	for to, from := range map[*map[string]json.RawMessage]Options{&all: o, &fresh: Defaults()} {
		data, err := json.Marshal(from)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, to); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(all, func(name string, v json.RawMessage) bool { return bytes.Equal(v, fresh[name]) })
	return all, nil
}
