package mesh

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Summary describes the mesh in a sentence, such as "5,000 vertices, 9,996
// triangles; closed manifold surface in one piece."
func (r Report) Summary() string {
	var b strings.Builder
	b.WriteString(Count(r.Vertices, "vertex"))
	switch {
	case r.Vertices == 0:
		return "Empty: no vertices."
	case r.PointCloud:
		b.WriteString(", no faces: a point cloud.")
		return b.String()
	case r.Polygons == 0:
		b.WriteString(", " + Count(r.Triangles, "triangle"))
	case r.Polygons == r.Faces && r.Triangles == 2*r.Faces:
		fmt.Fprintf(&b, ", %s (%s after cutting)", Count(r.Faces, "quad"), Count(r.Triangles, "triangle"))
	default:
		fmt.Fprintf(&b, ", %s, %s of them with more than three corners (%s after cutting)",
			Count(r.Faces, "face"), thousands(r.Polygons), Count(r.Triangles, "triangle"))
	}
	s := r.Surface()
	switch {
	case s.Closed && s.Manifold:
		b.WriteString("; closed manifold surface")
	case s.Manifold:
		b.WriteString("; manifold surface with " + Count(s.BoundaryLoops, "boundary loop"))
	case s.Closed:
		b.WriteString("; closed, not manifold")
	default:
		b.WriteString("; open, not manifold")
	}
	if s.Components == 1 {
		b.WriteString(" in one piece")
		if s.Closed && s.Manifold && s.Orientable && s.Euler%2 == 0 && s.Euler < 2 {
			b.WriteString(", " + Count((2-s.Euler)/2, "handle"))
		}
	} else {
		b.WriteString(" in " + Count(s.Components, "piece"))
	}
	b.WriteString(".")
	return b.String()
}

// Troubles are sentences for people on everything odd, most serious first, each
// with its meaning for distances; nil when nothing is odd.
func (r Report) Troubles() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if r.Vertices == 0 {
		say("There is nothing to match.")
	}
	if r.NonFinite > 0 {
		say("%s not finite, the first at vertex %d: drop invalid vertices to go on without them.",
			Are(r.NonFinite, "vertex"), r.FirstNonFinite)
	}
	out = append(out, r.Dangers()...)
	if r.PointCloud {
		if r.Duplicates > 0 {
			say("%s at the place of an earlier one.", Are(r.Duplicates, "point"))
		}
		return append(out, r.Warnings...)
	}

	s := r.Surface()
	if s.Components > 1 {
		say("The surface is in %s: distances between them go over the nearest points.", Count(s.Components, "piece"))
	}
	if s.NonManifoldEdges > 0 {
		say("%s shared by three faces or more.", Are(s.NonManifoldEdges, "edge"))
	}
	if s.NonManifoldVertices > 0 {
		say("%s where surfaces touch in a point only.", Are(s.NonManifoldVertices, "vertex"))
	}
	if !s.Orientable {
		say("The surface has one side only (like a Möbius band): inside and outside cannot be told apart.")
	} else if s.InconsistentEdges > 0 {
		say("%s between faces wound in opposite senses: normals there are unreliable.", Are(s.InconsistentEdges, "edge"))
	}
	if r.InsideOut {
		say("The surface is inside out: its faces are wound clockwise seen from outside.")
	}
	if s.BoundaryEdges > 0 {
		say("The surface is open: %s in %s.", Count(s.BoundaryEdges, "boundary edge"), Count(s.BoundaryLoops, "loop"))
	}
	if r.Isolated > 0 {
		say("%s used by no face: left out of distances unless asked for.", Are(r.Isolated, "vertex"))
	}
	if r.Duplicates > 0 {
		say("%s at the place of an earlier one: taken as one for distances (%s as indexed in the file).",
			Are(r.Duplicates, "vertex"), Count(r.Components, "piece"))
	}
	if r.DegenerateFaces > 0 {
		say("%s needle-thin or of no area.", Are(r.DegenerateFaces, "triangle"))
	}
	if r.DuplicateFaces > 0 {
		say("%s on the same three vertices as another.", Are(r.DuplicateFaces, "triangle"))
	}
	return append(out, r.Warnings...)
}

// Dangers are the Troubles that make a match wrong although the shape looks right: vertices far from
// all others, and cracks.
func (r Report) Dangers() []string {
	var out []string
	if r.Far > 0 {
		out = append(out, fmt.Sprintf("%s far from all others, the first vertex %d at (%s, %s, %s): colours, samples and distances go by it; drop far vertices (--drop-outliers) to go on without.",
			Are(r.Far, "vertex"), r.FirstFar, short(r.FarAt[0]), short(r.FarAt[1]), short(r.FarAt[2])))
	}
	if r.CrackVertices > 0 {
		share := r.CrackWidth / r.Diagonal
		out = append(out, fmt.Sprintf("%s in cracks up to %s wide (%s of the diagonal), which distances go around: weld them (--weld %s).",
			Are(r.CrackVertices, "vertex"), short(r.CrackWidth), short(share), r.Weld()))
	}
	return out
}

// Weld is the value of the option weld that closes the cracks, a share of the diagonal; ""
// where there are none.
func (r Report) Weld() string {
	if r.CrackVertices == 0 {
		return ""
	}
	return roundedUp(1.01 * r.CrackWidth / r.Diagonal)
}

// Sentences are the Summary, the size, and the Troubles: the whole report for people, one sentence per
// line.
func (r Report) Sentences() []string {
	out := []string{r.Summary()}
	if r.Vertices > r.NonFinite {
		size := fmt.Sprintf("Bounding box %s x %s x %s, from (%s, %s, %s)",
			short(r.Max[0]-r.Min[0]), short(r.Max[1]-r.Min[1]), short(r.Max[2]-r.Min[2]),
			short(r.Min[0]), short(r.Min[1]), short(r.Min[2]))
		if !r.PointCloud {
			size += "; area " + short(r.Area)
		}
		if r.Volume != 0 {
			size += "; volume " + short(r.Volume)
		}
		out = append(out, size+".")
	}
	return append(out, r.Troubles()...)
}

// roundedUp is x, rounded up to one digit.
func roundedUp(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	return strconv.FormatFloat(math.Ceil(x/unit)*unit, 'g', 1, 64)
}

// short writes a length with five significant digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }
