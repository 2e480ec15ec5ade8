package export

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"gwscope/internal/figures"
	"gwscope/internal/stages"
)

// SchemaVersion counts the changes of result.json that break scripts: a member was removed or has
// another name or type. Added members do not count.
const SchemaVersion = 1

// Schema is the JSON schema (draft 2020-12) of result.json, made from [Summary]. Unknown numbers
// are null.
func Schema() []byte {
	s := schemaOf(reflect.TypeFor[Summary]())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "result.json of GWScope"
	s["description"] = "A match in numbers. Losses are GW² on distances whose largest is 1; errors are geodesic / √area; times are in seconds. Scripts should pass over members that they do not know."
	s["version"] = SchemaVersion
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err) // maps of words and lists
	}
	return append(data, '\n')
}

// schemaOf describes a type as encoding/json writes it.
func schemaOf(t reflect.Type) map[string]any {
	if t == reflect.TypeFor[figures.Number]() {
		return map[string]any{"type": []string{"number", "null"}}
	}
	if t == reflect.TypeFor[stages.Stage]() { // it contains itself
		number := map[string]any{"type": "number"}
		return map[string]any{"type": "object", "required": []string{"name", "processor_s", "times", "wall_s"}, "properties": map[string]any{"name": map[string]any{"type": "string"},
			"wall_s": number, "processor_s": map[string]any{"type": []string{"number", "null"}}, "times": map[string]any{"type": "integer"},
			"parts": map[string]any{"type": "array", "items": map[string]any{"type": "object"}}}}
	}
	if t == reflect.TypeFor[time.Duration]() { // in figures.Times, which are written in seconds
		return map[string]any{"type": "number"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Struct:
		properties, required := map[string]any{}, []string{}
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() || name == "-" {
				continue
			}
			if f.Anonymous { // its members are members of the struct
				part := schemaOf(f.Type)
				maps.Copy(properties, part["properties"].(map[string]any))
				required = append(required, part["required"].([]string)...)
				continue
			}
			if name == "" {
				name = f.Name
			}
			properties[name] = schemaOf(f.Type)
			if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
				required = append(required, name)
			}
		}
		slices.Sort(required)
		return map[string]any{"type": "object", "properties": properties, "required": required}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Slice:
		return map[string]any{"type": []string{"array", "null"}, "items": schemaOf(t.Elem())}
	case reflect.Array:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Interface:
		return map[string]any{}
	}
	return map[string]any{"type": "integer"}
}
