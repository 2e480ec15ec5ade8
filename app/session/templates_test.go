package session

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A person's own lists of landmarks are kept, replaced by name and forgotten.
func TestTemplatesAreKept(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	if got := h.Templates(); got != nil {
		t.Errorf("at first there are %v", got)
	}
	save := func(x Template) {
		if err := h.SaveTemplate(x); err != nil {
			t.Fatal(err)
		}
	}
	save(Template{"femur", []string{"head", "neck"}})
	save(Template{"tibia", []string{" a\n b ", "", "a b", "c"}})
	save(Template{"femur", []string{"head", "neck", "condyle"}})
	want := []Template{{"tibia", []string{"a b", "c"}}, {"femur", []string{"head", "neck", "condyle"}}}
	if got := h.Templates(); !reflect.DeepEqual(got, want) {
		t.Errorf("kept are %v", got)
	}
	save(Template{Name: "tibia"})
	if got := h.Templates(); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("after forgetting one: %v", got)
	}
	if err := os.WriteFile(filepath.Join(h.Config, "templates.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := h.Templates(); got != nil {
		t.Errorf("a broken file gives %v", got)
	}
	for _, x := range Templates() {
		if !reflect.DeepEqual(x, x.clean()) {
			t.Errorf("the list %q has doubles or empty names", x.Name)
		}
	}
}
