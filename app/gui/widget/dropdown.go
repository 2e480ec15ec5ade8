package widget

import "slices"

// Dropdown is a control that opens a menu of choices.
type Dropdown struct {
	*Control
	// Entries makes the menu each time that it opens, so that it is never out of date.
	Entries func() []MenuEntry
}

// NewDropdown makes a dropdown as wide as its place; its text is set with SetText.
func (k *Maker) NewDropdown(tip string, entries func() []MenuEntry) *Dropdown {
	d := &Dropdown{Entries: entries, Control: &Control{Leading: true, Trailing: "down", Tip: tip, MaxText: 40}}
	d.OnTap = d.drop
	k.init(d.Control, d)
	return d
}

func (d *Dropdown) drop() {
	OpenMenu(d, d.Entries(), StartAtChecked)
}

// NewChoice is a dropdown for a choice among values. now is the chosen value, and set takes another.
func (k *Maker) NewChoice(tip string, values, labels []string, now func() string, set func(v string)) *Dropdown {
	var d *Dropdown
	show := func() {
		text := now()
		if i := slices.Index(values, text); i >= 0 && i < len(labels) {
			text = labels[i]
		}
		d.SetText(text)
	}
	d = k.NewDropdown(tip, func() []MenuEntry {
		return Choices(values, labels, now(), func(v string) {
			set(v)
			show()
		})
	})
	show()
	return d
}

// StartAtChecked lets the keyboard start at the choice in force.
func StartAtChecked(m *PopMenu) {
	for i, e := range m.Entries {
		if e.Checked {
			m.active = i
		}
	}
}

// Choices makes the entries for a choice among several words.
func Choices(values, labels []string, current string, pick func(string)) []MenuEntry {
	var out []MenuEntry
	for i, v := range values {
		text := v
		if i < len(labels) {
			text = labels[i]
		}
		out = append(out, MenuEntry{Label: text, Checked: v == current, Do: func() { pick(v) }})
	}
	return out
}
