package text

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
)

// JSONError says in the words of the file what is wrong with its JSON: the place, the value
// there, and the value that should be there.
func JSONError(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(data), errors.Is(err, io.ErrUnexpectedEOF):
		return AtLine(lineAt(data, int64(len(data))), "the file is cut off in the middle of its JSON")
	case errors.As(err, &syntax):
		return AtLine(lineAt(data, syntax.Offset), "this is no JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	case errors.As(err, &kind):
		value, _, _ := strings.Cut(kind.Value, " ") // "number 1.5"
		if words, ok := jsonWords[value]; ok {
			value = words
		}
		name := Quote([]byte(kind.Field))
		if kind.Field == "" {
			name = "the file"
		}
		return AtLine(lineAt(data, kind.Offset), "%s holds %s where %s belongs", name, value, wanted(kind.Type))
	}
	return Whole("%s", strings.TrimPrefix(err.Error(), "json: "))
}

// jsonWords are people's names of the values of JSON.
var jsonWords = map[string]string{"object": "an object", "array": "a list", "string": "a word", "number": "a number", "bool": "true or false", "null": "nothing"}

// wanted names, for a person, a value that a program keeps as t.
func wanted(t reflect.Type) string {
	if t == nil {
		return "something else"
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a word"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Interface:
		return "something else"
	}
	return "a whole number"
}

// lineAt counts lines up to a byte.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:max(0, min(offset, int64(len(data))))], []byte("\n"))
}
