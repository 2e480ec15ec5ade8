package export

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"gwscope/meshio"
	"gwscope/solver/slicer/neural"
)

// SaveTrace writes the record of a training to a file; see [WriteTrace].
func SaveTrace(name string, trace []neural.Step) error {
	return meshio.WriteFile(name, func(w io.Writer) error { return WriteTrace(w, trace) })
}

// WriteTrace writes the record of a training as CSV: one row for each step, counted from 0
// in each restart. temperature is in deviations of the scores; soft_loss is of the
// soft plan; hard_loss is the GW² of the plan that sorting gives, empty where it was not computed;
// grad_norm is before clipping; seconds count from the start of the training.
func WriteTrace(w io.Writer, trace []neural.Step) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "restart,step,temperature,soft_loss,hard_loss,grad_norm,seconds")
	for _, s := range trace {
		hard := ""
		if !math.IsNaN(s.Hard) {
			hard = fmt.Sprintf("%.9g", s.Hard)
		}
		fmt.Fprintf(out, "%d,%d,%.9g,%.9g,%s,%.6g,%.4f\n", s.Restart, s.Step, s.Temperature, s.Soft, hard, s.GradNorm, s.Seconds)
	}
	return out.Flush()
}
