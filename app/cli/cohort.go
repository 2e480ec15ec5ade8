package cli

import (
	"context"
	"flag"
	"os"
	"strings"

	"gwscope/app/cohort"
)

const aboutCohort = `A cohort is a folder with a file cohort.yaml: one or several templates are matched to many
specimens, and their shapes and landmarks are compared.

  gwscope cohort new DIR SPECIMENS... --template FILE    make the folder and its file
  gwscope cohort check DIR                               list oddities of the shapes
  gwscope cohort run DIR                                 match all pairs here, then merge
  gwscope cohort status DIR                              say how many pairs are done
  gwscope cohort merge DIR                               tables, meshes, statistics, report
  gwscope cohort work DIR --shard 3/12                   match a part, as one of many processes
  gwscope cohort submit DIR --slurm                      an array job, then a merge

--help explains each of them. A command that was stopped or killed goes on where it was when
it is run again. Any number of processes may work on one cohort at once.`

// cohortCommands are the words after gwscope cohort.
func cohortCommands() []command {
	return []command{
		{"new", "", "", runCohortNew},
		{"check", "", "", runCohortCheck},
		{"run", "", "", runCohortRun},
		{"work", "", "", runCohortWork},
		{"status", "", "", runCohortStatus},
		{"merge", "", "", runCohortMerge},
		{"submit", "", "", runCohortSubmit},
	}
}

func runCohort(ctx context.Context, env Env, args []string) error {
	if len(args) > 1 && strings.HasSuffix(args[0], "-help") { // from gwscope help cohort new
		args = append([]string{args[1], args[0]}, args[2:]...)
	}
	var names []string
	if len(args) > 0 && args[0] == serveCommand {
		return cohort.Serve(ctx, os.Stdin, env.Stdout)
	}
	for _, c := range cohortCommands() {
		if len(args) > 0 && c.name == args[0] {
			return c.run(ctx, env, args[1:])
		}
		names = append(names, c.name)
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return usagef("there is no gwscope cohort %s; there are %s", args[0], strings.Join(names, ", "))
	}
	fs := newFlags("cohort", "COMMAND DIR [options]", aboutCohort)
	if _, err := parse(env, fs, args); err != nil {
		return err
	}
	return usagef("gwscope cohort takes one of %s; gwscope cohort --help tells more", strings.Join(names, ", "))
}

// serveCommand is not for people: cohort run and cohort work start processes with it, which
// match the pairs that these name.
const serveCommand = "serve"

// parseCohort reads the flags of a command of cohorts, and the folder that it takes.
func parseCohort(env Env, fs *flag.FlagSet, args []string) (dir string, err error) {
	rest, err := parse(env, fs, args)
	if err != nil {
		return "", err
	}
	if len(rest) != 1 {
		return "", usagef("%s takes the folder of one cohort, and got %d; gwscope %s --help tells more", fs.Name(), len(rest), fs.Name())
	}
	return rest[0], nil
}
