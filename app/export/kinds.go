package export

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gwscope/app/pipeline"
	"gwscope/internal/stages"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/render/capture"
)

// The files of a match.
const (
	ResultFile   = "result.json"
	MapAToBFile  = "map_a_to_b.csv"
	MapBToAFile  = "map_b_to_a.csv"
	MapAToBArray = "map_a_to_b.npy"
	MapBToAArray = "map_b_to_a.npy"
	PlanFile     = "plan.npz"
	ColoredAFile = "a_colored.ply"
	ColoredBFile = "b_colored.ply"
	MatchedBFile = "b_matched.obj"
	MatchedBPLY  = "b_matched.ply"
	ColoredAVTP  = "a_colored.vtp"
	ColoredBVTP  = "b_colored.vtp"
	MatchedBVTP  = "b_matched.vtp"
	MorphFile    = "morph.glb"
	PictureFile  = "matches.png"
	OrbitGIF     = "orbit.gif"
	MorphGIF     = "morph.gif"
	OrbitFolder  = "orbit_frames"
	MorphFolder  = "morph_frames"
	ReportFile   = "report.md"
	ReportFolder = "report_figures"
	RepeatFile   = "report.gwscope" // beside a report of a match with landmarks
)

// Kind is a form in which a match can be written. The command line and the window offer the
// same ones.
type Kind struct {
	Name  string // on the command line
	Group string // heading in the window
	Label string // for the window
	About string // a sentence for helps and tooltips
	// Files are the names of its files for a match, or of all possible ones where the match is
	// nil. A folder's name ends with a slash.
	Files func(*pipeline.Match, Settings) []string
	// frames is how many pictures have to be drawn; 0 for kinds without pictures.
	frames func(Settings) int
	// asks is the part of a match's analysis that the kind needs.
	asks  asks
	write func(ctx context.Context, j *job, dir string, progress func(float64)) error
}

// asks is a part of the analysis of a match.
type asks int

const (
	noAnalysis  asks = iota
	trustAlone       // the confidence of each point
	allAnalysis      // and orientation and coverage
)

// asksOf is the largest part that any of the kinds asks for.
func asksOf(kinds []Kind) asks {
	most := noAnalysis
	for _, k := range kinds {
		most = max(most, k.asks)
	}
	return most
}

// Analyses reports whether any of the kinds needs facts about the match beside its maps.
func Analyses(kinds []Kind) bool { return asksOf(kinds) > noAnalysis }

// Draws reports whether the kind needs pictures to be drawn.
func (k Kind) Draws() bool { return k.frames != nil }

func files(names ...string) func(*pipeline.Match, Settings) []string {
	return func(*pipeline.Match, Settings) []string { return names }
}

func times(n int) func(Settings) int { return func(Settings) int { return n } }

// kinds in the order of helps and menus.
var kinds []Kind

