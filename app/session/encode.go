package session

import (
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"time"

	"gwscope/app/version"
	"gwscope/meshio"
)

// FileVersion is the version of the files that this program writes. It grows when older programs
// would misread new files. It does not grow for a new field that they can ignore.
const FileVersion = 1

// formatName tells a session file from other JSON.
const formatName = "gwscope session"

// file is the form on disk.
type file struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Program string          `json:"program"`
	Saved   time.Time       `json:"saved"`
	A       *storedShape    `json:"a"`
	B       *storedShape    `json:"b"`
	Options json.RawMessage `json:"options"`
	Marks   *Marks          `json:"marks,omitempty"`
	View    json.RawMessage `json:"view,omitempty"`
	Cameras []Camera        `json:"cameras,omitempty"`
	Layout  Layout          `json:"layout"`
	Units   string          `json:"units,omitempty"`
	Notes   string          `json:"notes,omitempty"`
	Play    *Play           `json:"play,omitempty"`
	Export  *Export         `json:"export,omitempty"`
	Origin  string          `json:"origin,omitempty"`
	Cohort  *storedPair     `json:"cohort,omitempty"`
	Result  *storedResult   `json:"result,omitempty"`
}

type storedResult struct {
	Result
	Options  json.RawMessage `json:"options"`
	Training json.RawMessage `json:"training,omitempty"`
}

// Encode writes a document for a file in dir, with paths relative to dir where both are on one
// volume. It sets d.Program and d.Saved.
func Encode(w io.Writer, d *Document, dir string) error {
	for s := range d.Cameras {
		if _, err := json.Marshal(d.Cameras[s]); err != nil {
			d.Cameras[s] = Unaimed // JSON has no form for NaN, which would keep all else from being saved
		}
	}
	d.Program, d.Saved = "GWScope "+version.String(), time.Now().UTC().Truncate(time.Second)
	options, err := encodeOptions(d.Options, d.otherOptions)
	if err != nil {
		return err
	}
	f := file{Format: formatName, Version: FileVersion, Program: d.Program, Saved: d.Saved,
		A: storeShape(d.A, dir), B: storeShape(d.B, dir), Options: options, View: d.View, Cameras: d.Cameras[:],
		Layout: d.Layout, Units: d.Units, Notes: d.Notes, Export: d.Export, Origin: d.Origin, Cohort: storePair(d.Cohort, dir)}
	if d.Play != (Play{}) {
		f.Play = &d.Play
	}
	if !d.Marks.Empty() || d.Marks.SolveKey() != "" {
		f.Marks = &d.Marks
	}
	if d.Result != nil {
		f.Result = &storedResult{Result: *d.Result}
		if f.Result.Options, err = encodeOptions(d.Result.Options, nil); err != nil {
			return err
		}
		if t := d.Result.Training; t != nil {
			if f.Result.Training, err = json.Marshal(t); err != nil {
				return err
			}
		}
	}
	known, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if len(d.others) > 0 {
		if known, err = together(known, d.others); err != nil {
			return err
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(json.RawMessage(known))
}

// together adds members that this program does not know to an object.
func together(object []byte, others map[string]json.RawMessage) ([]byte, error) {
	all := map[string]json.RawMessage{}
	maps.Copy(all, others)
	if err := json.Unmarshal(object, &all); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// Save writes a document into a file. An old file stays until the new one is complete.
func Save(path string, d *Document) error {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return meshio.WriteFile(path, func(w io.Writer) error { return Encode(w, d, filepath.Dir(absolute)) })
}
