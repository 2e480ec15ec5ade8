package gui

import (
	"maps"
	"os"
	"path/filepath"
	"strings"

	"gwscope/app/cohort"
	"gwscope/app/lesson"
	"gwscope/app/pipeline"
)

// makeForLesson makes the cohort of a step anew in a folder of the program's own, shows its page, and goes on.
func (cs *cohorts) makeForLesson(name string, s *lesson.Step, then func()) {
	base := os.TempDir()
	if cs.preferences.home != nil {
		base = cs.preferences.home.State
	}
	// The page has the folder's name as its title.
	dir := filepath.Join(base, "lessons", filepath.Base(name), strings.TrimPrefix(s.Cohort.Of, pipeline.SamplePrefix))
	plan := cohort.Plan{Specimens: []string{s.Cohort.Of}, Individuals: s.Cohort.Individuals, Vertices: s.Cohort.Vertices, Options: maps.Clone(s.Options)}
	cs.page.Close()
	cs.m.setStatus("Making the specimens …")
	cs.tasks.background(func() func() {
		err := os.RemoveAll(dir) // of an earlier lesson
		if err == nil {
			_, err = cohort.New(dir, plan)
		}
		return func() {
			if err != nil {
				cs.m.setStatus(idle)
				cs.dialogs.fail("The cohort of the lesson cannot be made", err)
				return
			}
			cs.read(dir, true, then)
		}
	})
}

// tell adds the state of the cohort to a lesson's scene.
func (cs *cohorts) tell(s *lesson.Scene) {
	p := cs.page
	if p.Cohort() == nil {
		return
	}
	s.Page, s.Brushed, s.Bent = p.Visible(), p.Chosen(), p.Bent()
	_, ok := cs.entry()
	s.Opened = ok && !p.Visible() && cs.m.match != nil
	s.Merged, s.Judged = p.AllMerged(), p.Decisions.Made()
}
