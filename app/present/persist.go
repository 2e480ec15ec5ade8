package present

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
)

// momentary are the fields of a View that belong to the present moment and are no lasting choice
// of a person: they are neither saved nor undone.
var momentary = []string{"PickedA", "PickedB", "Dark", "Hasty", "Push", "Scale", "Motion", "Marks", "Measured"}

// Lasting is the view without its momentary fields.
func (v View) Lasting() View { return v.WithMoment(NewView()) }

// WithMoment is the view with the momentary fields of the view now.
func (v View) WithMoment(now View) View {
	for _, name := range momentary {
		reflect.ValueOf(&v).Elem().FieldByName(name).Set(reflect.ValueOf(now).FieldByName(name))
	}
	return v
}

// Keep is the lasting view in the form of a session file: a JSON object of the fields that differ
// from [NewView].
func (v View) Keep() json.RawMessage {
	fields := map[string]json.RawMessage{}
	fresh, value := reflect.ValueOf(NewView()), reflect.ValueOf(v)
	for i := range value.NumField() {
		name := value.Type().Field(i).Name
		if slices.Contains(momentary, name) || reflect.DeepEqual(value.Field(i).Interface(), fresh.Field(i).Interface()) {
			continue
		}
		if text, err := json.Marshal(value.Field(i).Interface()); err == nil { // an infinity is not worth failing for
			fields[name] = text
		}
	}
	out, err := json.Marshal(fields)
	if err != nil {
		panic("present: " + err.Error()) // every member was made by Marshal
	}
	return out
}

// ReadView reads a view that Keep wrote, in this version or another. Fields that are unknown or
// do not fit are passed over; missing fields are those of [NewView].
func ReadView(data json.RawMessage) View {
	v := NewView()
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return v
	}
	value := reflect.ValueOf(&v).Elem()
	for name, text := range fields {
		field := value.FieldByName(name)
		if !field.IsValid() || slices.Contains(momentary, name) {
			continue
		}
		read := reflect.New(field.Type())
		read.Elem().Set(field)
		if json.Unmarshal(text, read.Interface()) != nil {
			continue
		}
		if c, ok := read.Interface().(interface{ Check() error }); ok && c.Check() != nil {
			continue // a choice of another version
		}
		field.Set(read.Elem())
	}
	if !Known(v.ColorBy) {
		v.ColorBy = ByCarried
	}
	v.Lines = max(v.Lines, 0)
	if !(v.PointSize >= 0 && v.PointSize <= LargestPoint) {
		v.PointSize = 0
	}
	if !(v.T >= 0 && v.T <= 1) {
		v.T = math.Round(min(max(v.T, 0), 1))
	}
	return v
}
