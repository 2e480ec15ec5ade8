package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// someOptions is a schema of all members, of which it checks the values of a few.
type someOptions struct{}

func (someOptions) members(o *Options) (m map[string]json.RawMessage) {
	data, _ := json.Marshal(o)
	json.Unmarshal(data, &m)
	for _, name := range []string{"refined", "model", "drop_invalid", "largest_component", "include_isolated", "drop_outliers", "weld"} {
		if _, ok := m[name]; !ok { // left out where it is nothing
			m[name] = map[bool]json.RawMessage{true: json.RawMessage("0"), false: json.RawMessage("false")}[name == "weld"]
		}
	}
	m["model"] = json.RawMessage(`"` + o.Model + `"`)
	return m
}

func (s someOptions) Set(o *Options, member, value string) (known bool, err error) {
	before, ok := s.members(o)[member]
	if !ok {
		return false, nil
	}
	_, notWhole := strconv.Atoi(value)
	switch {
	case member == "method" && !slices.Contains([]string{"hierarchical", "neural", "cg"}, value):
		return true, fmt.Errorf("method is %q", value)
	case member == "samples" && (notWhole != nil || value == "0"):
		return true, errors.New("there must be samples")
	}
	text := value
	if before[0] == '"' {
		quoted, _ := json.Marshal(value)
		text = string(quoted)
	}
	if json.Unmarshal([]byte(`{"`+member+`": `+text+`}`), o) != nil {
		return true, fmt.Errorf("%s is %q", member, value)
	}
	return true, nil
}

func (s someOptions) Get(o *Options, member string) string {
	return strings.Trim(string(s.members(o)[member]), `"`)
}

var someSchema Schema = someOptions{}

func TestOptionsSurviveJSON(t *testing.T) {
	t.Parallel()
	o := Defaults()
	o.Samples, o.Flip, o.DropInvalid = 250, "direct", true
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var back Options
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back != o {
		t.Errorf("read back %+v, wrote %+v", back, o)
	}
}
