package experiments

import "strings"

// paperCitation names the source of the published figures.
const paperCitation = "A. Shahbazi, X. Liu, P. He, S. Kolouri: Min Generalized Sliced Gromov-Wasserstein: A Scalable Path to Gromov-Wasserstein, 2026, arXiv 2605.13753"

// paperKinds are the pairs of the paper's animal tables: horse, elephant, cat.
var paperKinds = []string{"H-H", "E-E", "C-C", "H-E", "C-H", "C-E"}

// publishedRow is a row of one of the paper's animal tables.
type publishedRow struct {
	// Label is the paper's. Beside are the contestants to show it with: the name of a method
	// means all its contestants, a name with options this contestant.
	Label  string
	Beside []string
	// Geo are geodesic errors and Time run times in seconds, in the order of paperKinds.
	Geo, Time [6]float64
	// Forward says that Time is of slicers that have learned already.
	Forward bool
}

// AsPublished are the contestants nearest to the paper's own method: without extremities, without polish.
const AsPublished = "hierarchical:off:polish=false,neural:polish=false"

// standardAdds says how our standard method goes beyond the paper.
const standardAdds = "Our min-GSGW adds three things to the paper's: conditional gradient polishes the slicer's plans, extremities join (hierarchical slicer), and orientation, rigidity and curvature in space choose among near-equal minima. Rows with off and polish=false go without the first two and stand beside the published row; the choice stays."

// publishedAnimals is the paper's table of geodesic error and run time on realistic mesh
// pairs (label tab:gw_pot_ours), mean of three seeds on the authors' machine with CUDA.
var publishedAnimals = []publishedRow{
	{"POT", []string{"cg"}, [6]float64{0.112, 0.103, 0.079, 0.181, 0.208, 0.189}, [6]float64{1.82, 1.91, 1.76, 1.88, 1.80, 1.86}, false},
	{"Sink.", []string{"entropic:0.05"}, [6]float64{0.178, 0.194, 0.138, 0.247, 0.281, 0.236}, [6]float64{0.41, 0.43, 0.39, 0.42, 0.40, 0.41}, false},
	{"LR-GW", []string{"lowrank"}, [6]float64{0.143, 0.157, 0.103, 0.213, 0.241, 0.207}, [6]float64{0.87, 0.94, 0.81, 0.89, 0.84, 0.91}, false},
	{"SDP-GW", []string{"sdp"}, [6]float64{0.128, 0.134, 0.091, 0.196, 0.224, 0.193}, [6]float64{15.7, 17.4, 13.6, 16.3, 14.7, 16.6}, false},
	{"SaGroW", []string{"sagrow"}, [6]float64{0.167, 0.182, 0.124, 0.231, 0.264, 0.221}, [6]float64{0.31, 0.34, 0.28, 0.32, 0.30, 0.33}, false},
	{"Ours", append(strings.Split(AsPublished, ","), "neural:paper-animals:polish=false"), [6]float64{0.079, 0.091, 0.058, 0.138, 0.162, 0.124}, [6]float64{0.08, 0.08, 0.07, 0.08, 0.07, 0.08}, true},
}

// publishedPart is a row of the paper's table of part label transfer.
type publishedPart struct {
	Label  string // the paper's
	Beside string // the contestant to show it with
	// Accuracy is in percent and Milliseconds the forward time, in the order of
	// publishedPoints.
	Accuracy, Milliseconds [3]float64
}

var publishedPoints = []int{256, 512, 1024}

// publishedParts is the paper's table of accuracy and forward time at several resolutions
// (label tab:shapenet_resolution), on ShapeNet-part and the authors' machine with CUDA.
var publishedParts = []publishedPart{
	{"POT GW", "cg", [3]float64{68.9, 69.8, 73.5}, [3]float64{75.3, 375.7, 886.2}},
	{"Sinkhorn ε = 0.05", "entropic:0.05", [3]float64{66.1, 66.6, 71.3}, [3]float64{164.7, 361.1, 843.1}},
	{"Sinkhorn ε = 0.5", "entropic:0.5", [3]float64{64.3, 65.5, 68.7}, [3]float64{91.7, 370.2, 821.9}},
	{"Sinkhorn ε = 1", "entropic:1", [3]float64{62.8, 64.7, 67.4}, [3]float64{72.3, 303.3, 790.2}},
	{"Ours", "amortized", [3]float64{78.2, 77.5, 74.9}, [3]float64{2.66, 4.3, 9.4}},
}
