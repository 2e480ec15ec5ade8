package meshio

import "testing"

// However many files are written to a folder, each write reads a bounded number of its names in the
// mean; the names of a small folder are read each time.
func TestSweepingLargeFoldersStaysCheap(t *testing.T) {
	t.Parallel()
	const files = 20000
	var f folders
	looked, looks, early := 0, 0, 0
	for n := range files {
		if f.due("folder") {
			f.swept("folder", n+1)
			looked += n + 1
			looks++
			if n < entriesAWrite-1 {
				early++
			}
		}
	}
	if looked > 2*entriesAWrite*files || looks < 100 {
		t.Errorf("%d names in %d looks for %d files", looked, looks, files)
	}
	if early != entriesAWrite-1 {
		t.Errorf("%d looks at the first %d files", early, entriesAWrite-1)
	}
	if !f.due("another") {
		t.Error("one folder holds up another")
	}
}
