package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/transfer"
	"gwscope/meshio"
	"gwscope/meshio/gltf"
	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

const aboutTransfer = `Carries colours, values, landmarks and points of shape FROM to shape TO by a finished map; it
solves nothing. The map is map_a_to_b.csv of a match of FROM with TO (--map), or
map_b_to_a.csv (--map-back), or any table that --truth of match takes. One map is enough.

  --out FILE                            TO with colours, values, groups and shape keys of FROM
  --landmarks FILE --landmarks-out FILE landmarks and curves of FROM, on TO
  --points FILE --points-out FILE       any points that lie on FROM, on TO

Values are interpolated; values that are all whole numbers, such as labels of parts, are
taken from the nearest vertex. Where the map has no place, values are NaN and colours white.
Groups are kept by OBJ only, values by PLY, VTK, VTP, PCD and CSV, shape keys (the morph
targets of a glTF file) by GLB: they are turned as the surface turns from FROM to TO. A curve
of 3D Slicer (.mrk.json) stays a curve.`

func runTransfer(ctx context.Context, env Env, args []string) error {
	fs := newFlags("transfer", "FROM TO --map FILE --out FILE [options]", aboutTransfer)
	forward := fs.String("map", "", "the map from FROM to TO")
	back := fs.String("map-back", "", "the map from TO to FROM")
	base := addTruthBase(fs)
	out := fs.String("out", "", "file for TO with the carried values, in the format of the extension")
	only := fs.String("only", "colors,scalars,groups,keys", "kinds of values to carry")
	marks := fs.String("landmarks", "", "file of FROM's landmarks")
	marksOut := fs.String("landmarks-out", "", "file for these landmarks on TO")
	specimen := fs.String("specimen", "", "which of several specimens, or lists of landmarks, of that file")
	points := fs.String("points", "", "file of points on FROM")
	pointsOut := fs.String("points-out", "", "file for these points on TO")
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	kinds, err := parseCarried(*only)
	switch {
	case err != nil:
		return err
	case len(refs) != 2:
		return usagef("transfer takes two shapes, FROM and TO, and got %d; gwscope transfer --help tells more", len(refs))
	case *forward == "" && *back == "":
		return usagef("transfer needs a map: --map FILE leads from FROM to TO, --map-back FILE from TO to FROM")
	case (*marks == "") != (*marksOut == ""):
		return usagef("--landmarks and --landmarks-out belong together")
	case (*points == "") != (*pointsOut == ""):
		return usagef("--points and --points-out belong together")
	case *out == "" && *marks == "" && *points == "":
		return usagef("nothing to write was named: give --out, --landmarks-out or --points-out")
	}
	from, to, err := loadBoth(ctx, pipeline.NewEngine(), refs[0], refs[1], session.Options{})
	if err != nil {
		return err
	}
	w := &transfer.Way{From: from.Mesh, To: to.Mesh}
	for _, m := range []struct {
		file     string
		into     **correspond.Truth
		src, dst *pipeline.Shape
	}{{*forward, &w.Forward, from, to}, {*back, &w.Back, to, from}} {
		if m.file == "" {
			continue
		}
		if *m.into, err = readMap(m.file, *base, m.src, m.dst); err != nil {
			return err
		}
	}
	if *out != "" {
		if err := transferAttributes(env, w, kinds, *out); err != nil {
			return err
		}
	}
	if *marks != "" {
		if err := transferMarks(env, w, from, *marks, *specimen, *marksOut); err != nil {
			return err
		}
	}
	if *points != "" {
		return transferPoints(env, w, *points, *pointsOut)
	}
	return nil
}

func parseCarried(text string) (k transfer.Kinds, err error) {
	for name := range strings.SplitSeq(text, ",") {
		switch strings.TrimSpace(name) {
		case "colors":
			k.Colors = true
		case "scalars":
			k.Scalars = true
		case "groups":
			k.Groups = true
		case "keys":
			k.Keys = true
		default:
			return k, usagef("--only: colors, scalars, groups and keys can be carried, not %q", name)
		}
	}
	return k, nil
}

