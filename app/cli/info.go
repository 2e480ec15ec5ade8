package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

func runVersion(_ context.Context, env Env, args []string) error {
	if _, err := parse(env, newFlags("version", "", "Prints the version and, where known, the revision it was built from."), args); err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout, "gwscope "+version.String())
	return nil
}

func runInfo(ctx context.Context, env Env, args []string) error {
	fs := newFlags("info", "SHAPE [--json]", "Lists the parts and the oddities of a mesh: components, boundary,\nnon-manifold edges, isolated or duplicate vertices, winding. For a session file it\nlists the shapes, the options and the match that it keeps.")
	asJSON := fs.Bool("json", false, "print the report as JSON")
	drop := fs.Bool("drop-invalid", false, "leave out vertices whose coordinates are not finite numbers")
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(refs) != 1 {
		return usagef("info takes one shape, and got %d", len(refs))
	}
	if session.Is(refs[0]) {
		return infoOfSession(env, refs[0], *asJSON)
	}
	s, err := pipeline.NewEngine().Load(ctx, refs[0], session.Options{Reading: session.Reading{DropInvalid: *drop}})
	if err != nil {
		return err
	}
	if *asJSON {
		return printJSON(env, struct {
			Name     string      `json:"name"`
			Format   string      `json:"format"`
			Warnings []string    `json:"reader_warnings"`
			Report   mesh.Report `json:"report"`
		}{s.Mesh.Name, s.Mesh.Origin.Format, append([]string{}, s.Mesh.Origin.Warnings...), s.Report})
	}
	fmt.Fprintf(env.Stdout, "%s (%s)\n", s.Mesh.Name, s.Mesh.Origin.Format)
	for _, line := range s.Report.Sentences() {
		fmt.Fprintln(env.Stdout, "  "+line)
	}
	if s.Mesh.Space != "" {
		fmt.Fprintf(env.Stdout, "  The coordinates are in %s.\n", s.Mesh.Space)
	}
	if s.Report.PointCloud {
		if d, err := metric.NewDomain(s.Mesh, metric.DomainOptions{DropFar: true}); err == nil && d.IsCurve() {
			fmt.Fprintln(env.Stdout, "  The points lie along a curve.")
		}
	}
	return nil
}

func printJSON(env Env, value any) error {
	enc := json.NewEncoder(env.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

func runSamples(_ context.Context, env Env, args []string) error {
	if _, err := parse(env, newFlags("samples", "", "Lists the embedded shapes; use them as sample:NAME."), args); err != nil {
		return err
	}
	var objects []shapes.Info // the first of each category
	count := map[string]int{}
	for _, s := range shapes.Names() {
		if !s.Object {
			fmt.Fprintf(env.Stdout, "sample:%-14s %s\n", s.ID, s.Label)
			continue
		}
		if count[s.Kind]++; count[s.Kind] == 1 {
			objects = append(objects, s)
		}
	}
	for _, s := range objects {
		fmt.Fprintf(env.Stdout, "sample:%-14s %s, with labelled parts; up to sample:%s/%d\n", s.ID, s.Kind, s.Kind, count[s.Kind])
	}
	for _, p := range shapes.Populations() {
		fmt.Fprintf(env.Stdout, "sample:%-14s an individual of random proportions, as many as you like; sample:%s is a cohort of %d\n", p.Name+"/1", p.Name, p.Usual)
	}
	return nil
}

func runConvert(ctx context.Context, env Env, args []string) error {
	fs := newFlags("convert", "IN OUT", "Reads a shape (file or sample:NAME) and writes it in the format of OUT's extension:\n"+meshio.Written()+"\nThese and "+meshio.OnlyRead()+" are read.")
	drop := fs.Bool("drop-invalid", false, "leave out vertices whose coordinates are not finite numbers")
	outliers := fs.Bool("drop-outliers", false, "leave out vertices that lie far from all others")
	text := fs.Bool("text", false, "write numbers as text in formats that are binary otherwise: "+meshio.Texts())
	files, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(files) != 2 {
		return usagef("convert takes two files, IN and OUT, and got %d", len(files))
	}
	s, err := pipeline.NewEngine().Load(ctx, files[0], session.Options{Reading: session.Reading{DropInvalid: *drop}})
	if err != nil {
		return err
	}
	m := s.Mesh
	if *outliers {
		m, _ = m.DropFar()
	}
	for _, w := range m.Origin.Warnings {
		fmt.Fprintf(env.Stderr, "warning: %s: %s\n", files[0], w)
	}
	save := meshio.Save
	if *text {
		save = meshio.SaveText
	}
	if err := save(files[1], m); err != nil {
		return err
	}
	if lost := meshio.Lost(files[1], m); lost != "" {
		fmt.Fprintf(env.Stderr, "warning: %s\n", lost)
	}
	return nil
}
