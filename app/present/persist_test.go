package present

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gwscope/render/colormap"
)

// set gives every plain field below v a value of its own.
func set(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) / 128)
	case reflect.String:
		v.SetString("clamp")
	case reflect.Struct:
		for i := range v.NumField() {
			set(v.Field(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			set(v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		set(v.Index(0), n)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		set(v.Elem(), n)
	}
}

// Every choice of a View comes back from a session file, also of fields that are added later.
// Fields that should not come back are named in momentary.
func TestEveryChoiceSurvivesASession(t *testing.T) {
	t.Parallel()
	v := NewView()
	n := 0
	for i := range reflect.TypeFor[View]().NumField() {
		if !slices.Contains(momentary, reflect.TypeFor[View]().Field(i).Name) {
			set(reflect.ValueOf(&v).Elem().Field(i), &n)
		}
	}
	v.ColorBy, v.T, v.Way = ByDistortion, 0.375, Way{LinearWay, "b", SurfaceTargets}
	back := ReadView(v.Keep())
	if diff := cmp.Diff(v, back, cmp.AllowUnexported()); diff != "" {
		t.Errorf("(-kept +read):\n%s", diff)
	}
	if text := string(NewView().Keep()); text != "{}" {
		t.Errorf("a fresh view is kept as %s", text)
	}
}

func TestTheMomentIsNotKept(t *testing.T) {
	t.Parallel()
	now := NewView()
	now.PickedA, now.Dark, now.Scale, now.Lines = 7, true, &colormap.Scale{}, 9
	kept := ReadView(now.Keep())
	if kept.PickedA != -1 || kept.Dark || kept.Scale != nil || kept.Lines != 9 {
		t.Errorf("kept %+v", kept)
	}
	if again := kept.WithMoment(now); again != now {
		t.Errorf("with the moment it was in, the view is %+v", again)
	}
	if now.Lasting() != kept {
		t.Error("what lasts and what is kept differ")
	}
}

func TestOddViewsGiveWhatTheyCan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]func(*View){
		``:         func(*View) {},
		`null`:     func(*View) {},
		`[1]`:      func(*View) {},
		`{"T": 7}`: func(v *View) { v.T = 1 },
		`{"T": "half", "Edges": true, "Smell": "rose"}`: func(v *View) { v.Edges = true },
		`{"ColorBy": "mood", "Lines": -4, "Flat": 1}`:   func(*View) {},
		`{"Way": {"mode": "flying"}, "Flat": true}`:     func(v *View) { v.Flat = true },
		`{"Dark": true, "PickedB": 3, "Push": {}}`:      func(*View) {},
	} {
		v := NewView()
		want(&v)
		if got := ReadView(json.RawMessage(text)); got != v {
			t.Errorf("%s gives %+v", text, got)
		}
	}
}
