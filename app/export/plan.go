package export

import (
	"io"

	"codeberg.org/sbinet/npyio/npz"

	"gwscope/app/pipeline"
	"gwscope/meshio"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// SavePlan writes the plan of a match; see [WritePlan].
func SavePlan(path string, m *pipeline.Match) error {
	return meshio.WriteFile(path, func(w io.Writer) error {
		return WritePlan(w, m.Alternative().Plan, vertices(m.X), vertices(m.Y))
	})
}

// vertices are the samples of a space as vertices of its file.
func vertices(s *metric.Space) []int32 {
	out := make([]int32, s.Len())
	for i, p := range s.Samples {
		out[i] = s.Domain.VertexOf[p]
	}
	return out
}

// WritePlan writes a plan as NumPy's NPZ, in the layout that scipy.sparse.load_npz
// reads as an n x m matrix in compressed sparse rows: data (float64), indices and indptr
// (int32), shape (int64), format. Row i is sample i of A and column j is sample j of B. The
// arrays rows_vertex and columns_vertex, which SciPy ignores, are the vertices of the files
// at these samples, counted from 0.
func WritePlan(w io.Writer, plan *gw.Plan, rows, columns []int32) error {
	start := make([]int32, plan.N+1)
	for _, i := range plan.I {
		start[i+1]++
	}
	for i := range plan.N {
		start[i+1] += start[i]
	}
	out := npz.NewWriter(w)
	for _, array := range []struct {
		name  string
		value any
	}{
		{"indices", plan.J}, {"indptr", start}, {"format", "csr"}, {"shape", []int64{int64(plan.N), int64(plan.M)}}, {"data", plan.Mass},
		{"rows_vertex", rows}, {"columns_vertex", columns},
	} {
		if err := out.Write(array.name+".npy", array.value); err != nil {
			return err
		}
	}
	return out.Close()
}