func init() { // some of their functions use kinds
	kinds = []Kind{
		// WriteReady writes the result itself, after all others.
		{Name: "result", asks: allAnalysis, Group: "Data", Label: "Result in numbers (JSON)", About: "losses, errors, alternatives, settings and times",
			Files: files(ResultFile)},
		{Name: "maps", asks: trustAlone, Group: "Data", Label: "Maps of all vertices (CSV)", About: "a place on the other shape for every vertex, both ways; names of the columns in the first line",
			Files: files(MapAToBFile, MapBToAFile),
			write: func(_ context.Context, j *job, dir string, _ func(float64)) error {
				if err := SaveMap(filepath.Join(dir, MapAToBFile), j.aToB()); err != nil {
					return err
				}
				return SaveMap(filepath.Join(dir, MapBToAFile), j.bToA())
			}},
		{Name: "landmarks", Group: "Data", Label: "Landmarks (CSV, 3D Slicer)", About: "landmarks and extremities of both shapes and where the maps send them, as .csv, .fcsv and .mrk.json",
			Files: landmarkFiles,
			write: func(_ context.Context, j *job, dir string, _ func(float64)) error { return SaveLandmarks(dir, j.m) }},
		{Name: "npy", Group: "Data", Label: "Maps for NumPy (NPY)", About: "nearest vertices both ways, each with a JSON file of direction, length and base",
			Files: files(MapAToBArray, "map_a_to_b.json", MapBToAArray, "map_b_to_a.json"),
			write: func(_ context.Context, j *job, dir string, _ func(float64)) error {
				a, b := j.m.A, j.m.B
				err := SaveMapNPY(filepath.Join(dir, MapAToBArray), MapHeader{Direction: "a_to_b", Targets: len(b.Mesh.Vertices), Source: a.Ref, Target: b.Ref}, j.m.FromA().Nearest())
				if err != nil {
					return err
				}
				return SaveMapNPY(filepath.Join(dir, MapBToAArray), MapHeader{Direction: "b_to_a", Targets: len(a.Mesh.Vertices), Source: b.Ref, Target: a.Ref}, j.m.FromB().Nearest())
			}},
		{Name: "plan", Group: "Data", Label: "Plan for SciPy (sparse NPZ)", About: "the coupling of the samples, for scipy.sparse.load_npz",
			Files: files(PlanFile),
			write: func(_ context.Context, j *job, dir string, _ func(float64)) error {
				return SavePlan(filepath.Join(dir, PlanFile), j.m)
			}},
		meshes(allAnalysis, "ply", "Coloured meshes (PLY)", "both shapes with carried colours, confidence, distortion, coverage, stretch, orientation and errors at the vertices",
			meshFile{ColoredAFile, (*job).coloredA}, meshFile{ColoredBFile, (*job).coloredB}),
		meshes(noAnalysis, "obj", "Matched mesh (OBJ)", "A's mesh laid on B's surface; with the surface \"map\", A's connectivity at the places that the map gives",
			meshFile{MatchedBFile, (*job).matchedB}),
		meshes(allAnalysis, "matched", "Matched mesh (PLY)", "the same with colours and values at the vertices",
			meshFile{MatchedBPLY, (*job).matchedColored}),
		meshes(allAnalysis, "vtp", "Coloured meshes (VTP)", "both shapes and the matched mesh for ParaView and 3D Slicer, with the same values as data of points",
			meshFile{ColoredAVTP, (*job).coloredA}, meshFile{ColoredBVTP, (*job).coloredB}, meshFile{MatchedBVTP, (*job).matchedColored}),
		{Name: "glb", Group: "Meshes", Label: "Morph that plays (GLB)", About: "the morph as morph targets and an animation, for any glTF viewer",
			Files: files(MorphFile),
			write: func(ctx context.Context, j *job, dir string, _ func(float64)) error {
				return j.saveMorph(ctx, filepath.Join(dir, MorphFile))
			}},
		{Name: "mesh", Group: "Meshes", Label: "Morphed mesh at t", About: "the shape on its way, at t",
			Files: func(_ *pipeline.Match, s Settings) []string { return []string{morphedName(s)} },
			write: func(ctx context.Context, j *job, dir string, _ func(float64)) error {
				out, err := j.morphed(ctx)
				if err != nil {
					return err
				}
				return meshio.Save(filepath.Join(dir, morphedName(j.s)), out)
			}},
		{Name: "picture", Group: "Pictures", Label: "Picture (PNG)", About: "both shapes, coloured",
			Files: files(PictureFile), frames: times(1),
			write: func(ctx context.Context, j *job, dir string, _ func(float64)) error {
				in, end := stages.Begin(ctx, "scene")
				f, err := j.figure(in, j.s.View, j.s.Width, j.s.Height)
				end()
				if err != nil {
					return err
				}
				j.caption(f.Figure)
				return j.save(ctx, f, filepath.Join(dir, PictureFile))
			}},
		{Name: "figure", Group: "Pictures", Label: "Figure for print (PDF, SVG)", About: "the picture of the view, in millimetres, with letters that stay sharp, a colour bar and a caption",
			Files: func(_ *pipeline.Match, s Settings) []string { return []string{figureName(s)} }, frames: times(1),
			write: func(ctx context.Context, j *job, dir string, _ func(float64)) error { return j.savePrint(ctx, dir) }},
		animated("orbit-gif", "Turning all round (GIF)", "the shapes turn once all round", OrbitGIF, (*job).saveGIF, (*job).orbit),
		animated("morph-gif", "Morph (GIF)", "A becomes B and comes back", MorphGIF, (*job).saveGIF, (*job).there),
		animated("orbit-png", "Turning all round (PNG files)", "the same as numbered pictures", OrbitFolder+"/", (*job).saveFrames, (*job).orbit),
		animated("morph-png", "Morph (PNG files)", "the same as numbered pictures", MorphFolder+"/", (*job).saveFrames, (*job).there),
		{Name: "report", asks: allAnalysis, Group: "Report", Label: "Report (Markdown)", About: "figures, results, and every setting and version needed to repeat the match",
			Files: func(m *pipeline.Match, _ Settings) []string {
				if m != nil && m.Marks.Empty() {
					return []string{ReportFile, ReportFolder + "/"}
				}
				return []string{ReportFile, ReportFolder + "/", RepeatFile}
			}, frames: times(reportFigures),
			write: func(ctx context.Context, j *job, dir string, p func(float64)) error { return j.saveReport(ctx, dir, p) }},
	}
}

