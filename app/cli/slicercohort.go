package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gwscope/app/cohort"
	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/app/slicer"
	"gwscope/meshio"
)

// cohortJob is a job that Slicer gives to the module for cohorts.
type cohortJob struct {
	specimens, template, landmarks, dir, mean, returned *string
	opt                                                 session.Options
}

func runCohortModule(ctx context.Context, env Env, m *slicer.Module, args []string) error {
	j := cohortJob{opt: session.Defaults()}
	flags := newFlags("slicer run "+m.Name, "[options]", m.About)
	j.specimens = flags.String(slicer.FlagSpecimens, "", "folder of meshes")
	j.template = flags.String(slicer.FlagTemplate, "", "file of the template")
	j.landmarks = flags.String(slicer.FlagLandmarksDir, "", "folder of landmarks")
	j.dir = flags.String(slicer.FlagCohort, "", "folder of results")
	j.mean = flags.String(slicer.FlagMean, "", "file for the mean shape")
	j.returned = flags.String("returnparameterfile", "", "file for the results that are numbers")
	flags.String("processinformationaddress", "", "passed over")
	addOptions(flags, &j.opt)
	rest, err := parse(env, flags, asOurs(args))
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("%s takes options alone, and got %q", m.Name, rest[0])
	}
	if *j.dir == "" {
		return usagef("%s needs a folder of results: --%s", m.Name, slicer.FlagCohort)
	}
	return asFilter(env, m, func() error { return j.run(ctx, env, flags) })
}

func (j *cohortJob) run(ctx context.Context, env Env, flags *flag.FlagSet) error {
	if _, err := os.Stat(filepath.Join(*j.dir, cohort.FileName)); err == nil {
		comment(env, "going on: "+cohort.FileName+" lists the shapes")
	} else if err := j.begin(flags); err != nil {
		return err
	}
	c, w, err := openCohort(ctx, *j.dir)
	if err != nil {
		return err
	}
	at, err := c.Run(ctx, w, cohort.Settings{Threads: j.opt.Threads, Progress: func(p cohort.Progress) {
		if p.Pair != nil {
			comment(env, fmt.Sprintf("%s to %s", p.Pair.A.Name, p.Pair.B.Name))
		}
		fmt.Fprintf(env.Stdout, "<filter-progress>%.3f</filter-progress>\n", 0.9*float64(p.Done)/float64(max(p.All, 1)))
	}})
	if err != nil {
		return err
	}
	comment(env, "merging")
	a, err := c.Merge(ctx, w)
	if err != nil {
		return err
	}
	for _, n := range a.Notes {
		fmt.Fprintf(env.Stderr, "warning: %s\n", n)
	}
	if *j.mean != "" {
		if a.Shapes == nil {
			return fmt.Errorf("there is no mean shape: too few specimens can be trusted; %s tells more", c.Dir.Path(cohort.ResultsDir, cohort.ReportFile))
		}
		mean, err := meshio.Load(c.Dir.Path(cohort.ResultsDir, cohort.MeanFile), meshio.LoadOptions{})
		if err != nil {
			return err
		}
		if err := meshio.Save(*j.mean, mean); err != nil {
			return err
		}
	}
	fmt.Fprintln(env.Stdout, "<filter-progress>1</filter-progress>")
	if *j.returned == "" {
		return nil
	}
	flagged := c.Status(w).Flagged
	return meshio.WriteFile(*j.returned, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s = %d\n%s = %d\n%s = %d\n", slicer.ReturnPairs, at.All, slicer.ReturnFlagged, flagged, slicer.ReturnFailed, at.Failed)
		return err
	})
}

// begin makes the cohort. Slicer deletes the template's file afterwards, so the cohort keeps a
// copy.
func (j *cohortJob) begin(flags *flag.FlagSet) error {
	if *j.specimens == "" {
		return fmt.Errorf("a cohort needs a folder of specimens: --%s", slicer.FlagSpecimens)
	}
	p := cohort.Plan{Specimens: []string{*j.specimens}, Landmarks: *j.landmarks, Options: cohort.FileOptions{}}
	if *j.template != "" {
		m, err := meshio.Load(*j.template, meshio.LoadOptions{DropInvalid: j.opt.DropInvalid})
		if err != nil {
			return err
		}
		if m.Space == "" { // Slicer's own files are in LPS
			m.Space = "LPS"
		}
		template := filepath.Join(*j.dir, "template.ply")
		if err := meshio.Save(template, m); err != nil {
			return err
		}
		p.Templates = []string{template}
	}
	fresh := session.Defaults()
	flags.Visit(func(f *flag.Flag) {
		o := option.Lookup(f.Name)
		if o == nil || f.Name == "threads" || o.Get(&j.opt) == o.Get(&fresh) {
			return
		}
		p.Options[f.Name] = o.Get(&j.opt)
	})
	_, err := cohort.New(*j.dir, p)
	return err
}
