package slicer

import (
	"slices"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/solver"
)

// Module is one entry of Slicer's list of modules.
type Module struct {
	// Name is the name of the link to the program. It must not have a dot.
	Name, Title, About string
	Parameters         []Group
}

// Group is a panel of parameters.
type Group struct {
	Label, About string
	Advanced     bool
	Parameters   []Parameter
}

// Parameter is one input, output or setting. Parameters with an Index are positional.
type Parameter struct {
	Tag         string            // geometry, pointfile, directory, string-enumeration, integer, double, boolean
	Attributes  map[string]string // of the tag
	Name        string            // an identifier
	Flag        string            // of our command line, without the dashes before it; see [LongFlag]
	Label, Help string
	Channel     string // input, output or "" for a setting
	Index       int    // of a positional parameter; -1: none
	Default     string
	Elements    []string // of an enumeration
	Low, High   string   // of a number, "" for none
}

// CohortName is the module that matches a template to many specimens.
const CohortName = "GWScopeCohort"

// Flags of the parameters that are no options of a match.
const (
	FlagSpecimens    = "specimens"
	FlagTemplate     = "template"
	FlagLandmarksDir = "landmarks"
	FlagCohort       = "cohort"
	FlagMean         = "mean"
	FlagLandmarksA   = "landmarks-a"
	FlagLandmarksB   = "landmarks-b"
	FlagPin          = "pin"
	FlagRegistered   = "registered"
	FlagColoredA     = "colored-a"
	FlagColoredB     = "colored-b"
	FlagLandmarksOut = "landmarks-out"
)

// The names of the results.
const (
	ReturnConfidence  = "meanConfidence"
	ReturnProbability = "probability"
	ReturnMargin      = "margin"
	ReturnUncertain   = "uncertain"
	ReturnPairs       = "pairs"
	ReturnFlagged     = "flagged"
	ReturnFailed      = "failed"
)

// Modules are all modules.
func Modules() []Module {
	a, b := shape("shapeA", "Shape A", "the shape that is matched to B", 0), shape("shapeB", "Shape B", "the shape that A is matched to", 1)
	marksA := marks("landmarksA", FlagLandmarksA, "Landmarks of A", "places on A that are carried to B")
	marksB := marks("landmarksB", FlagLandmarksB, "Landmarks of B", "places on B; landmarks of the same name are a pair")
	pin := Parameter{Tag: "string-enumeration", Name: "pin", Flag: FlagPin, Label: "Pin pairs", Help: "all: the match must honour pairs of landmarks with the same name", Index: -1, Default: "none", Elements: []string{"none", "all"}}
	carried := marks("landmarksOut", FlagLandmarksOut, "Landmarks of A on B", "where the match carries A's landmarks")
	carried.Channel = "output"
	results := Group{Label: "Results", About: "figures of the match", Parameters: []Parameter{
		{Tag: "double", Name: ReturnProbability, Label: "Probability", Help: "of the match being right, from 0 to 1", Channel: "output", Index: -1, Default: "0"},
		{Tag: "double", Name: ReturnConfidence, Label: "Mean confidence", Help: "of A's vertices, from 0 to 1", Channel: "output", Index: -1, Default: "0"},
		{Tag: "double", Name: ReturnMargin, Label: "Margin", Help: "over the next best match; -1 where there is no other", Channel: "output", Index: -1, Default: "0"},
		{Tag: "string", Name: ReturnUncertain, Label: "Uncertain", Help: "yes where a person should look at the match before using it", Channel: "output", Index: -1},
	}}
	return []Module{
		{Name: "GWScopeMatch", Title: "GWScope Match",
			About: "Matches two shapes by their geodesic distances (Gromov-Wasserstein), lays the mesh of A on B, and says how far the match can be trusted.",
			Parameters: []Group{
				{Label: "Shapes", About: "the shapes to match", Parameters: []Parameter{a, b}},
				{Label: "Outputs", About: "models with confidence and other values at their points", Parameters: []Parameter{
					model("registered", FlagRegistered, "A's mesh on B", "the mesh of A laid on the surface of B"),
					model("coloredA", FlagColoredA, "A coloured", "A with carried colours and confidence"),
					model("coloredB", FlagColoredB, "B coloured", "B with carried colours and confidence"),
				}},
				{Label: "Landmarks", About: "places that are carried, or that steer the match", Parameters: []Parameter{marksA, marksB, pin, carried}},
				settings(false), settings(true), results,
			}},
		{Name: "GWScopeLandmarks", Title: "GWScope Landmark Transfer",
			About: "Carries landmarks of shape A to shape B by a match of both, and says how far it can be trusted.",
			Parameters: []Group{
				{Label: "Shapes and landmarks", About: "the landmarks to carry, and both shapes", Parameters: []Parameter{a, b, marksA, carried}},
				settings(false), settings(true), results,
			}},
		cohortModule(),
	}
}

