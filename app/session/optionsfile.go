package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// encodeOptions writes options, and those that this program does not know.
func encodeOptions(o Options, others map[string]json.RawMessage) (json.RawMessage, error) {
	known, err := json.Marshal(o)
	if err != nil || len(others) == 0 {
		return known, err
	}
	return together(known, others)
}

// Schema knows the options by their members in files. Package option has the program's own.
type Schema interface {
	// Set gives an option its value; the error names the possible values. known is false for a member
	// that is no option.
	Set(o *Options, member, value string) (known bool, err error)
	// Get is the value of a known member, as a person reads it.
	Get(o *Options, member string) string
}

// decodeOptions reads options. Those that the file lacks have their defaults. Unknown members,
// as a newer program writes them, are returned in others. Where the schema does not accept a value,
// the option has its default, and a warning says so.
func decodeOptions(data json.RawMessage, schema Schema) (o Options, others map[string]json.RawMessage, warnings []string, err error) {
	o = Defaults()
	if len(data) == 0 {
		return o, nil, nil, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return o, nil, nil, fmt.Errorf("the options are no list of names and values: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		text, plain := plainText(members[name])
		known, err := schema.Set(&o, name, text)
		switch {
		case !known:
			if others == nil {
				others = map[string]json.RawMessage{}
			}
			others[name] = members[name]
			warnings = append(warnings, fmt.Sprintf("the option %q is not known to this version; it is kept, and has no effect", name))
		case !plain:
			warnings = append(warnings, fmt.Sprintf("the option %q has no plain value; it is %s now", name, schema.Get(&o, name)))
		case err != nil:
			warnings = append(warnings, fmt.Sprintf("%v; it is %s now", err, schema.Get(&o, name)))
		}
	}
	return o, others, warnings, nil
}

// plainText is a JSON string, number or truth value as text for a Schema.
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