type meshFile struct {
	name string
	mesh func(*job) *mesh.Mesh
}

// meshes is a kind whose files are meshes.
func meshes(asks asks, name, label, about string, all ...meshFile) Kind {
	var names []string
	for _, f := range all {
		names = append(names, f.name)
	}
	return Kind{Name: name, asks: asks, Group: "Meshes", Label: label, About: about, Files: files(names...),
		write: func(_ context.Context, j *job, dir string, _ func(float64)) error {
			for _, f := range all {
				if err := meshio.Save(filepath.Join(dir, f.name), f.mesh(j)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// animated is a kind whose file, or folder of pictures, is an animation.
func animated(name, label, about, file string, save func(*job, context.Context, string, animation, func(float64)) error, content func(*job) animation) Kind {
	return Kind{Name: name, Group: "Animations", Label: label, About: about, Files: files(file), frames: func(s Settings) int { return s.Frames },
		write: func(ctx context.Context, j *job, dir string, progress func(float64)) error {
			return save(j, ctx, filepath.Join(dir, file), content(j), progress)
		}}
}

// save aims the camera of a figure, draws the figure and writes it.
func (j *job) save(ctx context.Context, f staged, path string) error {
	_, end := stages.Begin(ctx, "aim")
	j.aim(f)
	end()
	_, end = stages.Begin(ctx, "context")
	err := j.open()
	end()
	if err != nil {
		return err
	}
	_, end = stages.Begin(ctx, "draw")
	img, err := j.draw(f.Figure)
	end()
	if err != nil {
		return err
	}
	_, end = stages.Begin(ctx, "encode")
	defer end()
	return capture.Save(path, img)
}

// Kinds lists the forms in which a match can be written.
func Kinds() []Kind { return kinds }

// Standard are the names of the kinds that are written by default.
var Standard = []string{"result", "maps", "landmarks", "ply", "obj", "glb", "picture"}

// StandardKinds are the kinds of [Standard].
func StandardKinds() []Kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !slices.Contains(Standard, k.Name) })
}

// ParseKinds reads names of kinds separated by commas; standard and all stand for several.
// The result has each once, in the order of [Kinds].
func ParseKinds(text string) ([]Kind, error) {
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "":
		case name == "all":
			for _, k := range kinds {
				wanted[k.Name] = true
			}
		case name == "standard":
			for _, n := range Standard {
				wanted[n] = true
			}
		case slices.ContainsFunc(kinds, func(k Kind) bool { return k.Name == name }):
			wanted[name] = true
		default:
			var known []string
			for _, k := range kinds {
				known = append(known, k.Name)
			}
			return nil, fmt.Errorf("a match cannot be written as %q; it can as %s, standard or all", name, strings.Join(known, ", "))
		}
	}
	if len(wanted) == 0 {
		return nil, errors.New("nothing to write was named")
	}
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !wanted[k.Name] }), nil
}

// Progress says how far an export is.
type Progress struct {
	Label    string        // of the file that is being written
	Fraction float64       // of everything, 0 to 1, never falling
	Left     time.Duration // estimated; 0 when unknown
}
