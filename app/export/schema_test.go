package export

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateSchema = flag.Bool("update", false, "accept the present schema of result.json")

// wrong is the first place where a value of JSON does not fit a schema, "" for none.
func wrong(schema map[string]any, v any, at string) string {
	kind := map[bool]string{true: "null"}[v == nil]
	switch x := v.(type) {
	case map[string]any:
		kind = "object"
	case []any:
		kind = "array"
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case json.Number:
		if kind = "number"; !strings.ContainsAny(x.String(), ".eE") {
			kind = "integer"
		}
	}
	var allowed []string
	switch t := schema["type"].(type) {
	case nil:
		return ""
	case string:
		allowed = []string{t}
	case []any:
		for _, one := range t {
			allowed = append(allowed, one.(string))
		}
	}
	if !slices.Contains(allowed, kind) && !(kind == "integer" && slices.Contains(allowed, "number")) {
		return fmt.Sprintf("%s is of the kind %s, want %v", at, kind, allowed)
	}
	switch x := v.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		if required, ok := schema["required"].([]any); ok {
			for _, name := range required {
				if _, ok := x[name.(string)]; !ok {
					return at + "." + name.(string) + " is missing"
				}
			}
		}
		for name, member := range x {
			of, ok := properties[name].(map[string]any)
			if !ok {
				if of, ok = schema["additionalProperties"].(map[string]any); !ok {
					return at + "." + name + " is not in the schema"
				}
			}
			if w := wrong(of, member, at+"."+name); w != "" {
				return w
			}
		}
	case []any:
		for k, item := range x {
			if w := wrong(schema["items"].(map[string]any), item, fmt.Sprintf("%s[%d]", at, k)); w != "" {
				return w
			}
		}
	}
	return ""
}

func decodeJSON(t *testing.T, data []byte, into any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// TestResultsFitTheSchema: each member of a real result has the type in the schema.
func TestResultsFitTheSchema(t *testing.T) {
	t.Parallel()
	var schema map[string]any
	decodeJSON(t, Schema(), &schema)
	var b bytes.Buffer
	if err := WriteSummary(&b, Summarize(matched(t))); err != nil {
		t.Fatal(err)
	}
	var result map[string]any
	decodeJSON(t, b.Bytes(), &result)
	if w := wrong(schema, result, "result"); w != "" {
		t.Error(w)
	}
	if result["schema"] != json.Number(fmt.Sprint(SchemaVersion)) {
		t.Errorf("the result has schema %v", result["schema"])
	}
	delete(result, "gw2") // the check itself can fail
	if w := wrong(schema, result, "result"); w != "result.gw2 is missing" {
		t.Errorf("a result without gw2: %q", w)
	}
}

// members lists the paths of the schema with their types, on which scripts rely.
func members(schema map[string]any, at string, out map[string]string) {
	out[at] = fmt.Sprint(schema["type"])
	for _, inside := range []string{"items", "additionalProperties"} {
		if of, ok := schema[inside].(map[string]any); ok {
			members(of, at+"[]", out)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, of := range properties {
		members(of.(map[string]any), at+"."+name, out)
	}
}

// TestTheSchemaIsStable: no member of the accepted schema is gone or of another type, unless
// the version says so.
func TestTheSchemaIsStable(t *testing.T) {
	t.Parallel()
	path := filepath.Join("testdata", "result.schema.json")
	if *updateSchema {
		if err := os.WriteFile(path, Schema(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	accepted, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var was, is map[string]any
	decodeJSON(t, accepted, &was)
	decodeJSON(t, Schema(), &is)
	if fmt.Sprint(was["version"]) != fmt.Sprint(is["version"]) {
		t.Fatalf("the accepted schema has version %v, the present one %v: accept it with -update", was["version"], is["version"])
	}
	before, now := map[string]string{}, map[string]string{}
	members(was, "result", before)
	members(is, "result", now)
	for at, kind := range before {
		if now[at] != kind {
			t.Errorf("%s was %s and is %q: scripts break; raise SchemaVersion and accept with -update", at, kind, now[at])
		}
	}
}
