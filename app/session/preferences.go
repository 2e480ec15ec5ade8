package session

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
)

// Preferences are a person's settings of all windows. Start from [NewPreferences].
type Preferences struct {
	Appearance string // system (default) | light | dark
	// Options are the options that a fresh session begins with.
	Options Options
	UpAxis  string // y (default) | z: the axis that is up in a fresh session
	Units   string // of coordinates in a fresh session, "" for none; only shown
	// AutosaveSeconds is how often changes are saved against a crash; 0 for never,
	// default 30.
	AutosaveSeconds int
	// AskOnClose asks before changes that were not saved are lost; default true.
	AskOnClose bool
	// OwnDialogs has files chosen in the window's dialog, also where the desktop has one.
	OwnDialogs bool
	// Panels are how the window is arranged around the views.
	Panels Panels
	// SolveOnOpen matches two shapes as soon as both are opened; default true.
	SolveOnOpen bool
	// Welcomed tells that the window has shown the card of its first start; default false.
	Welcomed bool
}

// Values of some preferences.
var (
	Appearances      = []string{"system", "light", "dark"}
	UpAxes           = []string{"y", "z"}
	UnitChoices      = []string{"", "µm", "mm", "cm", "m"}
	AutosaveChoices  = []int{0, 10, 30, 60, 300}
	PreferredOptions = []string{"samples", "effort", "threads", "backend"} // that the sheet offers
)

// NewPreferences are the preferences of somebody who has not chosen any.
func NewPreferences() Preferences {
	return Preferences{Appearance: "system", Options: Defaults(), UpAxis: "y", AutosaveSeconds: 30, AskOnClose: true, SolveOnOpen: true}
}

func (h Home) preferencesPath() string { return filepath.Join(h.Config, "preferences.json") }

// Preferences reads them. Each that is missing, or is nothing that this version knows,
// is as in NewPreferences; the error says why a whole file cannot be read.
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
	json.Unmarshal(members["ask_on_close"], &p.AskOnClose) // stays as it is where it is no truth value
	json.Unmarshal(members["solve_on_open"], &p.SolveOnOpen)
	json.Unmarshal(members["welcomed"], &p.Welcomed)
	if o, _, _, err := decodeOptions(members["options"], schema); err == nil {
		p.Options = o
	}
	return p, nil
}

// SavePreferences writes them. Of the options only those are written that are not the
// program's own defaults, so that a better default reaches everybody.
func (h Home) SavePreferences(p Preferences) error {
	options, err := changed(p.Options)
	if err != nil {
		return err
	}
	return writeSmall(h.preferencesPath(), map[string]any{"appearance": p.Appearance, "options": options, "up_axis": p.UpAxis, "units": p.Units,
		"autosave_seconds": p.AutosaveSeconds, "ask_on_close": p.AskOnClose, "solve_on_open": p.SolveOnOpen, "welcomed": p.Welcomed,
		"panels": p.Panels.keep(), "own_dialogs": p.OwnDialogs})
}

// changed are the members of options that are not the defaults.
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
