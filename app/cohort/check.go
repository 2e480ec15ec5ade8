package cohort

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
)

// Finding is the judgement of one shape.
type Finding struct {
	Name string
	// Template says that the shape is a template.
	Template bool
	Vertices int
	Faces    int
	Size     float64 // √area in the file's units; of a cloud the diagonal
	// Fatal says that the shape cannot be matched at all.
	Fatal bool
	// Odd are the oddities; none where all is well.
	Odd []string
}

// Line is the finding as a line of text.
func (f Finding) Line() string {
	what := "specimen"
	if f.Template {
		what = "template"
	}
	line := fmt.Sprintf("%s %s: ", what, f.Name)
	if !f.Fatal {
		line += fmt.Sprintf("%d vertices, size %.4g; ", f.Vertices, f.Size)
	}
	if len(f.Odd) == 0 {
		return line + "fine"
	}
	return line + strings.Join(f.Odd, " ")
}

const (
	// A size is odd if it is sizeFactor times larger or smaller than the median. It looks like
	// another unit if its ratio to the median is within a factor unitFactor of the units' ratio.
	sizeFactor, unitFactor = 3, 1.6
	// A shape is called mirrored if its distance from the first shape as a mirror image is below
	// mirrorGain times its distance as it is, and below mirrorFit spreads.
	mirrorGain, mirrorFit = 0.7, 0.05
)

// Check reads all shapes and makes a finding for each, templates first. It keeps the facts about
// the files, so that List does not read them again.
func (c *Cohort) Check(ctx context.Context) ([]Finding, error) {
	var out []Finding
	var keys []string
	var first *mesh.Mesh // the others are compared with it
	firstName := ""
	engine, in := pipeline.NewEngine(), c.loadInputs()
	names := map[string]int{} // landmarks of the templates
	templates := len(c.Templates)
	for k, s := range slices.Concat(c.Templates, c.Specimens) {
		f := Finding{Name: s.Name, Template: k < templates}
		input, shape, err := in.read(ctx, engine, s)
		if err != nil {
			return nil, err
		}
		if input.Error != "" {
			f.Fatal, f.Odd = true, []string{input.Error}
			out, keys = append(out, f), append(keys, "")
			continue
		}
		m := shape.Mesh
		f.Vertices, f.Faces, f.Size = input.Vertices, input.Faces, math.Sqrt(input.Area)
		if !(f.Size > 0) {
			f.Size = input.Diagonal
		}
		f.Odd = append(f.Odd, input.Troubles...)
		f.Odd = append(f.Odd, c.oddLandmarks(shape, s, f.Template, names)...)
		if first == nil {
			first, firstName = m, s.Name
		} else if mirrored(m, first) {
			f.Odd = append(f.Odd, fmt.Sprintf("It fits %s better as a mirror image: it may be of the other side.", firstName))
		}
		out, keys = append(out, f), append(keys, shape.Key)
	}
	oddSizes(out)
	duplicates(out, keys, templates)
	return out, in.save()
}

// oddLandmarks reads a shape's landmarks and lists their oddities. The names of a template's
// landmarks are added to names; a specimen's are compared with them.
func (c *Cohort) oddLandmarks(shape *pipeline.Shape, s Shape, template bool, names map[string]int) []string {
	if s.Landmarks == "" {
		return nil
	}
	set, err := c.marksOn(shape, s)
	if err != nil {
		return []string{"Its landmarks cannot be read: " + c.Dir.local(err.Error(), s) + "."}
	}
	var odd []string
	for _, w := range set.Warnings {
		odd = append(odd, strings.ToUpper(w[:1])+w[1:]+".")
	}
	var strange []string
	for _, l := range set.Landmarks {
		if template {
			names[l.Name]++
		} else if len(names) > 0 && names[l.Name] == 0 {
			strange = append(strange, l.Name)
		}
	}
	if len(strange) > 0 {
		odd = append(odd, fmt.Sprintf("No template has a landmark called %s: landmarks are paired by name.", strings.Join(strange[:min(3, len(strange))], ", ")))
	}
	if template {
		var missing []string
		for name := range names {
			if landmark.Index(set.Landmarks, name) < 0 {
				missing = append(missing, name)
			}
		}
		slices.Sort(missing)
		if len(missing) > 0 {
			odd = append(odd, fmt.Sprintf("It lacks landmarks of other templates: %s.", strings.Join(missing[:min(3, len(missing))], ", ")))
		}
	}
	return odd
}

