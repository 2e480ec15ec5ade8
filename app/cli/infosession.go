package cli

import (
	"fmt"
	"math"
	"strings"

	"gwscope/app/option"
	"gwscope/app/session"
)

// sessionInfo is the content of a session file, without its arrays.
type sessionInfo struct {
	Program  string            `json:"program"`
	Saved    string            `json:"saved"`
	A        sessionShape      `json:"a"`
	B        sessionShape      `json:"b"`
	Changed  map[string]string `json:"options"` // only those that are not the defaults
	Marks    [2]int            `json:"landmarks"`
	Pins     int               `json:"pinned_pairs"`
	Notes    string            `json:"notes,omitempty"`
	Export   *session.Export   `json:"export,omitempty"`
	Result   *session.Result   `json:"result,omitempty"`
	Warnings []string          `json:"warnings,omitempty"`
}

type sessionShape struct {
	Ref     string `json:"ref"`
	Name    string `json:"name"`
	Missing bool   `json:"missing,omitempty"`
}

// infoOfSession prints the content of a session file.
func infoOfSession(env Env, path string, asJSON bool) error {
	d, err := session.Open(path, option.Schema)
	if err != nil {
		return err
	}
	s := sessionInfo{Program: d.Program, Saved: d.Saved.Format("2006-01-02 15:04:05 MST"), Notes: d.Notes, Export: d.Export, Result: d.Result, Warnings: d.Warnings,
		A: sessionShape{d.A.Ref, d.A.Name, d.A.Missing}, B: sessionShape{d.B.Ref, d.B.Name, d.B.Missing}, Changed: map[string]string{},
		Marks: [2]int{len(d.Marks.A.Landmarks), len(d.Marks.B.Landmarks)}, Pins: len(d.Marks.Pinned())}
	fresh := session.Defaults()
	for i := range option.Table {
		if v := option.Table[i].Get(&d.Options); v != option.Table[i].Get(&fresh) {
			s.Changed[option.Table[i].Name] = v
		}
	}
	if asJSON {
		if s.Result != nil {
			s.Result.Arrays = nil
		}
		return printJSON(env, s)
	}
	printSession(env, s)
	return nil
}

func printSession(env Env, s sessionInfo) {
	w := env.Stdout
	fmt.Fprintf(w, "a session, saved by %s on %s\n", s.Program, s.Saved)
	for k, sh := range []sessionShape{s.A, s.B} {
		where := sh.Ref
		switch {
		case where == "":
			where = "no shape"
		case sh.Missing:
			where += " (there is no such file)"
		}
		fmt.Fprintf(w, "  %c: %s\n", 'A'+k, where)
	}
	for i := range option.Table {
		if v, ok := s.Changed[option.Table[i].Name]; ok {
			fmt.Fprintf(w, "  --%s %s\n", option.Table[i].Name, v)
		}
	}
	if s.Marks != [2]int{} {
		fmt.Fprintf(w, "  landmarks: %d on A, %d on B, %d pairs pinned\n", s.Marks[0], s.Marks[1], s.Pins)
	}
	if r := s.Result; r != nil {
		fmt.Fprintf(w, "  a match of GW² %.6f, found by %s", float64(r.GW2), r.Program)
		if n := len(r.Alternatives); n > 1 {
			fmt.Fprintf(w, "; minimum %d of %d is shown", r.Chosen+1, n)
		}
		if e := r.ErrorDirect; e != nil && !math.IsNaN(float64(*e)) {
			fmt.Fprintf(w, "; geodesic error / √area %.4f", float64(*e))
		}
		if len(r.Arrays) == 0 {
			fmt.Fprint(w, "; the coupling itself was too large to keep")
		}
		if t := r.Training; t != nil {
			fmt.Fprintf(w, "; %d steps of its training to replay", len(t.Snapshots))
		}
		fmt.Fprintln(w)
	}
	if e := s.Export; e != nil {
		fmt.Fprintf(w, "  exported last: %s\n", strings.Join(e.Kinds, ", "))
	}
	if s.Notes != "" {
		fmt.Fprintf(w, "  notes: %s\n", s.Notes)
	}
	for _, text := range s.Warnings {
		fmt.Fprintf(w, "  reader: %s\n", text)
	}
}
