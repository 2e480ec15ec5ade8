package session

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A person's own lists of landmarks are kept, replaced by name and forgotten.
func TestListsOfNamesAreKept(t *testing.T) {
	t.Parallel()
	h := testHome(t)
	if got := h.NameLists(); got != nil {
		t.Errorf("at first there are %v", got)
	}
	save := func(x NameList) {
		if err := h.SaveNameList(x); err != nil {
			t.Fatal(err)
		}
	}
	save(NameList{"femur", []string{"head", "neck"}})
	save(NameList{"tibia", []string{" a\n b ", "", "a b", "c"}})
	save(NameList{"femur", []string{"head", "neck", "condyle"}})
	want := []NameList{{"tibia", []string{"a b", "c"}}, {"femur", []string{"head", "neck", "condyle"}}}
	if got := h.NameLists(); !reflect.DeepEqual(got, want) {
		t.Errorf("kept are %v", got)
	}
	save(NameList{Name: "tibia"})
	if got := h.NameLists(); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("after forgetting one: %v", got)
	}
	if err := os.WriteFile(filepath.Join(h.Config, "landmark-lists.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := h.NameLists(); got != nil {
		t.Errorf("a broken file gives %v", got)
	}
	for _, x := range NameLists() {
		if !reflect.DeepEqual(x, x.clean()) {
			t.Errorf("the list %q has doubles or empty names", x.Name)
		}
	}
}
