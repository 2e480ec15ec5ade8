package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"gwscope/app/cohort"
	"gwscope/app/option"
	"gwscope/app/session"
)

const aboutCohortNew = `Makes the folder DIR with a file cohort.yaml, which can be edited, and checks the shapes.
Specimens are files, folders of meshes, or embedded shapes; sample:cats, sample:horses,
sample:elephants and sample:humans stand for twelve individuals with known truth and
landmarks. Landmarks that lie beside a mesh under its name (.mrk.json, .fcsv, .tps, .csv) are
found. Specimens of several folders are grouped by these. Without a template the first
specimen is one. The options of a match, given here, go into the file.`

func runCohortNew(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("cohort new", "DIR SPECIMENS... --template FILE [options]", aboutCohortNew)
	var p cohort.Plan
	fs.Var(&list{&p.Templates}, "template", "a shape that is matched to all specimens; may be given several times")
	fs.StringVar(&p.Landmarks, "landmarks", "", "folder with the landmarks of each shape under its name (default: beside the shapes)")
	fs.IntVar(&p.Individuals, "individuals", 0, "how many individuals sample:cats and its like stand for; 0 for 12")
	fs.IntVar(&p.Vertices, "vertices", 0, "how many vertices each of these has; 0 for about 5000")
	fs.StringVar(&p.Pairs, "pairs", "", "templates|all: each template with each specimen, or all pairs of specimens, too, for the matrix of GW distances (default templates)")
	fs.IntVar(&p.Nearest, "nearest", 0, "with --pairs all, leave out pairs that cannot be among so many nearest specimens of either; 0 leaves none out")
	keep := fs.String("export", "", "other files to write of each pair, as --export of gwscope match")
	addOptions(fs, &opt)
	rest, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(rest) < 2 {
		return usagef("cohort new takes a folder to make and specimens; gwscope cohort new --help tells more")
	}
	p.Specimens, p.Options = rest[1:], cohort.FileOptions{}
	fs.Visit(func(f *flag.Flag) {
		if o := option.Lookup(f.Name); o != nil && f.Name != "threads" {
			p.Options[f.Name] = o.Get(&opt)
		}
	})
	if *keep != "" {
		p.Keep = strings.Split(*keep, ",")
	}
	c, err := cohort.New(rest[0], p)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s and %s -> %s\n", counted(len(c.Templates), "template"), counted(len(c.Specimens), "specimen"), c.Dir.Path(cohort.FileName))
	return checkCohort(ctx, env, rest[0])
}

// list is a flag that may be given several times.
type list struct{ to *[]string }

func (l *list) String() string { return "" }

func (l *list) Set(s string) error {
	*l.to = append(*l.to, s)
	return nil
}

const aboutCohortCheck = `Looks at every shape of a cohort and says in a line what is odd: what cannot be read, holes and
loose pieces, sizes out of line with the others, duplicates, landmarks without a counterpart,
and specimens that fit the first one better as a mirror image.`

func runCohortCheck(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort check", "DIR", aboutCohortCheck)
	rest, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	dir, err := folderOfCohort("check", rest)
	if err != nil {
		return err
	}
	return checkCohort(ctx, env, dir)
}

func checkCohort(ctx context.Context, env Env, dir string) error {
	c, err := cohort.Open(dir)
	if err != nil {
		return err
	}
	findings, err := c.Check(ctx)
	if err != nil {
		return err
	}
	odd := 0
	for _, f := range findings {
		fmt.Fprintln(env.Stdout, "  "+f.Line())
		if len(f.Odd) > 0 {
			odd++
		}
	}
	if odd == 0 {
		fmt.Fprintln(env.Stdout, "All shapes are fine.")
	} else {
		fmt.Fprintf(env.Stdout, "%s with something to look at.\n", counted(odd, "shape"))
	}
	return nil
}
