package session

import (
	"os"
	"path/filepath"
)

// CohortPair is a specimen of a cohort with a template, by their names in the cohort.
type CohortPair struct {
	// Folder is the absolute path of the cohort's folder; "" where there is no pair.
	Folder             string
	Specimen, Template string
}

// storedPair is a CohortPair on disk. Like a shape's file, the folder is named relative to the
// session and absolutely.
type storedPair struct {
	Path     string `json:"path,omitempty"` // with slashes
	Absolute string `json:"absolute,omitempty"`
	Specimen string `json:"specimen"`
	Template string `json:"template"`
}

// storePair names a pair as seen from a folder; nil for none.
func storePair(p CohortPair, dir string) *storedPair {
	if p.Folder == "" {
		return nil
	}
	s := &storedPair{Absolute: p.Folder, Specimen: p.Specimen, Template: p.Template}
	if relative, err := filepath.Rel(dir, p.Folder); err == nil {
		s.Path = filepath.ToSlash(relative)
	}
	return s
}

// find is the pair with the present place of its folder, for a session that lies in dir. A folder
// that is not found keeps its old place.
func (s *storedPair) find(dir string) CohortPair {
	if s == nil || s.Path == "" && s.Absolute == "" {
		return CohortPair{}
	}
	p := CohortPair{Folder: filepath.FromSlash(s.Absolute), Specimen: s.Specimen, Template: s.Template}
	if s.Path != "" {
		at := filepath.Join(dir, filepath.FromSlash(s.Path))
		if info, err := os.Stat(at); err == nil && info.IsDir() || p.Folder == "" {
			p.Folder = at
		}
	}
	return p
}