// transferAttributes writes TO with the values that FROM has at its vertices and faces. Shape keys need a file that keeps them.
func transferAttributes(env Env, w *transfer.Way, kinds transfer.Kinds, out string) error {
	m, err := w.Attributes(kinds)
	if err != nil {
		return err
	}
	var keys []gltf.Target
	if kinds.Keys && w.From.Origin.Format == "gltf" {
		if keys, err = meshio.LoadTargets(w.From.Origin.Path); err != nil {
			return err
		}
	}
	if len(keys) > 0 && !strings.EqualFold(filepath.Ext(out), ".glb") {
		fmt.Fprintf(env.Stderr, "warning: %s of %s cannot be kept in %s: write a .glb\n", mesh.Count(len(keys), "shape key"), w.From.Origin.Path, out)
		keys = nil
	}
	if len(keys) == 0 {
		err = meshio.Save(out, m)
	} else if keys, err = w.Keys(keys); err == nil {
		err = meshio.WriteFile(out, func(f io.Writer) error { return gltf.EncodeTargets(f, m, keys) })
	}
	if err == nil {
		fmt.Fprintf(env.Stdout, "%s -> %s\n", carriedWords(kinds, w.From, len(keys)), out)
	}
	return err
}

// carriedWords list the attributes of a mesh that were carried.
func carriedWords(k transfer.Kinds, m *mesh.Mesh, keys int) string {
	var words []string
	if k.Colors && m.Colors != nil {
		words = append(words, "colours")
	}
	if k.Scalars && len(m.Scalars) > 0 {
		words = append(words, mesh.Count(len(m.Scalars), "scalar"))
	}
	if k.Groups && len(m.Groups) > 0 {
		words = append(words, mesh.Count(len(m.Groups), "group"))
	}
	if keys > 0 {
		words = append(words, mesh.Count(keys, "shape key"))
	}
	if words == nil {
		return "nothing: FROM has no colours, values, groups or shape keys"
	}
	return strings.Join(words, ", ")
}

func readMap(file, base string, src, dst *pipeline.Shape) (*correspond.Truth, error) {
	from, err := parseTruthBase(base)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the map: %w", err)
	}
	defer f.Close()
	t, err := correspond.ReadTruth(bufio.NewReader(f), len(src.Mesh.Vertices), len(dst.Mesh.Vertices), from)
	if err == nil {
		err = t.Corners(dst.Mesh)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, read as a map from %s to %s: %s", file, src.Ref, dst.Ref, strings.TrimPrefix(err.Error(), "truth file: "))
	}
	return t, nil
}

func transferMarks(env Env, w *transfer.Way, from *pipeline.Shape, file, specimen, out string) error {
	set, err := readLandmarks(file, specimen, from)
	if err != nil {
		return specimenHint(err, "--specimen")
	}
	for _, text := range set.Warnings {
		fmt.Fprintf(env.Stderr, "warning: %s: %s\n", file, text)
	}
	on := landmark.Set{Name: w.To.Name, Space: w.To.Space, Curve: set.Curve}
	for _, list := range []struct {
		from []landmark.Landmark
		into *[]landmark.Landmark
	}{{set.Landmarks, &on.Landmarks}, {set.Tips, &on.Tips}} {
		positions := make([]r3.Vec, len(list.from))
		for k, l := range list.from {
			positions[k] = l.At()
		}
		at, err := w.Carry(positions)
		if err != nil {
			return err
		}
		for k, l := range list.from {
			carried := landmark.New(l.Name, at[k])
			carried.Note = l.Note
			*list.into = append(*list.into, carried)
		}
	}
	if err := landmark.Save(out, on); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%d landmarks and %d extremities -> %s\n", len(on.Landmarks), len(on.Tips), out)
	return nil
}

func transferPoints(env Env, w *transfer.Way, file, out string) error {
	m, err := meshio.Load(file, meshio.LoadOptions{})
	if err != nil {
		return err
	}
	at, err := w.Carry(m.Vertices)
	if err != nil {
		return err
	}
	carried := m.WithVertices(at)
	carried.Space, carried.Normals = w.To.Space, nil
	if err := meshio.Save(out, carried); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s -> %s\n", mesh.Count(len(at), "point"), out)
	return nil
}
