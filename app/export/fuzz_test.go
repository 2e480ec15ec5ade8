package export

import (
	"archive/zip"
	"bytes"
	"testing"

	"codeberg.org/sbinet/npyio/npy"

	"gwscope/solver/gw"
)

// Whatever plan is written comes back entry by entry, rows without mass included.
func FuzzPlanRoundTrip(f *testing.F) {
	f.Add(uint8(3), uint8(2), []byte{1, 0, 2, 0, 0, 9})
	f.Add(uint8(1), uint8(1), []byte{})
	f.Add(uint8(0), uint8(4), []byte{7})
	f.Add(uint8(40), uint8(40), bytes.Repeat([]byte{0, 0, 200}, 500))
	f.Fuzz(func(t *testing.T, n, m uint8, masses []byte) {
		plan := &gw.Plan{N: int(n), M: int(m)}
		for k, w := range masses {
			if k < plan.N*plan.M && w > 0 {
				plan.I, plan.J = append(plan.I, int32(k/plan.M)), append(plan.J, int32(k%plan.M))
				plan.Mass = append(plan.Mass, float64(w)/7)
			}
		}
		var out bytes.Buffer
		if err := WritePlan(&out, plan, make([]int32, plan.N), make([]int32, plan.M)); err != nil {
			t.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		read := func(name string, into any) {
			file, err := z.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if err := npy.Read(file, into); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var start []int32
		read("indptr.npy", &start)
		if len(start) != plan.N+1 || int(start[plan.N]) != plan.Len() {
			t.Fatalf("%d rows end at %v for %d entries", plan.N, start, plan.Len())
		}
		if plan.Len() == 0 {
			return // npyio reads no empty arrays
		}
		var columns []int32
		var mass []float64
		read("indices.npy", &columns)
		read("data.npy", &mass)
		at := 0
		for i := range plan.N {
			for k := start[i]; k < start[i+1]; k++ {
				if plan.I[at] != int32(i) || plan.J[at] != columns[k] || plan.Mass[at] != mass[k] {
					t.Fatalf("entry %d came back as (%d, %d) %g", at, i, columns[k], mass[k])
				}
				at++
			}
		}
	})
}
