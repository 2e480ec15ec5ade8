package gui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/app/gui/widget"
	"gwscope/render/rendertest"

	"fyne.io/fyne/v2"
)

// Each row is complete: a name of its own, a single action, and a line of the help for its key.
func TestCommandsAreComplete(t *testing.T) {
	t.Parallel()
	ids, helped := map[string]bool{}, map[string]bool{}
	for _, c := range table {
		if c.help != "" || c.with {
			helped[c.key()] = true
		}
	}
	for _, c := range table {
		if (c.do == nil) == (c.list == nil) || c.menu == "" {
			t.Errorf("%q of the menu %q: one of do and list is wanted", c.id, c.menu)
		}
		if c.list != nil {
			continue
		}
		if c.id == "" || ids[c.id] || c.label == "" {
			t.Errorf("%q (%q): no id of its own, or no label", c.id, c.label)
		}
		ids[c.id] = true
		if c.keys != "" && !helped[c.key()] {
			t.Errorf("%s: the help does not tell of %s", c.id, c.keys)
		}
		if c.keys != "" && !strings.Contains(fmt.Sprint(helpMenus), c.menu) {
			t.Errorf("%s: the help leaves out the menu %s", c.id, c.menu)
		}
		if c.aside && c.keys == "" {
			t.Errorf("%s is neither in a menu nor has a key", c.id)
		}
	}
}

// Each key runs its row, also where several rows share it, and no key is lost to Fyne's own names.
func TestEachKeyReachesItsCommand(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		whole := table
		defer func() { table = whole }()
		canvas := d.win.Canvas().(interface {
			fyne.Canvas
			TypedShortcut(fyne.Shortcut)
		})
		for i, c := range whole {
			for key := range strings.FieldsSeq(c.keys) {
				done := ""
				table = slices.Clone(whole)
				for k := range table {
					table[k].why = func(*desk) string { return unless(k == i, "not now") }
					table[k].do = func(*desk) { done += table[k].id }
				}
				if s := shortcutOf(key); s != nil {
					canvas.TypedShortcut(s)
				} else {
					name, ok := keyNames[key]
					if !ok {
						name = fyne.KeyName(key)
					}
					canvas.OnTypedKey()(&fyne.KeyEvent{Name: name})
				}
				if done != c.id {
					t.Errorf("%s does %q instead of %s", key, done, c.id)
				}
			}
		}
		for i, c := range whole {
			for key := range strings.FieldsSeq(c.keys) {
				if last := lastOf(whole, key); i != last && c.why == nil {
					t.Errorf("%s always does %s, never %s", key, c.id, whole[last].id)
				}
			}
		}
	})
}

func lastOf(table []command, key string) int {
	last := -1
	for i, c := range table {
		if slices.Contains(strings.Fields(c.keys), key) {
			last = i
		}
	}
	return last
}

// A key that can do nothing now says why.
func TestKeyTellsWhyNot(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		for key, want := range map[fyne.KeyName]string{
			fyne.KeyM: "No match yet: solve first", fyne.KeySpace: "No match yet: solve first", fyne.KeyL: "No shape yet: open A or B first",
			fyne.KeyR: "Two shapes are needed: open A and B first", fyne.KeyP: "No training yet: solve with the neural slicer", fyne.KeyF12: "No picture yet: open a shape first",
		} {
			d.m.setStatus("")
			d.key(&fyne.KeyEvent{Name: key})
			if d.m.status != want {
				t.Errorf("%s says %q, not %q", key, d.m.status, want)
			}
		}
	})
}

// The finder knows synonyms, and shows disabled commands with the reason.
func TestFinderKnowsOtherWords(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.showFinder()
		p := d.win.Canvas().Overlays().Top().(*finder)
		for typed, want := range map[string]string{
			"flip": "The other side", "mirror": "The other side", "wireframe": "Triangle edges", "screenshot": "Picture of the views",
			"save image": "Picture of the views", "settings": "Preferences…", "undo": "Undo", "night": "Dark theme",
		} {
			p.field.SetText(typed)
			if !slices.ContainsFunc(p.found, func(f finding) bool { return f.Label == want }) {
				t.Errorf("%q does not find %q", typed, want)
			}
		}
		p.field.SetText("the other side")
		if len(p.found) != 1 || p.found[0].Why != "No match yet: solve first" || p.labels[0].where.Text != p.found[0].Why || p.labels[0].name.Color != widget.ColorFaint {
			t.Errorf("found %+v, shown as %q", p.found, p.labels[0].where.Text)
		}
		p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if d.win.Canvas().Overlays().Top() != p {
			t.Error("Return on a command that cannot be done closed the finder")
		}
		p.field.SetText("the")
		for k := 1; k < len(p.found); k++ {
			if p.found[k].Live() && !p.found[k-1].Live() {
				t.Errorf("%q, which can be done, stands below %q", p.found[k].Label, p.found[k-1].Label)
			}
		}
	})
}

// The README's table of keys is the table of commands.
func TestReadmeHasTheKeys(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const title = "## Mouse and keys\n\n"
	before, rest, ok := strings.Cut(string(data), title)
	shown, after, end := strings.Cut(rest, "\n\n")
	if !ok || !end {
		t.Fatal("the README has no table of keys")
	}
	want := keyTable()
	if shown+"\n" == want {
		return
	}
	if rendertest.Updating() {
		if err := os.WriteFile(path, []byte(before+title+want+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the README's keys are not those of the table; go test ./app/gui -run ReadmeHasTheKeys -update writes them:\n%s", want)
}

// keyTable is the help as the README has it.
func keyTable() string {
	columns := helpColumns()
	b := &strings.Builder{}
	b.WriteString("| | | | |\n|---|---|---|---|\n")
	for i := range max(len(columns[0]), len(columns[1])) {
		b.WriteString("|")
		for _, lines := range columns {
			var l helpLine
			if i < len(lines) {
				l = lines[i]
			}
			if l.heading {
				l.keys, l.does = "**"+l.does+"**", ""
			}
			b.WriteString(" " + strings.ReplaceAll(l.keys, "[", "\\[") + " | " + l.does + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
