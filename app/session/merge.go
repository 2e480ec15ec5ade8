package session

import (
	"math"
	"reflect"
)

// Differences are the paths of the fields in which two states differ, such as
// "Options.Samples", in the order of their declaration. A struct whose fields are all exported
// is compared field by field. Everything else is one value, also a slice.
func Differences[S any](a, b S) []string {
	var out []string
	walk("", func(path string, v []reflect.Value) {
		if !same(v[0], v[1]) {
			out = append(out, path)
		}
	}, reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem())
	return out
}

// Merge is now with the fields of to in which from and to differ.
func Merge[S any](now, from, to S) S {
	walk("", func(_ string, v []reflect.Value) {
		if !same(v[1], v[2]) {
			v[0].Set(v[2])
		}
	}, reflect.ValueOf(&now).Elem(), reflect.ValueOf(&from).Elem(), reflect.ValueOf(&to).Elem())
	return now
}

// same compares two values. NaN is the same as NaN, or such a field would seem to change all the
// time.
func same(a, b reflect.Value) bool {
	if a.CanFloat() {
		return a.Float() == b.Float() || math.IsNaN(a.Float()) && math.IsNaN(b.Float())
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// walk calls leaf with each field of several values of one type.
func walk(path string, leaf func(path string, v []reflect.Value), v ...reflect.Value) {
	t := v[0].Type()
	if !open(t) {
		leaf(path, v)
		return
	}
	for i := range t.NumField() {
		fields := make([]reflect.Value, len(v))
		for k := range v {
			fields[k] = v[k].Field(i)
		}
		name := t.Field(i).Name
		switch {
		case t.Field(i).Anonymous: // its fields count as fields of the struct around it
			name = path
		case path != "":
			name = path + "." + name
		}
		walk(name, leaf, fields...)
	}
}

// open reports whether the fields of a type can be set one by one. A type with a method OneValue
// is one value, such as a camera: a half of one orientation does not fit a half of another.
func open(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() == 0 || t.Implements(reflect.TypeFor[interface{ OneValue() }]()) {
		return false
	}
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
}
