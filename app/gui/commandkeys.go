package gui

import (
	"slices"
	"strings"
)

type helpLine struct {
	keys, does string
	heading    bool
}

// gestures are the actions of the mouse, and keys within widgets. The table of commands has all other keys.
var gestures = []helpLine{
	{keys: "Drag", does: "orbit"},
	{keys: "Shift or middle drag", does: "pan"},
	{keys: "Wheel, right drag", does: "zoom to the pointer"},
	{keys: "Ctrl+wheel", does: "move the cut"},
	{keys: "Click, shift click", does: "mark a vertex and its match; several"},
	{keys: "Double click", does: "turn about this point"},
	{keys: "Drag on histogram", does: "light up vertices"},
	{keys: "Click on colour bar", does: "range and map"},
	{keys: "Temperature", does: "soften the plan in the strip"},
	{keys: "Tab to strip, ←  →", does: "walk along its samples"},
	{keys: "Drop files", does: "open as A and B; a folder as a cohort"},
}

// helpMenus are the headings of the help, in two columns. Each names the menus whose keys it lists; "Mouse"
// stands for the gestures.
var helpMenus = [2][]string{{"Mouse", "View, Window", "Help"}, {"File, Edit", "Scene, Colours", "Solve, Landmarks", "Cohort"}}

func helpColumns() (out [2][]helpLine) {
	for k, menus := range helpMenus {
		for _, heading := range menus {
			out[k] = append(out[k], helpLine{does: heading, heading: true})
			for menu := range strings.SplitSeq(heading, ", ") {
				if menu == "Mouse" {
					out[k] = append(out[k], gestures...)
				}
				out[k] = append(out[k], keyLines(menu)...)
			}
		}
	}
	return out
}

// keyLines are the lines for the keys of a menu's commands. A command that stands with the command before
// shares its line and leaves out the same modifiers: "Ctrl+1  3  7", or "(Shift: save it as…)".
func keyLines(menu string) []helpLine {
	var out []helpLine
	first, others := "", []string(nil) // the line's first key, and keys of the same command
	end := func() {
		if len(others) > 0 {
			out[len(out)-1].does += " (also " + strings.Join(others, " ") + ")"
			others = nil
		}
	}
	for _, c := range table {
		if c.menu != menu || c.help == "" && !c.with {
			continue
		}
		keys := strings.Fields(c.keys)
		if !c.with {
			end()
			first = keys[0]
			out = append(out, helpLine{keys: first, does: c.help})
		} else if l, mod := &out[len(out)-1], added(first, keys[0]); mod != "" {
			l.does += " (" + mod + ": " + c.help + ")"
		} else {
			l.keys += "  " + strings.TrimPrefix(keys[0], first[:strings.LastIndex(first, "+")+1])
			if c.help != "" {
				l.does += ", " + c.help
			}
		}
		others = append(others, keys[1:]...)
	}
	end()
	return out
}

// added is the modifier that more has and key has not, where the two are the same otherwise: Shift for
// Ctrl+Shift+S beside Ctrl+S.
func added(key, more string) string {
	a, b := strings.Split(key, "+"), strings.Split(more, "+")
	if len(b) != len(a)+1 || a[len(a)-1] != b[len(b)-1] {
		return ""
	}
	for _, mod := range b[:len(b)-1] {
		if !slices.Contains(a, mod) {
			return mod
		}
	}
	return ""
}
