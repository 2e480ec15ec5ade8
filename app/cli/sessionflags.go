package cli

import (
	"flag"
	"fmt"
	"path/filepath"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// sessionFlags name a session file that describes the match, and one that keeps it. A nil
// pointer does nothing.
type sessionFlags struct {
	from, to string
	doc      *session.Document       // the content of from; nil where there is none
	keep     func(*session.Document) // puts the other flags into the document to save
}

func addSessionFlags(fs *flag.FlagSet) *sessionFlags {
	s := &sessionFlags{}
	fs.StringVar(&s.from, "session", "", "session file that names the shapes, options, landmarks, view and the last export; typed options override its own")
	fs.StringVar(&s.to, "save-session", "", "session file to write, which the window opens with the match in it")
	return s
}

// read opens the session, if there is one. Its shapes stand for the two references; its options
// hold where no flag was typed.
func (s *sessionFlags) read(env Env, fs *flag.FlagSet, refs []string, opt session.Options) ([]string, session.Options, error) {
	if s.from == "" {
		return refs, opt, nil
	}
	if len(refs) > 0 {
		return nil, opt, usagef("match takes two shapes or --session, and got both (%s)", refs[0])
	}
	doc, err := session.Open(s.from, option.Schema)
	if err != nil {
		return nil, opt, err
	}
	for side, r := range []session.ShapeRef{doc.A, doc.B} {
		name := [2]string{"A", "B"}[side]
		switch {
		case r.Empty():
			return nil, opt, fmt.Errorf("%s: the session has no shape %s", s.from, name)
		case r.Missing:
			return nil, opt, fmt.Errorf("%s: shape %s is neither at %s nor beside the session: put it there, or open the session in the window and show where it is", s.from, name, r.Ref)
		}
	}
	for _, w := range doc.Warnings {
		fmt.Fprintf(env.Stderr, "warning: %s: %s\n", s.from, w)
	}
	merged := doc.Options
	fs.Visit(func(f *flag.Flag) {
		if o := option.Lookup(f.Name); o != nil && err == nil {
			err = o.Set(&merged, f.Value.String())
		}
	})
	s.doc = doc
	return []string{doc.A.Ref, doc.B.Ref}, merged, err
}

// marks are those of the command line, or those of the session where it gives none.
func (s *sessionFlags) marks(given session.Marks) session.Marks {
	if s == nil || s.doc == nil || !given.Empty() {
		return given
	}
	return s.doc.Marks
}

// choice is the number of the minimum to show, from 1: that of the command line, or the one that
// a person chose in the session.
func (s *sessionFlags) choice(fs *flag.FlagSet, typed int) int {
	if given(fs)["choose"] || s.doc == nil || s.doc.Result == nil || !s.doc.Result.ByPerson {
		return typed
	}
	return s.doc.Result.Chosen + 1
}

// compare warns where a match differs from the one that the session keeps, though it should be
// the same.
func (s *sessionFlags) compare(env Env, m *pipeline.Match) {
	if s == nil || s.doc == nil {
		return
	}
	changed := false
	for side, r := range []session.ShapeRef{s.doc.A, s.doc.B} {
		if key := []*pipeline.Shape{m.A, m.B}[side].Key; r.Key != "" && r.Key != key {
			changed = true
			fmt.Fprintf(env.Stderr, "warning: %s has changed since the session was saved\n", r.Ref)
		}
	}
	kept := s.doc.Result
	if kept == nil || changed || kept.Options != m.Options || kept.Steered != m.Marks.SolveKey() {
		return
	}
	if found := m.Result.GW2(); float64(kept.GW2) != found {
		fmt.Fprintf(env.Stderr, "warning: the session keeps a match of GW² %.9f, found by %s; this one has %.9f\n", float64(kept.GW2), kept.Program, found)
	}
}

// save writes the session that is asked for.
func (s *sessionFlags) save(m *pipeline.Match) error {
	if s == nil || s.to == "" {
		return nil
	}
	doc := s.doc
	if doc == nil {
		doc = session.NewDocument()
	}
	doc.Options, doc.Marks = m.Options, m.Marks
	s.keep(doc)
	doc.A, doc.B, doc.Result = m.A.SessionRef(), m.B.SessionRef(), pipeline.Keep(m)
	path := s.to
	if filepath.Ext(path) == "" {
		path += session.Extension
	}
	return session.Save(path, doc)
}
