package cohort

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/meshio/landmark"
)

// Plan lists the parts of a new cohort.
type Plan struct {
	// Specimens and Templates are paths of meshes, folders of meshes, "sample:NAME", or the name
	// of a population, "sample:cats". Without templates, the first specimen is the template; for a
	// population it is an individual that is no specimen.
	Specimens, Templates []string
	// Landmarks is the folder with a file of landmarks for each shape, with the shape's name; "":
	// the files lie beside the shapes.
	Landmarks string
	// Individuals is the number of individuals of a population (0: the usual number), Vertices
	// the number of vertices of each (0: the number that it is made with).
	Individuals, Vertices int
	Options               FileOptions
	Pairs                 string
	// Nearest is [Cohort.Nearest].
	Nearest int
	Keep    []string
}

// firstTemplate is the number of the first individual that is a template and no specimen.
const firstTemplate = 101

// New makes a cohort in a folder and writes its file. It is an error if the folder has one.
func New(dir string, p Plan) (*Cohort, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	c := &Cohort{Dir: Folder(dir), Title: filepath.Base(dir), Options: p.Options, Pairs: p.Pairs, Nearest: p.Nearest, Keep: p.Keep}
	m := maker{c, p}
	if _, err := os.Stat(c.Dir.Path(FileName)); err == nil {
		return nil, fmt.Errorf("%s is there already: edit it, or choose another folder", c.Dir.Path(FileName))
	}
	if c.Specimens, err = m.gather(p.Specimens); err != nil {
		return nil, err
	}
	if len(c.Specimens) == 0 {
		return nil, errors.New("a cohort needs specimens: name files, a folder of meshes, or sample:cats")
	}
	if c.Templates, err = m.gather(p.Templates); err != nil {
		return nil, err
	}
	if len(c.Templates) == 0 && p.Pairs != AllPairs {
		c.Templates = c.Specimens[:1]
		if id, ok := strings.CutPrefix(c.Specimens[0].File, pipeline.SamplePrefix); ok {
			population, _, _ := strings.Cut(id, "/")
			if slices.ContainsFunc(shapes.Populations(), func(p shapes.Population) bool { return p.Name == population }) {
				c.Templates = []Shape{m.individual(population, firstTemplate)}
			}
		}
	}
	if model := c.Options["model"]; model != "" {
		if model, err = filepath.Abs(model); err != nil {
			return nil, err
		}
		c.Options["model"] = m.relative(model)
	}
	grouped(c.Specimens)
	if err := m.landmarks(); err != nil {
		return nil, err
	}
	if _, err := c.check(); err != nil {
		return nil, err
	}
	return c, meshio.WriteFile(c.Dir.Path(FileName), c.write)
}

// maker makes a cohort by a plan.
type maker struct {
	*Cohort
	plan Plan
}

// gather makes a list of shapes of the words that a person typed.
func (m maker) gather(refs []string) ([]Shape, error) {
	var out []Shape
	for _, ref := range refs {
		if id, ok := strings.CutPrefix(ref, pipeline.SamplePrefix); ok {
			list, err := m.samples(id)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
			continue
		}
		files := []string{ref}
		if info, err := os.Stat(ref); err == nil && info.IsDir() {
			if files, err = meshesIn(ref); err != nil {
				return nil, err
			}
		}
		for _, f := range files {
			s, err := m.fileShape(f)
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
	}
	names := map[string]bool{}
	for k := range out {
		out[k].Name = fresh(out[k].Name, names)
	}
	return out, nil
}

// samples are an embedded shape, or the individuals of a population.
func (m maker) samples(id string) ([]Shape, error) {
	for _, pop := range shapes.Populations() {
		name, number, _ := strings.Cut(id, "/")
		k, err := strconv.Atoi(number)
		switch {
		case id == pop.Name:
			var out []Shape
			for k := range cmp.Or(max(m.plan.Individuals, 0), pop.Usual) {
				out = append(out, m.individual(id, k+1))
			}
			return out, nil
		case name == pop.Name && err == nil: // without a number of vertices, as in cats/3@500
			one := m.individual(name, k)
			if _, err := shapes.Make(strings.TrimPrefix(one.File, pipeline.SamplePrefix)); err != nil {
				return nil, err
			}
			return []Shape{one}, nil
		}
	}
	if _, err := shapes.Make(id); err != nil {
		return nil, err
	}
	return []Shape{{Name: nameOf(id), File: pipeline.SamplePrefix + id}}, nil
}

func (m maker) individual(population string, k int) Shape {
	id := fmt.Sprintf("%s/%d", population, k)
	if m.plan.Vertices > 0 {
		id += fmt.Sprintf("@%d", m.plan.Vertices)
	}
	return Shape{Name: shapes.IndividualName(population, k), File: pipeline.SamplePrefix + id, Group: shapes.Group(k)}
}

// fileShape is the shape of a file; its path is relative to the cohort where that is possible.
func (m maker) fileShape(file string) (Shape, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return Shape{}, err
	}
	if info, err := os.Stat(absolute); err != nil || !info.Mode().IsRegular() {
		return Shape{}, fmt.Errorf("%s: there is no such file", file)
	}
	return Shape{Name: nameOf(meshio.Stem(file)), File: m.relative(absolute)}, nil
}

