package stages

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// barWidth is the width of the bar of a whole job, in letters.
const barWidth = 24

// Write writes the stages as a table: each under the stage that it is a part of, with a bar that begins
// where the bar before it ends. Shares are of the wall time of the whole. The line "other" is the time
// of a stage beside its parts.
func (s *Stage) Write(w io.Writer) error {
	var rows [][4]string
	var names int
	whole := max(s.Wall.Seconds(), 1e-9)
	var walk func(s *Stage, indent string, from float64)
	walk = func(s *Stage, indent string, from float64) {
		wall := s.Wall.Seconds()
		processor := "beside"
		if !s.Beside {
			processor = fmt.Sprintf("%.2f", s.Processor.Seconds())
		}
		name := indent + s.Name
		if s.Times > 1 {
			name += fmt.Sprintf(" (%d times)", s.Times)
		}
		names = max(names, utf8.RuneCountInString(name))
		rows = append(rows, [4]string{name, fmt.Sprintf("%.1f %%", 100*wall/whole), fmt.Sprintf("%.2f", wall), processor})
		bars := bar(from/whole, wall/whole)
		rows[len(rows)-1][3] += "\x00" + bars
		left, at := wall, from
		for _, p := range s.Parts {
			walk(p, indent+"  ", at)
			if !p.Beside {
				at += p.Wall.Seconds()
				left -= p.Wall.Seconds()
			}
		}
		if len(s.Parts) > 0 && !slices.ContainsFunc(s.Parts, func(p *Stage) bool { return p.Beside }) && left > otherShare*whole {
			name := indent + "  other"
			names = max(names, utf8.RuneCountInString(name))
			rows = append(rows, [4]string{name, fmt.Sprintf("%.1f %%", 100*left/whole), fmt.Sprintf("%.2f", left), "\x00" + bar(at/whole, left/whole)})
		}
	}
	walk(s, "", 0)
	head := [4]string{"stage", "share", "wall s", "processor s\x00"}
	for _, row := range append([][4]string{head}, rows...) {
		processor, bars, _ := strings.Cut(row[3], "\x00")
		line := fmt.Sprintf("%s%s  %8s  %8s  %11s  %s", row[0], strings.Repeat(" ", names-utf8.RuneCountInString(row[0])), row[1], row[2], processor, bars)
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}

// otherShare is the share of the whole from which "other" has a line; less is rounding.
const otherShare = 0.002

// bar draws a share of the whole as a bar that begins at from.
func bar(from, share float64) string {
	first := int(math.Round(from * barWidth))
	last := int(math.Round((from + share) * barWidth))
	if last <= first {
		return strings.Repeat(" ", min(first, barWidth-1)) + "▏"
	}
	return strings.Repeat(" ", first) + strings.Repeat("█", min(last, barWidth)-first)
}

// MarshalJSON writes seconds, rounded to a tenth of a millisecond. A processor time that is not
// known is null.
func (s *Stage) MarshalJSON() ([]byte, error) {
	seconds := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
	out := struct {
		Name      string   `json:"name"`
		Wall      float64  `json:"wall_s"`
		Processor *float64 `json:"processor_s"`
		Times     int      `json:"times"`
		Parts     []*Stage `json:"parts,omitempty"`
	}{s.Name, seconds(s.Wall.Seconds()), nil, s.Times, s.Parts}
	if !s.Beside {
		used := seconds(s.Processor.Seconds())
		out.Processor = &used
	}
	return json.Marshal(out)
}
