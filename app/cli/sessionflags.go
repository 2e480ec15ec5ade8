package cli

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// sessionFlags let a match be described by a session file, and kept in one. A nil one
// does nothing.
type sessionFlags struct {
	from, to string
	doc      *session.Document       // read from the file from; nil without
	keep     func(*session.Document) // puts the other flags into the file
}

func addSessionFlags(fs *flag.FlagSet) *sessionFlags {
	s := &sessionFlags{}
	fs.StringVar(&s.from, "session", "", "session file that names the shapes, options, landmarks, view and the last export; typed options override its own")
	fs.StringVar(&s.to, "save-session", "", "session file to write, which the window opens with the match in it")
	return s
}

// read opens the session, if one is asked for: it stands for the two references, and its
// options for those that were not given.
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
		if i := slices.IndexFunc(option.Table, func(row option.Option) bool { return row.Name == f.Name }); i >= 0 && err == nil {
			err = option.Table[i].Set(&merged, f.Value.String())
		}
	})
	s.doc = doc
	return []string{doc.A.Ref, doc.B.Ref}, merged, err
}

// marks are the session's, where the command line gives none of its own.
func (s *sessionFlags) marks(given session.Marks) session.Marks {
	if s == nil || s.doc == nil || !given.Empty() {
		return given
	}
	return s.doc.Marks
}

// choice is the minimum that a person chose in the session, from 1; given is what the
// command line says.
func (s *sessionFlags) choice(fs *flag.FlagSet, given int) int {
	said := false
	fs.Visit(func(f *flag.Flag) { said = said || f.Name == "choose" })
	if said || s.doc == nil || s.doc.Result == nil || !s.doc.Result.ByPerson {
		return given
	}
	return s.doc.Result.Chosen + 1
}

// compare says where a match is another than the one that the session keeps, though it
// should be the same.
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
