package cli

import (
	"fmt"

	"gwscope/app/export"
	"gwscope/solver"
)

// lossLine has the losses of a slicer's plan before and after its polish.
func lossLine(s export.Summary) string {
	distortion := fmt.Sprintf("mean pair distortion %.2f %%", 100*s.Distortion)
	switch {
	case s.Method != string(solver.Amortized):
		return fmt.Sprintf("GW² slicer %.6f, GW² %.6f, %s", s.GW2Slicer, s.GW2, distortion)
	case s.Settings.Refined:
		return fmt.Sprintf("GW² instant %.6f, refined %.6f, %s", s.GW2Slicer, s.GW2, distortion)
	default:
		return fmt.Sprintf("GW² instant %.6f, %s (--refined goes on from there)", s.GW2, distortion)
	}
}
