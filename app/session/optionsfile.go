package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// encodeOptions writes options, and beside them those that this program does not know.
func encodeOptions(o Options, others map[string]json.RawMessage) (json.RawMessage, error) {
	known, err := json.Marshal(o)
	if err != nil || len(others) == 0 {
		return known, err
	}
	return together(known, others)
}

// decodeOptions reads options over the defaults, which stand for those that an older
// program did not know. What a newer one knows is handed back in others; a value that
// the table does not accept is told in warnings, and the default taken.
func decodeOptions(data json.RawMessage) (o Options, others map[string]json.RawMessage, warnings []string, err error) {
	o = Defaults()
	if len(data) == 0 {
		return o, nil, nil, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return o, nil, nil, fmt.Errorf("the options are no list of names and values: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		opt := rowOf(name)
		if opt == nil {
			if others == nil {
				others = map[string]json.RawMessage{}
			}
			others[name] = members[name]
			warnings = append(warnings, fmt.Sprintf("the option %q is not known to this version; it is kept, and has no effect", name))
			continue
		}
		text, ok := plainText(members[name])
		if !ok {
			warnings = append(warnings, fmt.Sprintf("the option %q has no plain value; it is %s now", name, opt.Get(&o)))
			continue
		}
		if err := opt.Set(&o, text); err != nil {
			warnings = append(warnings, fmt.Sprintf("%v; it is %s now", err, opt.Get(&o)))
		}
	}
	return o, others, warnings, nil
}

// rowOf is the row of the table for a member of a file, nil where there is none.
func rowOf(member string) *Option {
	name := strings.ReplaceAll(member, "_", "-")
	if i := slices.IndexFunc(Table, func(opt Option) bool { return opt.Name == name }); i >= 0 {
		return &Table[i]
	}
	return nil
}

// plainText is a JSON string, number or truth value as the table takes it.
func plainText(v json.RawMessage) (string, bool) {
	v = bytes.TrimSpace(v)
	if len(v) == 0 || v[0] == '{' || v[0] == '[' || v[0] == 'n' {
		return "", false
	}
	if v[0] == '"' {
		var s string
		err := json.Unmarshal(v, &s)
		return s, err == nil
	}
	return string(v), true
}