func (m maker) relative(absolute string) string {
	if r, err := filepath.Rel(string(m.Dir), absolute); err == nil {
		return filepath.ToSlash(r)
	}
	return absolute
}

// meshesIn lists the meshes of a folder and of the folders in it, by name.
func meshesIn(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isMesh(path) {
			out = append(out, path)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s holds no meshes", dir)
	}
	slices.Sort(out)
	return out, err
}

// isMesh reports whether a file's name is that of a shape. Of tables, which may hold points or
// landmarks, it looks into the file.
func isMesh(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	for _, f := range meshio.Formats() {
		if slices.Contains(f.Extensions, extension) {
			return !f.PointsOnly || !landmark.Is(path)
		}
	}
	return false
}

// nameOf makes a name of any text.
func nameOf(s string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|=,;@`, r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(s, "-"))
	if len(name) > longestName-8 {
		name = strings.ToValidUTF8(name[:longestName-8], "")
	}
	if name = strings.TrimRight(strings.TrimLeft(strings.TrimSpace(name), ".- "), ". "); name == "" {
		name = "shape"
	}
	if device.MatchString(name) {
		name = "shape-" + name
	}
	return name
}

// fresh makes a name that is not taken yet.
func fresh(name string, taken map[string]bool) string {
	out := name
	for k := 2; taken[strings.ToLower(out)]; k++ {
		out = fmt.Sprintf("%s-%d", name, k)
	}
	taken[strings.ToLower(out)] = true
	return out
}

// grouped makes a group of each folder of specimens, where there are several.
func grouped(all []Shape) {
	folders := map[string]bool{}
	for _, s := range all {
		if s.Group != "" || strings.HasPrefix(s.File, pipeline.SamplePrefix) {
			return
		}
		folders[filepath.Dir(s.File)] = true
	}
	if len(folders) < 2 {
		return
	}
	for k := range all {
		all[k].Group = filepath.Base(filepath.Dir(all[k].File))
	}
}

// landmarkEndings are the endings of files of landmarks, in the order in which they are sought.
var landmarkEndings = []string{".mrk.json", ".fcsv", ".tps", ".csv", ".json"}

// landmarks finds the files of landmarks, and writes those of embedded shapes.
func (m maker) landmarks() error {
	for _, list := range [][]Shape{m.Templates, m.Specimens} {
		for k := range list {
			s := &list[k]
			id, sample := strings.CutPrefix(s.File, pipeline.SamplePrefix)
			if sample {
				if err := m.embeddedLandmarks(s, id); err != nil {
					return err
				}
				continue
			}
			at := cmp.Or(m.plan.Landmarks, filepath.Dir(m.Dir.path(s.File)))
			for _, e := range landmarkEndings {
				file := filepath.Join(at, meshio.Stem(s.File)+e)
				if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && landmark.Is(file) {
					if file, err = filepath.Abs(file); err != nil {
						return err
					}
					s.Landmarks = m.relative(file)
					break
				}
			}
		}
	}
	return nil
}

// embeddedLandmarks writes the landmarks of an embedded shape into the cohort's folder. Toys and
// objects have none.
func (m maker) embeddedLandmarks(s *Shape, id string) error {
	marks, err := shapes.Landmarks(id)
	if err != nil {
		return nil // shapes without landmarks
	}
	set := landmark.Set{Name: s.Name}
	for _, mark := range marks {
		set.Landmarks = append(set.Landmarks, landmark.New(mark.Name, mark.At))
	}
	s.Landmarks = "landmarks/" + s.Name + ".csv"
	return meshio.WriteFile(m.Dir.path(s.Landmarks), func(w io.Writer) error { return landmark.Encode(w, set, "csv") })
}