// cohortModule describes a run over a cohort, as with gwscope cohort new and cohort run.
func cohortModule() Module {
	template := shape("template", "Template", "the shape that is matched to every specimen; without one, the first specimen is the template", -1)
	template.Flag = FlagTemplate
	return Module{Name: CohortName, Title: "GWScope Cohort",
		About: "Matches a template to every mesh of a folder, carries its landmarks, and makes statistics of the shapes. " +
			"A second run on the same folder of results goes on where the first ended. Then the file cohort.yaml in that folder names the shapes, and not this form.",
		Parameters: []Group{
			{Label: "Specimens", About: "the shapes to match", Parameters: []Parameter{
				folder("specimens", FlagSpecimens, "Specimens", "a folder of meshes; files of landmarks beside a mesh with its name are read", "input"),
				template,
				folder("landmarksDir", FlagLandmarksDir, "Landmarks", "a folder with a file of landmarks for each shape, with its name, where they do not lie beside the meshes", "input"),
			}},
			{Label: "Outputs", About: "tables, landmarks, meshes and a report in a folder, and the mean shape", Parameters: []Parameter{
				folder("cohort", FlagCohort, "Folder of results", "made where it is missing; the report is results/report.md in it", "output"),
				model("mean", FlagMean, "Mean shape", "of all specimens that are not flagged, after Procrustes analysis"),
			}},
			settings(false), settings(true),
			{Label: "Results", About: "the results", Parameters: []Parameter{
				{Tag: "integer", Name: ReturnPairs, Label: "Pairs", Help: "how many there are", Channel: "output", Index: -1, Default: "0"},
				{Tag: "integer", Name: ReturnFlagged, Label: "Flagged", Help: "matches at which a person should look", Channel: "output", Index: -1, Default: "0"},
				{Tag: "integer", Name: ReturnFailed, Label: "Failed", Help: "pairs that could not be matched", Channel: "output", Index: -1, Default: "0"},
			}},
		}}
}

func folder(name, flag, label, help, channel string) Parameter {
	return Parameter{Tag: "directory", Name: name, Flag: flag, Label: label, Help: help, Channel: channel, Index: -1}
}

// Find is the module of a name, nil where there is none.
func Find(name string) *Module {
	all := Modules()
	if k := slices.IndexFunc(all, func(m Module) bool { return m.Name == name }); k >= 0 {
		return &all[k]
	}
	return nil
}

func shape(name, label, help string, index int) Parameter {
	return Parameter{Tag: "geometry", Attributes: map[string]string{"fileExtensions": ".ply"}, Name: name, Label: label, Help: help, Channel: "input", Index: index}
}

// model is an output; only VTK's own files carry values to Slicer.
func model(name, flag, label, help string) Parameter {
	return Parameter{Tag: "geometry", Attributes: map[string]string{"fileExtensions": ".vtp"}, Name: name, Flag: flag, Label: label, Help: help, Channel: "output", Index: -1}
}

func marks(name, flag, label, help string) Parameter {
	return Parameter{Tag: "pointfile", Attributes: map[string]string{"fileExtensions": ".mrk.json", "coordinateSystem": "lps"}, Name: name, Flag: flag, Label: label, Help: help, Channel: "input", Index: -1}
}

// settings are the options of the default method.
func settings(advanced bool) Group {
	g := Group{Label: "Settings", About: "how the match is made", Advanced: advanced}
	if advanced {
		g.Label = "Advanced settings"
	}
	defaults := session.Defaults()
	for i := range option.Table {
		opt := &option.Table[i]
		if opt.Advanced != advanced || opt.Kind == option.Path || opt.Methods != nil && !slices.Contains(opt.Methods, string(solver.Hierarchical)) {
			continue
		}
		g.Parameters = append(g.Parameters, setting(opt, opt.Get(&defaults)))
	}
	return g
}
