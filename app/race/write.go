package race

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gwscope/internal/routine"
)

// csvColumns are the columns of the CSV, in plain units: errors / √area, distortion as a share,
// times in seconds, memory in bytes.
var csvColumns = []struct {
	name  string
	value func(r *Row) string
}{
	{"contestant", func(r *Row) string { return r.Contestant.String() }},
	{"title", func(r *Row) string { return r.Contestant.Title() }},
	{"method", func(r *Row) string { return r.Contestant.Method }},
	{"state", func(r *Row) string { return r.State.String() }},
	{"n", func(r *Row) string { return whole(r.N) }},
	{"m", func(r *Row) string { return whole(r.M) }},
	{"gw2", func(r *Row) string { return real(r.GW2) }},
	{"error_direct", func(r *Row) string { return real(r.DenseDirect) }},
	{"error_mirrored", func(r *Row) string { return real(r.DenseMirrored) }},
	{"error_direct_samples", func(r *Row) string { return real(r.SnappedDirect) }},
	{"error_mirrored_samples", func(r *Row) string { return real(r.SnappedMirrored) }},
	{"error_direct_plan", func(r *Row) string { return real(r.PlanDirect) }},
	{"error_mirrored_plan", func(r *Row) string { return real(r.PlanMirrored) }},
	{"distortion", func(r *Row) string { return real(r.Distortion) }},
	{"plan_spread", func(r *Row) string { return real(r.Spread) }},
	{"landmarks_rmse", func(r *Row) string { return real(r.Landmarks) }},
	{"orientation", func(r *Row) string { return real(r.Orientation) }},
	{"margin", func(r *Row) string { return real(r.Margin) }},
	{"probability", func(r *Row) string { return real(r.Probability) }},
	{"value", func(r *Row) string { return real(r.Value) }},
	{"value_name", func(r *Row) string { return r.ValueName }},
	{"lower_bound", func(r *Row) string { return real(r.Bound) }},
	{"distance", func(r *Row) string { return strconv.FormatBool(r.IsDistance) }},
	{"time_method_s", func(r *Row) string { return secs(r.Method) }},
	{"time_everything_s", func(r *Row) string { return secs(r.Everything) }},
	{"time_shared", func(r *Row) string { return strconv.FormatBool(r.Shared) }},
	{"memory_bytes", func(r *Row) string { return whole(int(r.Memory)) }},
	{"note", func(r *Row) string { return r.Said() }},
}

func real(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 8, 64)
}

func whole(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func secs(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 4, 64)
}

// WriteCSV writes rows for programs, in the order given. Unknown figures are empty.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	cells := make([]string, len(csvColumns))
	for k, c := range csvColumns {
		cells[k] = c.name
	}
	out.Write(cells) // an error stays until Flush
	for i := range rows {
		for k, c := range csvColumns {
			cells[k] = c.value(&rows[i])
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// About describes the race of some rows.
type About struct {
	A, B    string // the shapes' names
	Samples int    // number of samples, which contestants share
	Pins    int    // number of pinned pairs of landmarks
	Machine string
}

// ThisMachine names the machine of the times.
func ThisMachine() string {
	return fmt.Sprintf("%s/%s, %d threads", runtime.GOOS, runtime.GOARCH, routine.Processors)
}

func (a About) title() string { return a.A + " → " + a.B }

// legend explains the figures.
func (a About) legend(rows []Row) string {
	text := fmt.Sprintf("%d farthest-point samples. GW² is the squared loss on distances whose largest is 1; errors are mean geodesic / √area: of the map of all vertices, and of the plan alone.", a.Samples)
	if a.Pins > 0 {
		text += fmt.Sprintf(" %s steered the methods that can be steered. All maps honour the pins; notes say which plans do not.", pairsOfLandmarks(a.Pins))
	}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Shared }) {
		text += " Times marked * were shared: methods ran side by side."
	}
	if a.Machine != "" {
		text += " " + a.Machine + "."
	}
	return text
}

func pairsOfLandmarks(n int) string {
	if n == 1 {
		return "One pinned pair of landmarks"
	}
	return fmt.Sprintf("%d pinned pairs of landmarks", n)
}

// shown are the columns with a figure in any row.
func shown(rows []Row) []Column {
	return slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool { return !c.Known(rows) })
}

// WriteMarkdown writes rows for people, in the order given.
func WriteMarkdown(w io.Writer, about About, rows []Row) error {
	columns := shown(rows)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", about.title(), about.legend(rows))
	rule := ""
	for _, c := range columns {
		fmt.Fprintf(&b, "| %s ", c.Title)
		rule += map[bool]string{true: "|:---", false: "|---:"}[c.Words]
	}
	fmt.Fprintf(&b, "| |\n%s|:---|\n", rule)
	cell := strings.NewReplacer("|", "\\|", "\n", " ")
	for i := range rows {
		r := &rows[i]
		for _, c := range columns {
			fmt.Fprintf(&b, "| %s ", cell.Replace(c.Text(r)))
		}
		fmt.Fprintf(&b, "| %s |\n", cell.Replace(remark(r)))
	}
	for i, n := range Remarks(rows) {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- %s: %s\n", n.Who, strings.ReplaceAll(n.Says, "\n", " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// remark is the state of a row that is not finished, and the reason where it has no result.
func remark(r *Row) string {
	switch {
	case r.State == Finished:
		return ""
	case r.Result():
		return sentence(r.State.String())
	}
	return strings.TrimSpace(sentence(r.State.String()) + " " + r.Said())
}

// WriteText writes rows as a table for a terminal, in the order given. Width is in
// letters; columns that do not fit are left out, the last ones first.
func WriteText(w io.Writer, rows []Row, width int) error {
	columns := shown(rows)
	cells := make([][]string, len(rows))
	wide := make([]int, len(columns))
	letters := func(s string) int { return len([]rune(s)) }
	for k, c := range columns {
		wide[k] = letters(c.Title)
		for i := range rows {
			cells[i] = append(cells[i], c.Text(&rows[i]))
			wide[k] = max(wide[k], letters(cells[i][k]))
		}
	}
	total := 0
	for k := range columns {
		total += wide[k] + 2
		if total > width && k > 2 {
			columns = columns[:k]
			break
		}
	}
	var b strings.Builder
	line := func(text func(k int) string) {
		var l strings.Builder
		for k, c := range columns {
			pad := strings.Repeat(" ", wide[k]-letters(text(k)))
			if c.Words {
				l.WriteString(text(k) + pad + "  ")
			} else {
				l.WriteString(pad + text(k) + "  ")
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	line(func(k int) string { return columns[k].Title })
	for i := range rows {
		if rows[i].Result() {
			line(func(k int) string { return cells[i][k] })
			continue
		}
		fmt.Fprintf(&b, "%-*s  %s\n", wide[0], cells[i][0], remark(&rows[i]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
