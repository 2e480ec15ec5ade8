package gui

// dropdown is a control that opens a menu of choices.
type dropdown struct {
	*control
	// entries makes the menu anew each time, so that it is never out of date.
	entries func() []entry
}

// newDropdown makes a dropdown as wide as its place; its text is set with setText.
func (k *kit) newDropdown(tip string, entries func() []entry) *dropdown {
	d := &dropdown{entries: entries, control: &control{leading: true, trailing: "down", tip: tip, maxText: 40}}
	d.onTap = d.drop
	k.init(d.control, d)
	return d
}

func (d *dropdown) drop() {
	openMenu(d, d.entries(), startAtChecked)
}

// startAtChecked lets the keyboard start at the choice in force.
func startAtChecked(m *popMenu) {
	for i, e := range m.entries {
		if e.checked {
			m.active = i
		}
	}
}

// choices makes entries of one of several words.
func choices(values, labels []string, current string, pick func(string)) []entry {
	var out []entry
	for i, v := range values {
		text := v
		if i < len(labels) {
			text = labels[i]
		}
		out = append(out, entry{label: text, checked: v == current, do: func() { pick(v) }})
	}
	return out
}
