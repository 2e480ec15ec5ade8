package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"gwscope/app/cohort"
	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
)

const aboutCohortNew = `Makes the folder DIR with a file cohort.yaml, which can be edited, and checks the shapes.
Specimens are files, folders of meshes, or embedded shapes; sample:cats, sample:horses,
sample:elephants and sample:humans stand for twelve individuals with known truth and
landmarks. Files of landmarks beside a mesh with its name (.mrk.json, .fcsv, .tps, .csv) are
read. Specimens of several folders make a group for each folder. Without --template the first
specimen is the template. Options of a match that are given here go into the file.`

func runCohortNew(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("cohort new", "DIR SPECIMENS... --template FILE [options]", aboutCohortNew)
	var p cohort.Plan
	fs.Var(&list{&p.Templates}, "template", "a shape that is matched to all specimens; may be given several times")
	fs.StringVar(&p.Landmarks, "landmarks", "", "folder with files of landmarks, each with the name of its shape (default: beside the shapes)")
	fs.IntVar(&p.Individuals, "individuals", 0, "number of individuals that sample:cats and the like stand for; 0 for 12")
	fs.IntVar(&p.Vertices, "vertices", 0, "number of vertices of each of these; 0 for about 5000")
	fs.StringVar(&p.Pairs, "pairs", "", "templates|all: each template with each specimen, or all pairs of specimens, too, for the matrix of GW distances (default templates)")
	fs.IntVar(&p.Nearest, "nearest", 0, "with --pairs all, leave out pairs in which neither can be among this number of nearest specimens of the other; 0 leaves none out")
	keep := fs.String("export", "", "more files to write of each pair, as --export of gwscope match")
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
	fmt.Fprintf(env.Stdout, "%s and %s -> %s\n", mesh.Count(len(c.Templates), "template"), mesh.Count(len(c.Specimens), "specimen"), c.Dir.Path(cohort.FileName))
	return checkCohort(ctx, env, rest[0])
}

// list is a flag that may be given several times.
type list struct{ to *[]string }

func (l *list) String() string { return "" }

func (l *list) Set(s string) error {
	*l.to = append(*l.to, s)
	return nil
}

const aboutCohortCheck = `Looks at every shape of a cohort and prints a line with its oddities: files that cannot be
read, holes and loose pieces, sizes unlike the others, duplicates, landmarks without a
counterpart, and specimens that fit the first one better as a mirror image.`

func runCohortCheck(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort check", "DIR", aboutCohortCheck)
	dir, err := parseCohort(env, fs, args)
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
		fmt.Fprintf(env.Stdout, "%s with oddities.\n", mesh.Count(odd, "shape"))
	}
	return nil
}
