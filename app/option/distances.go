package option

import (
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// Distances is the kind of distances that the option metric stands for: auto is the graph of nearest
// neighbours for the paper's preset for horses, and the graph of the mesh for all else.
func Distances(o session.Options) string {
	switch {
	case o.Metric != session.AutoMetric:
		return o.Metric
	case o.Method == string(solver.Neural) && o.Preset == string(neural.PaperHorse):
		return metric.KindKNN.String()
	}
	return metric.KindGraph.String()
}
