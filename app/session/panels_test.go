package session

import (
	"os"
	"path/filepath"
	"testing"
)

// The arrangement of the panels is kept with the preferences, and a file that says nonsense
// leaves the rest as it is.
func TestPanelsAreKept(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	want := NewPreferences()
	want.Panels = Panels{Side: 412, Strip: 180, HideMorph: true}.Fold("scene", true).Fold("curve", true).Fold("view", true).Fold("view", false)
	if err := h.SavePreferences(want); err != nil {
		t.Fatal(err)
	}
	got, err := h.Preferences(someSchema)
	if err != nil || got != want {
		t.Errorf("kept %+v, read %+v (%v)", want.Panels, got.Panels, err)
	}
	if !got.Panels.IsFolded("scene") || !got.Panels.IsFolded("curve") || got.Panels.IsFolded("view") || got.Panels.IsFolded("") && got.Panels.Folded != "" {
		t.Errorf("folded are %q", got.Panels.Folded)
	}
	for _, text := range []string{`{"panels": 7}`, `{"panels": {"side": -3, "strip": 1e9}}`, `{"panels": {"side": "wide"}}`} {
		if err := os.WriteFile(filepath.Join(h.Config, "preferences.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := h.Preferences(someSchema); err != nil || p.Panels != (Panels{}) {
			t.Errorf("%s is read as %+v (%v)", text, p.Panels, err)
		}
	}
}
