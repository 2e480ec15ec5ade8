package export

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/app/version"
	"gwscope/internal/figures"
	"gwscope/meshio"
	"gwscope/render/capture"
	"gwscope/solver/correspond"
)

// reportFigures is roughly the number of pictures in a report.
const reportFigures = 12

// reportFigure is a picture of a report.
type reportFigure struct {
	file, caption string
}

// saveReport writes report.md and its figures.
func (j *job) saveReport(ctx context.Context, dir string, progress func(float64)) error {
	figures, err := j.reportFigures(ctx, filepath.Join(dir, ReportFolder), progress)
	if err != nil {
		return err
	}
	if err := SaveRepeat(dir, j.m); err != nil {
		return err
	}
	text := j.reportText(figures, dir)
	return meshio.WriteFile(filepath.Join(dir, ReportFile), func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// reportFigures draws the pictures of a report: the match, its qualities at each
// vertex, the morph, and the curve of errors where the truth is known.
func (j *job) reportFigures(ctx context.Context, folder string, progress func(float64)) ([]reportFigure, error) {
	var out []reportFigure
	if err := PrepareDir(folder); err != nil {
		return nil, err
	}
	s := j.s // always both shapes on white
	s.View.Scenery, s.Panes, s.Bare = present.Scenery{Background: present.White}, PanesBoth, false
	look := j.with(s)
	add := func(name, caption string, f staged) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := look.save(ctx, f, filepath.Join(folder, name)); err != nil {
			return err
		}
		out = append(out, reportFigure{ReportFolder + "/" + name, caption})
		progress(min(float64(len(out))/(reportFigures-1), 1))
		return nil
	}
	view := present.NewView()
	view.Lines, view.Scenery = pictureLines, s.View.Scenery
	f, err := look.figure(ctx, view, 1600, 800)
	if err != nil {
		return nil, err
	}
	if err := add("match.png", "Colours by position on A, carried to B by the match; lines join matched samples.", f); err != nil {
		return nil, err
	}
	for _, q := range quantities {
		mode, ok := present.ModeOf(q.by)
		if !ok || !mode.Has(j.m) || look.stage().Quantity(q.by) == nil {
			continue
		}
		view := present.NewView()
		view.ColorBy, view.Scenery = q.by, s.View.Scenery
		f, err := look.figure(ctx, view, 1600, 800)
		if err != nil {
			return nil, err
		}
		if err := add(q.name+".png", mode.Label+": "+lowerFirst(mode.About), f); err != nil {
			return nil, err
		}
	}
	strip, err := look.strip(ctx)
	if err != nil {
		return nil, err
	}
	if err := add("morph.png", "A on its way to B: "+j.s.View.Way.Label(j.m)+".", strip); err != nil {
		return nil, err
	}
	if e := j.m.Errors; e != nil {
		name := "errors.png"
		if err := saveErrorCurve(filepath.Join(folder, name), e); err != nil {
			return nil, err
		}
		out = append(out, reportFigure{ReportFolder + "/" + name, "Share of A's vertices whose geodesic error / √area is at most so much."})
	}
	return out, nil
}

// strip shows the morph at five times.
func (j *job) strip(ctx context.Context) (staged, error) {
	strip := staged{Figure: &capture.Figure{Width: 1600, Height: 380, Scale: 1}, paneB: -1} // letters as large as in the other pictures
	for _, t := range []float64{0, 0.25, 0.5, 0.75, 1} {
		v := present.NewView()
		v.T = t
		s := j.s
		s.Panes = PanesMorph
		f, err := j.with(s).figure(ctx, v, 400, 400)
		if err != nil {
			return staged{}, err
		}
		strip.within, strip.Quality = f.within, f.Quality
		strip.Shapes = append(strip.Shapes, capture.Shape{Scene: f.Shapes[0].Scene, Title: fmt.Sprintf("t = %.2f", t)})
	}
	return strip, nil
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// reportText is the text of report.md.
func (j *job) reportText(figures []reportFigure, dir string) string {
	m := j.m
	w := &bytes.Buffer{}
	line := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	line("# %s matched with %s\n", md(m.A.Mesh.Name), md(m.B.Mesh.Name))
	v := m.Verdict()
	line("**%s**\n", v.Line())
	if v.Doubted() {
		for _, s := range v.Sentences() {
			line("- %s", md(s))
		}
	}
	line("\n%s, %d and %d samples: GW² %s, mean pair distortion %s of the diameter. The solver ended: %s.\n", option.MethodTitle(m.Options.Method),
		m.X.Len(), m.Y.Len(), figure(m.GW2(), 6), percentOf(m.MeanDistortion()), m.Result.Status)
	for _, n := range m.Notes() {
		line("- %s", md(n))
	}
	for _, f := range figures {
		line("\n![%s](%s)\n\n*%s*", md(f.caption), f.file, md(f.caption))
	}
	j.reportShapes(line)
	j.reportNumbers(line)
	j.reportRepeat(line, dir)
	return w.String()
}

// table writes rows, the first as the head.
func table(line func(string, ...any), rows ...[]string) {
	for i, r := range rows {
		line("| %s |", strings.Join(r, " | "))
		if i == 0 {
			line("|%s", strings.Repeat(" --- |", len(r)))
		}
	}
}

func (j *job) reportShapes(line func(string, ...any)) {
	m := j.m
	line("\n## Shapes\n")
	rows := [][]string{{"", "A (source)", "B (target)"}}
	add := func(what string, of func(*pipeline.Shape) string) {
		rows = append(rows, []string{what, of(m.A), of(m.B)})
	}
	add("Name", func(s *pipeline.Shape) string { return md(s.Mesh.Name) })
	add("File", func(s *pipeline.Shape) string { return "`" + strings.ReplaceAll(s.Ref, "`", "'") + "`" })
	add("Content", func(s *pipeline.Shape) string { return "`" + s.Key + "`" })
	add("Vertices", func(s *pipeline.Shape) string { return strconv.Itoa(len(s.Mesh.Vertices)) })
	add("Faces", func(s *pipeline.Shape) string { return strconv.Itoa(s.Mesh.FaceCount()) })
	add("What it is", func(s *pipeline.Shape) string { return md(s.Report.Summary()) })
	rows = append(rows, []string{"Distances", m.X.Kind.String(), m.Y.Kind.String()})
	table(line, rows...)
	for _, side := range []struct {
		name     string
		troubles []string
	}{{"A", slices.Concat(m.A.Report.Troubles(), m.X.Domain.Warnings)}, {"B", slices.Concat(m.B.Report.Troubles(), m.Y.Domain.Warnings)}} {
		for _, t := range side.troubles {
			line("\n- %s: %s", side.name, md(t))
		}
	}
}

func (j *job) reportNumbers(line func(string, ...any)) {
	m := j.m
	r := m.Result
	line("\n## Result\n")
	line("Losses are squared (GW²), on distances whose largest is 1.\n")
	rows := [][]string{{"Measure", "Value"}, {"GW²", figure(m.GW2(), 6)}}
	if r.Own == nil {
		rows = append(rows, []string{"GW² of the slicer, before polish", figure(float64(r.GW2Slicer), 6)})
	}
	rows = append(rows,
		[]string{"Marginal error", figure(float64(r.MarginalError), 3)},
		[]string{"Mean pair distortion", percentOf(m.MeanDistortion()) + " of the diameter"},
		[]string{"Targets that hold 90 % of a sample's mass, mean", figure(m.MeanSpread(), 2)},
		[]string{"Share of B's area that A hits", percentOf(correspond.Coverage(m.X.Domain, m.Y.Domain, m.AToB))},
		[]string{"Share of A's area that B hits", percentOf(correspond.Coverage(m.Y.Domain, m.X.Domain, m.BToA))},
		[]string{"Margin over the next minimum", figure(float64(r.Margin), 3)})
	rows = append(rows, reportSurface(m)...)
	if e := m.Errors; e != nil {
		s := correspond.Summarize(e.Direct)
		rows = append(rows, []string{"Geodesic error / √area, mean", figure(s.Mean, 4)}, []string{"before A's mesh was laid on B, mean", figure(e.MapDirect, 4)}, []string{"median", figure(s.Median, 4)},
			[]string{"90th percentile", figure(s.P90, 4)}, []string{"area under the curve to 0.25", figure(s.AUC, 4)})
		if e.Mirrored != nil {
			rows = append(rows, []string{"to the mirror image, mean", figure(e.MeanMirrored, 4)})
		}
	}
	table(line, rows...)
	if len(r.Alternatives) > 1 {
		line("\nNear-equal minima, best score first; the maps are those of the one marked.\n")
		rows = [][]string{{"", "GW²", "score", "orientation kept", "rigidity", "symmetry"}}
		for k, a := range r.Alternatives {
			mark := strconv.Itoa(k + 1)
			if k == m.Chosen {
				mark = "**" + mark + "**"
			}
			rows = append(rows, []string{mark, figure(a.GW2, 6), figure(a.Score, 3), figure(a.Orientation, 2), figure(a.Rigidity, 4), a.Symmetry})
		}
		table(line, rows...)
	}
}

// reportSurface are rows about A's mesh on B.
func reportSurface(m *pipeline.Match) [][]string {
	s := surfaceOf(m)
	small := func(v figures.Number) string {
		if math.IsNaN(float64(v)) {
			return "–"
		}
		return share(v)
	}
	rows := [][]string{{"Patches of A that the map turns over", small(s.Reversed)}}
	if s.Kind != session.Registered {
		return rows
	}
	return append(rows, []string{"by the coupling's map, before A's mesh was laid on B", small(s.ReversedByMap)},
		[]string{"Triangles of A that lie folded on B", small(s.Folded)}, []string{"that have collapsed", small(s.Collapsed)},
		[]string{"Distance between the surfaces / √area, mean", figure(float64(s.DistanceMean), 4)},
		[]string{"99th percentile", figure(float64(s.DistanceP99), 4)}, []string{"largest", figure(float64(s.DistanceLargest), 4)},
		[]string{"Stretch of angles, mean (1 keeps them)", figure(float64(s.AngleStretch), 3)},
		[]string{"Stretch of areas, mean (1 keeps them)", figure(float64(s.AreaStretch), 3)},
		[]string{"Area squeezed or stretched more than tenfold", small(s.Squeezed)})
}

func (j *job) reportRepeat(line func(string, ...any), dir string) {
	m := j.m
	line("\n## To repeat it\n")
	line("```\n%s\n```\n", CommandLine(m, dir))
	if j.s.Command != "" && j.s.Command != CommandLine(m, dir) {
		line("These files were written by\n\n```\n%s\n```\n", j.s.Command)
	}
	if !m.Marks.Empty() {
		line("The session file beside this report holds shapes, settings and landmarks; the window opens it, too.\n")
	}
	line("The same version, files and seed give the same match, whatever the number of threads. Morph: %s.\n", j.s.View.Way.Label(m))
	rows := [][]string{{"Setting", "Value"}}
	opt := m.Options
	for i := range option.Table {
		if row := &option.Table[i]; row.For(opt.Method) {
			value := row.Get(&opt)
			if value == session.AutoMetric && row.Name == "metric" {
				value += " (" + m.Distances() + ")"
			}
			rows = append(rows, []string{"`" + row.Name + "`", value})
		}
	}
	table(line, rows...)
	line("")
	t := m.Times
	table(line, []string{"Made with", ""},
		[]string{"GWScope", version.String()}, []string{"Go", runtime.Version()}, []string{"System", runtime.GOOS + "/" + runtime.GOARCH},
		[]string{"Processors", strconv.Itoa(runtime.NumCPU())}, []string{"Backend", m.Result.Backend},
		[]string{"Seconds", fmt.Sprintf("load %.2f, distances %.2f, solve %.2f, judge %.2f, maps %.2f, A on B %.2f",
			t.Load.Seconds(), t.Space.Seconds(), t.Solve.Seconds(), t.Judge.Seconds(), t.Dense.Seconds(), t.Register.Seconds())})
}

// figure is a number with the given decimals; "–" for not a number.
func figure(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 0):
		return "∞"
	case v != 0 && math.Abs(v) < math.Pow(10, -float64(decimals)):
		return strconv.FormatFloat(v, 'e', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

func percentOf(share float64) string {
	if math.IsNaN(share) {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// md escapes the marks of Markdown.
func md(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", "&lt;", "\n", " ").Replace(text)
}
