package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gwscope/app/export"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/slicer"
	"gwscope/meshio"
)

const aboutSlicer = `Makes GWScope a part of 3D Slicer: match, landmark transfer and runs over a cohort become
modules under "Shape Analysis".

  gwscope slicer install DIR    write the modules into the folder DIR; then name DIR in Slicer
                                under Edit > Application Settings > Modules > Additional
                                module paths, and start Slicer again
  gwscope slicer run MODULE     what Slicer calls; --xml describes the module`

// Called makes a command line of the name and the arguments of the process: a program with the
// name of a module of 3D Slicer runs that module.
func Called(args []string) []string {
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	if slicer.Find(name) != nil {
		return append([]string{"slicer", "run", name}, args[1:]...)
	}
	return args[1:]
}

func runSlicer(ctx context.Context, env Env, args []string) error {
	if len(args) >= 2 && args[0] == "run" {
		m := slicer.Find(args[1])
		if m == nil {
			return usagef("there is no module %q", args[1])
		}
		return runModule(ctx, env, m, args[2:])
	}
	words, err := parse(env, newFlags("slicer", "install DIR", aboutSlicer), args)
	if err != nil {
		return err
	}
	if len(words) != 2 || words[0] != "install" {
		return usagef("slicer takes install and a folder; gwscope slicer --help tells more")
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	files, err := slicer.Install(words[1], program)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s\nName this folder in Slicer under Edit > Application Settings > Modules > Additional module paths.\n", strings.Join(files, "\n"))
	return nil
}

// moduleJob is a job that Slicer gives to a module.
type moduleJob struct {
	marked                                              *landmarkFlags
	registered, coloredA, coloredB, landmarks, returned *string
}

// runModule is a run that Slicer started. Progress goes to stdout as Slicer's elements, errors
// to stderr, with an exit code.
func runModule(ctx context.Context, env Env, m *slicer.Module, args []string) error {
	if len(args) == 1 && args[0] == "--xml" {
		return m.WriteXML(env.Stdout)
	}
	if m.Name == slicer.CohortName {
		return runCohortModule(ctx, env, m, args)
	}
	opt := session.Defaults()
	fs := newFlags("slicer run "+m.Name, "A B [options]", m.About)
	job := moduleJob{
		marked:     addLandmarkFlags(fs),
		registered: fs.String(slicer.FlagRegistered, "", "file for A's mesh on B"),
		coloredA:   fs.String(slicer.FlagColoredA, "", "file for A coloured"),
		coloredB:   fs.String(slicer.FlagColoredB, "", "file for B coloured"),
		landmarks:  fs.String(slicer.FlagLandmarksOut, "", "file for A's landmarks on B"),
		returned:   fs.String("returnparameterfile", "", "file for the results that are numbers"),
	}
	fs.String("processinformationaddress", "", "passed over")
	addOptions(fs, &opt)
	refs, err := parse(env, fs, asOurs(args))
	if err != nil {
		return err
	}
	if len(refs) != 2 {
		return usagef("%s takes two shapes, and got %d", m.Name, len(refs))
	}
	if err := job.marked.check(); err != nil {
		return err
	}
	return asFilter(env, m, func() error { return job.run(ctx, env, refs, opt) })
}

// asFilter runs a module between the elements that tell Slicer its begin and its end.
func asFilter(env Env, m *slicer.Module, run func() error) error {
	start := time.Now()
	fmt.Fprintf(env.Stdout, "<filter-start>\n<filter-name>%s</filter-name>\n<filter-comment>reading</filter-comment>\n</filter-start>\n", m.Name)
	err := run()
	fmt.Fprintf(env.Stdout, "<filter-end>\n<filter-name>%s</filter-name>\n<filter-time>%.3f</filter-time>\n</filter-end>\n", m.Name, time.Since(start).Seconds())
	return err
}

// comment tells Slicer the stage of a module.
func comment(env Env, text string) {
	fmt.Fprintf(env.Stdout, "<filter-comment>%s</filter-comment>\n", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text))
}

// asOurs turns Slicer's flags into ours: --drop_invalid becomes --drop-invalid, and --polish true
// becomes --polish=true, because our switches take no word of their own.
func asOurs(args []string) []string {
	switches := map[string]bool{}
	for i := range option.Table {
		if option.Table[i].Kind == option.Switch {
			switches["--"+option.Table[i].Name] = true
		}
	}
	var out []string
	for k := 0; k < len(args); k++ {
		if !strings.HasPrefix(args[k], "--") {
			out = append(out, args[k])
			continue
		}
		name, value, given := strings.Cut(args[k], "=")
		name = strings.ReplaceAll(name, "_", "-")
		if !given && switches[name] && k+1 < len(args) && (args[k+1] == "true" || args[k+1] == "false") {
			k++
			value, given = args[k], true
		}
		if given {
			name += "=" + value
		}
		out = append(out, name)
	}
	return out
}

func (j *moduleJob) run(ctx context.Context, env Env, refs []string, opt session.Options) error {
	engine := pipeline.NewEngine()
	a, b, err := loadBoth(ctx, engine, refs[0], refs[1], opt)
	if err != nil {
		return err
	}
	for _, s := range []*pipeline.Shape{a, b} {
		if s.Mesh.Space == "" { // Slicer's own files are in LPS
			s.Mesh.Space = "LPS"
		}
	}
	marks, err := j.marked.read(a, b)
	if err != nil {
		return err
	}
	stage := ""
	m, err := engine.MatchMarked(ctx, a, b, opt, marks, nil, func(p pipeline.Progress) {
		if p.Stage != stage {
			stage = p.Stage
			comment(env, stage)
		}
		fmt.Fprintf(env.Stdout, "<filter-progress>%.3f</filter-progress>\n", 0.95*p.Fraction)
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	j.marked.warn(env, marks)
	comment(env, "writing")
	if err := j.write(ctx, m); err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, "<filter-progress>1</filter-progress>")
	if *j.returned == "" {
		return nil
	}
	s := export.Summarize(m)
	margin, uncertain := float64(s.Margin), "no"
	if math.IsNaN(margin) || math.IsInf(margin, 0) {
		margin = -1
	}
	if s.Uncertain {
		uncertain = "yes"
	}
	return meshio.WriteFile(*j.returned, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s = %g\n%s = %g\n%s = %g\n%s = %s\n", slicer.ReturnProbability, float64(s.Trust.Probability), slicer.ReturnConfidence, float64(s.Trust.ConfidenceOfA), slicer.ReturnMargin, margin, slicer.ReturnUncertain, uncertain)
		return err
	})
}

// write writes the files that Slicer asked for.
func (j *moduleJob) write(ctx context.Context, m *pipeline.Match) error {
	if *j.landmarks != "" {
		if err := export.SaveCarried(*j.landmarks, m, false); err != nil {
			return err
		}
	}
	return export.SaveMeshes(ctx, m, *j.coloredA, *j.coloredB, *j.registered)
}
