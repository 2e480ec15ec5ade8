package gui

import (
	"cmp"
	"slices"
	"strings"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// command is a row of the table of commands: an action of a person. Menus, the finder, the keys, the help,
// the tooltips of buttons and the table of keys in the README are made from the rows, so a new command is
// one row.
type command struct {
	id    string                         // the name by which buttons ask for it
	menu  string                         // title of its menu
	group string                         // its heading in the menu, "" for none
	label string                         // its name
	says  func(*desk) string             // its name where the name changes; nil: label
	keys  string                         // such as "Ctrl+S"; further keys, after spaces, do the same
	help  string                         // the key's effect, in words for the help and the README
	with  bool                           // the help has it on the line of the row before
	tip   string                         // tooltip of its button; "": label
	words string                         // other words by which the finder finds it
	aside bool                           // not in the menu bar, only by its key and in the finder
	on    func(*desk) bool               // whether it is ticked; nil: never
	why   func(*desk) string             // why it cannot be done now, "" if it can; nil: it always can
	do    func(*desk)                    // does it
	list  func(*desk) []widget.MenuEntry // instead of do: an entry for each of several things
	first bool                           // of the rows that were listed together
}

// table is the table of commands. The program fills it at its start, because commands such as the help read
// it.
var table []command

func init() {
	table = slices.Concat(cohortCommands(), landmarkCommands(), fileCommands(), viewCommands(), solveCommands())
}

// menuTitles are the menus of the bar. Rows of other menus are in the finder only.
var menuTitles = []string{"File", "Edit", "View", "Scene", "Colours", "Solve", "Landmarks", "Cohort", "Window", "Lessons", "Help"}

// in puts rows under a heading of a menu, with a line before them.
func in(menu, group string, rows ...command) []command {
	for i := range rows {
		rows[i].menu, rows[i].group, rows[i].first = menu, group, i == 0
	}
	return rows
}

// commandOf finds a row. An unknown id is a mistake of ours.
func commandOf(id string) *command {
	i := slices.IndexFunc(table, func(c command) bool { return c.id == id })
	if i < 0 {
		panic("gui: no command is called " + id)
	}
	return &table[i]
}

// keyOf is the key of a command, as menus show it.
func keyOf(id string) string { return commandOf(id).key() }

// tipOf is the tooltip of a command's button.
func tipOf(id string) string {
	c := commandOf(id)
	return withKey(cmp.Or(c.tip, c.label), id)
}

// withKey adds a command's key, if it has one, to a sentence.
func withKey(text, id string) string {
	if keyOf(id) == "" {
		return text
	}
	return text + " (" + keyOf(id) + ")"
}

// tool is the square button of a command.
func (d *desk) tool(icon, id string) *widget.Control {
	return d.widgets.Tool(icon, tipOf(id), func() { d.obey(commandOf(id)) })
}

func (c *command) key() string {
	key, _, _ := strings.Cut(c.keys, " ")
	return key
}

func (c *command) whyNot(d *desk) string {
	if why := d.cohorts.covers(c); why != "" {
		return why
	}
	if c.why == nil {
		return ""
	}
	return c.why(d)
}

// entries are the lines of a menu from a row.
func (c *command) entries(d *desk) []widget.MenuEntry {
	if c.list != nil {
		lines := c.list(d)
		for i, why := 0, d.cohorts.covers(c); why != "" && i < len(lines); i++ {
			if !lines[i].Heading && !lines[i].Rule {
				lines[i].Why = why
			}
		}
		return lines
	}
	e := widget.MenuEntry{Label: c.label, Shortcut: c.key(), Words: c.words, Why: c.whyNot(d), Checked: c.on != nil && c.on(d), Do: func() { d.obey(c) }}
	if c.says != nil {
		e.Label = c.says(d)
	}
	return []widget.MenuEntry{e}
}

// menus are the menu bar's; each is made anew when it opens.
func (d *desk) menus() []widget.BarMenu {
	var out []widget.BarMenu
	for _, title := range menuTitles {
		out = append(out, widget.BarMenu{Title: title, Entries: func() []widget.MenuEntry { return d.entries(title, "") }})
	}
	return out
}

// entries are a menu as it is now, or one group of it.
func (d *desk) entries(menu, group string) []widget.MenuEntry {
	var out []widget.MenuEntry
	rule, heading := false, group
	for i := range table {
		c := &table[i]
		if c.menu != menu || group != "" && c.group != group {
			continue
		}
		rule = rule || c.first
		if c.aside {
			continue
		}
		lines := c.entries(d)
		if len(lines) == 0 {
			continue
		}
		if rule && len(out) > 0 {
			out = append(out, widget.MenuEntry{Rule: true})
		}
		if c.group != heading && c.group != "" {
			out = append(out, widget.MenuEntry{Label: c.group, Heading: true})
		}
		rule, heading = false, c.group
		out = append(out, lines...)
	}
	return out
}

// bindKeys makes the keys work wherever nothing else has a use for them.
func (d *desk) bindKeys() {
	c := d.win.Canvas()
	typed := func(e *fyne.KeyEvent) { mainloop.Tended(func() { d.key(e) })() }
	d.widgets.Keys = typed
	c.SetOnTypedKey(typed)
	for i := range table {
		for _, key := range strings.Fields(table[i].keys) {
			if s := shortcutOf(key); s != nil {
				c.AddShortcut(s, func(fyne.Shortcut) {
					if c.Overlays().Top() == nil {
						mainloop.Tended(func() { d.press(key) })()
					}
				})
			}
		}
	}
}

// keyNames are the keys with other names in Fyne than in the table.
var keyNames = map[string]fyne.KeyName{"Esc": fyne.KeyEscape, "Del": fyne.KeyDelete, "Backspace": fyne.KeyBackspace, "PgUp": fyne.KeyPageUp, "PgDn": fyne.KeyPageDown, "←": fyne.KeyLeft, "→": fyne.KeyRight}

// shortcutOf is a key with modifiers as Fyne has it; nil for a key without any.
func shortcutOf(key string) fyne.Shortcut {
	switch key { // Fyne has names of its own for these
	case "Ctrl+Z":
		return &fyne.ShortcutUndo{}
	case "Ctrl+Y":
		return &fyne.ShortcutRedo{}
	}
	key, ctrl := strings.CutPrefix(key, "Ctrl+")
	if !ctrl {
		return nil
	}
	s := &desktop.CustomShortcut{Modifier: fyne.KeyModifierShortcutDefault}
	if rest, shift := strings.CutPrefix(key, "Shift+"); shift {
		key, s.Modifier = rest, s.Modifier|fyne.KeyModifierShift
	}
	s.KeyName = fyne.KeyName(key)
	return s
}

// key is a key without modifiers that no widget took.
func (d *desk) key(e *fyne.KeyEvent) {
	if d.win.Canvas().Overlays().Top() != nil {
		return
	}
	for text, name := range keyNames {
		if name == e.Name {
			d.press(text)
			return
		}
	}
	d.press(string(e.Name))
}

// obey runs a command. The welcome card closes, and the tooltip closes, too: its control may go with the
// command.
func (d *desk) obey(c *command) {
	d.welcome.hide()
	d.widgets.Tips.Hide()
	c.do(d)
}

// give gives a command that a button stands for, or says why it cannot be given now.
func (d *desk) give(c *command) {
	if why := c.whyNot(d); why != "" {
		d.m.setStatus(why)
		return
	}
	d.obey(c)
}

// press runs the first command of a key that can run now. Where no command can, the status bar says why.
func (d *desk) press(key string) {
	why := ""
	for i := range table {
		c := &table[i]
		if !slices.Contains(strings.Fields(c.keys), key) {
			continue
		}
		if why = c.whyNot(d); why == "" {
			d.obey(c)
			return
		}
	}
	if why != "" {
		d.m.setStatus(why)
	}
}
