package meshtest

import (
	"runtime/metrics"
	"testing"
)

// The memory that a decoder may take altogether, freed or not: mostTimes the file, and
// a little for any file.
const (
	mostTimes   = 64
	littleAlloc = 1 << 20
)

// Held runs a decoder on a file of size bytes and fails the test where it allocates more than 64 times
// that, beside extra bytes that it may take for any file. Nothing else may run at the same time, as in
// a fuzz test. The runtime counts small objects late, so objects that others have allocated before may
// seem to be the decoder's: where the decoder seems to take too much, it runs once more, and the
// smaller figure counts.
func Held(t *testing.T, size, extra int, decode func()) {
	t.Helper()
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	most := uint64(mostTimes*size + littleAlloc + extra)
	var took uint64
	for range 3 {
		metrics.Read(sample)
		before := sample[0].Value.Uint64()
		decode()
		metrics.Read(sample)
		if took = sample[0].Value.Uint64() - before; took <= most {
			return
		}
	}
	t.Fatalf("%d bytes were allocated for a file of %d, where %d would do", took, size, most)
}