// oddSizes marks sizes far from the median.
func oddSizes(all []Finding) {
	var sizes []float64
	for _, f := range all {
		if !f.Fatal && f.Size > 0 {
			sizes = append(sizes, f.Size)
		}
	}
	if len(sizes) < 3 {
		return
	}
	slices.Sort(sizes)
	middle := sizes[len(sizes)/2]
	for k := range all {
		ratio := all[k].Size / middle
		if all[k].Fatal || ratio < sizeFactor && ratio > 1.0/sizeFactor {
			continue
		}
		odd := fmt.Sprintf("Its size is %.3g times the median.", ratio)
		for _, unit := range []struct {
			by   float64
			name string
		}{{10, "mm beside cm"}, {100, "cm beside m"}, {1000, "mm beside m"}, {25.4, "mm beside inches"}} {
			for _, r := range []float64{ratio, 1 / ratio} {
				if off := r / unit.by; off > 1/unitFactor && off < unitFactor && !strings.Contains(odd, "units") {
					odd += fmt.Sprintf(" It may have other units (%s): sizes do not change a match, but they change the statistics of size.", unit.name)
				}
			}
		}
		all[k].Odd = append(all[k].Odd, odd)
	}
}

// duplicates marks templates that are the same as an earlier template, and specimens that are
// the same as an earlier specimen. A specimen may be the same as a template.
func duplicates(all []Finding, keys []string, templates int) {
	seen := map[string]int{}
	for k, key := range keys {
		if key == "" {
			continue
		}
		if k == templates {
			clear(seen)
		}
		if first, ok := seen[key]; ok {
			all[k].Odd = append(all[k].Odd, fmt.Sprintf("It is the same as %s.", all[first].Name))
		} else {
			seen[key] = k
		}
	}
}

// probes is the number of points that are compared, about.
const probes = 300

// mirrored reports whether a shape fits another one better as a mirror image than as it is. Both
// are laid on each other by their principal axes, in the four ways that turn and the four that
// reflect. Symmetric shapes fit both ways equally and are not called mirrored; nor are shapes
// that fit neither way, such as other poses.
func mirrored(m, onto *mesh.Mesh) bool {
	a, b := framed(m), framed(onto)
	if a == nil || b == nil {
		return false
	}
	best := [2]float64{math.Inf(1), math.Inf(1)}
	for flips := range 8 {
		s := [3]float64{1, 1, 1}
		odd := 0
		for axis := range 3 {
			if flips>>axis&1 == 1 {
				s[axis] = -1
				odd ^= 1
			}
		}
		turned := make([]r3.Vec, len(a))
		for i, v := range a {
			turned[i] = r3.Vec{X: s[0] * v.X, Y: s[1] * v.Y, Z: s[2] * v.Z}
		}
		best[odd] = min(best[odd], gap(turned, b)+gap(b, turned))
	}
	return best[1] < mirrorGain*best[0] && best[1]/2 < mirrorFit
}

// framed are some points of a mesh in its principal axes, a right-handed frame, divided by their
// spread; nil where the spread is 0.
func framed(m *mesh.Mesh) []r3.Vec {
	axes, centre, spread := principalFrame(m)
	if !(spread > 0) {
		return nil
	}
	step := max(1, len(m.Vertices)/probes)
	var out []r3.Vec
	for i := 0; i < len(m.Vertices); i += step {
		d := r3.Scale(1/spread, r3.Sub(m.Vertices[i], centre))
		out = append(out, r3.Vec{X: r3.Dot(d, axes[0]), Y: r3.Dot(d, axes[1]), Z: r3.Dot(d, axes[2])})
	}
	return out
}

// gap is the mean distance from the points of a to the nearest ones of b.
func gap(a, b []r3.Vec) float64 {
	sum := 0.0
	for _, p := range a {
		least := math.Inf(1)
		for _, q := range b {
			least = min(least, r3.Norm2(r3.Sub(p, q)))
		}
		sum += math.Sqrt(least)
	}
	return sum / float64(len(a))
}
