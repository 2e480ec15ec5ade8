package option

import (
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// Distances are the kind of distances that the option metric stands for: auto is what the paper's
// preset for horses says, and along the edges of the mesh for everything else.
func Distances(o session.Options) string {
	switch {
	case o.Metric != session.AutoMetric:
		return o.Metric
	case o.Method == string(solver.Neural) && o.Preset == string(neural.PaperHorse):
		return metric.KindKNN.String()
	}
	return metric.KindGraph.String()
}
