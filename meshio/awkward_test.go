package meshio_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// dataFolder is the folder of test data that are too large for the project; without it the test is
// skipped.
func dataFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("GWSCOPE_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("no test data at %s; set GWSCOPE_DATA to test with real files", folder)
	}
	return folder
}

// TestAwkwardFiles compares files on which real loaders failed with the result of a correct reader.
// want is "vertices faces triangles", with "-" for a number that does not matter, or the part of an
// error message after "!".
func TestAwkwardFiles(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(dataFolder(t), "awkward")
	tests := []struct {
		file, want string
		check      func(m *mesh.Mesh, r mesh.Report) bool // may be nil
	}{
		{"trimesh/negative_indices.obj", "8 6 12", closed},
		{"trimesh/polygonfaces.obj", "5 1 3", nil},
		{"assimp/OBJ/concave_polygon.obj", "64 1 64", func(m *mesh.Mesh, _ mesh.Report) bool { return covered(m) }},
		{"trimesh/wallhole.obj", "92 13 -", func(m *mesh.Mesh, r mesh.Report) bool { return r.Duplicates > 0 && covered(m) }},
		{"trimesh/quadknot.obj", "1440 1440 2880", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Colors) == 1440 && len(m.Normals) == 1440 }},
		{"trimesh/groups.obj", "- 2308 -", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Groups) > 1 }},
		{"trimesh/reference.obj", "- 1610 -", func(m *mesh.Mesh, _ mesh.Report) bool { return m.Colors != nil }},
		{"trimesh/nancolor.obj", "8 12 12", func(m *mesh.Mesh, r mesh.Report) bool { return r.NonFinite == 0 && m.Colors[6].R == 255 }},
		{"trimesh/notenoughindices.obj", "3 1 1", warned},
		{"trimesh/face_in_group_name_mid_file.obj", "5 2 2", nil},
		{"trimesh/obj_with_no_face_in_chunk.obj", "3 1 1", nil},
		{"trimesh/singlevn.obj", "4 2 2", nil},
		{"trimesh/jacked.obj", "8 12 12", closed},
		{"trimesh/joined_tetrahedra.obj", "5 8 8", func(_ *mesh.Mesh, r mesh.Report) bool { return !r.Manifold && r.NonManifoldEdges > 0 }},
		{"trimesh/chair_model.obj", "- - -", func(_ *mesh.Mesh, r mesh.Report) bool { return r.NonManifoldEdges > 1000 && r.DuplicateFaces > 1000 }},
		{"trimesh/bunny.ply", "8171 16301 16301", func(m *mesh.Mesh, r mesh.Report) bool { return r.Isolated > 0 && len(m.Scalars) == 2 }},
		{"trimesh/cycloidal.ply", "21384 43368 43368", func(m *mesh.Mesh, r mesh.Report) bool { return r.Components == 100 && m.Colors != nil }},
		{"trimesh/box.obj", "8 6 12", closed},
		{"trimesh/cube.OBJ", "8 12 12", closed},
		{"trimesh/two_objects.obj", "12 16 16", func(m *mesh.Mesh, r mesh.Report) bool { return r.Components == 2 && len(m.Groups) == 2 }},
		{"trimesh/target.obj", "- - -", nil},
		{"trimesh/suzanne.ply", "1966 500 -", nil},
		{"trimesh/empty.obj", "!no vertices", nil},
		{"trimesh/empty.ply", "!no vertices", nil},
		{"trimesh/empty.stl", "!no triangles", nil},
		{"trimesh/emptyIO/obj_empty.obj", "!no vertices", nil},
		{"trimesh/emptyIO/obj_points.obj", "8 0 0", nil},
		{"trimesh/emptyIO/obj_wireframe.obj", "8 0 0", warned},
		{"trimesh/emptyIO/ply_empty_ascii.ply", "!no vertices", nil},
		{"trimesh/emptyIO/ply_empty_bin.ply", "!no vertices", nil},
		{"trimesh/emptyIO/ply_empty_header.ply", "!no vertices", nil},
		{"trimesh/emptyIO/ply_points_ascii.ply", "8 0 0", nil},
		{"trimesh/emptyIO/ply_points_bin.ply", "8 0 0", nil},
		{"trimesh/emptyIO/stl_empty_ascii.stl", "!no triangles", nil},
		{"trimesh/emptyIO/stl_empty_bin.stl", "!no triangles", nil},
		{"assimp/invalid/empty.obj", "!empty", nil},
		{"assimp/invalid/empty.off", "!empty", nil},
		{"assimp/invalid/empty.ply", "!empty", nil},
		{"trimesh/whitespace.off", "8 6 12", closed},
		{"trimesh/comments.off", "8 6 12", closed},
		{"assimp/OFF/Cube.off", "8 6 12", nil},
		{"assimp/OFF/formatDetection", "8 6 12", nil},
		{"assimp/OFF/invalid.off", "!line 6", nil},
		{"assimp/invalid/OutOfMemory.off", "!line 2: the header promises 353,535,235,358 vertices", nil},
		{"assimp/invalid/malformed.obj", "!line 28: vertex index 0", nil},
		{"assimp/invalid/malformed2.obj", "!line 23: a face without corners", nil},
		{"assimp/invalid/crash-30d6d0f7c529b3b66b4131700b7a4580cd7082df.ply", "!line 7", nil},
		{"assimp/OBJ/box_UTF16BE.obj", "8 6 12", closed},
		{"assimp/OBJ/box_longline.obj", "8 - -", nil},
		{"assimp/OBJ/number_formats.obj", "!line 11: \"3.1+e2\" is not a number", nil},
		{"assimp/OBJ/multiple_spaces.obj", "4 1 1", nil},
		{"assimp/OBJ/box_without_lineending.obj", "8 6 12", closed},
		{"assimp/OBJ/testmixed.obj", "8 6 12", warned},
		{"assimp/OBJ/point_cloud.obj", "3 0 0", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Normals) == 3 }},
		{"assimp/OBJ/only_a_part_of_vertexcolors.obj", "5 3 3", warned},
		{"assimp/OBJ/cube_with_vertexcolors.obj", "8 12 12", func(m *mesh.Mesh, _ mesh.Report) bool { return m.Colors[5].R == 124 }},
		{"assimp/OBJ/regr01.obj", "- - -", nil},
		{"assimp/OBJ/regr_3429812.obj", "4 3 4", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Groups) == 3 }},
		{"assimp/PLY/cube_binary.ply", "8 12 12", closed},
		{"assimp/PLY/cube_binary_header_with_RN_newline.ply", "8 12 12", closed},
		{"assimp/PLY/cube_binary_starts_with_nl.ply", "8 6 12", func(_ *mesh.Mesh, r mesh.Report) bool { return r.Closed && math.Abs(r.Max[0]-6.9675) < 1e-3 }},
		{"assimp/PLY/issue623.ply", "24 0 0", warned},
		{"assimp/PLY/cube_uv.ply", "24 6 12", nil},
		{"assimp/PLY/float-color.ply", "3 1 1", func(m *mesh.Mesh, _ mesh.Report) bool { return m.Colors[0].B == 255 && m.Colors[0].R == 0 }},
		{"assimp/PLY/points.ply", "4 0 0", func(m *mesh.Mesh, _ mesh.Report) bool { return m.Colors != nil && m.Normals != nil }},
		{"trimesh/fuze_ascii.ply", "502 1000 1000", warned},
		{"trimesh/fuze.ply", "502 1000 1000", func(m *mesh.Mesh, _ mesh.Report) bool { return m.Colors[0].R == 192 }},
		{"derived/fuze_big_endian.ply", "502 1000 1000", nil},
		{"trimesh/points_ascii_with_lists.ply", "5 0 0", nil},
		{"trimesh/metadata.ply", "4 2 2", nil},
		{"trimesh/multi.ply", "4 1 2", nil},
		{"trimesh/points_bin.ply", "5 0 0", nil},
		{"trimesh/points_emptyface.ply", "1024 0 0", nil},
		{"trimesh/unit_cube.STL", "36 12 12", weldsClosed},
		{"trimesh/octagonal_pocket.stl", "9786 3262 3262", nil},
		{"trimesh/soup.stl", "300 100 100", nil},
		{"trimesh/busted.STL", "- 3878 3878", nil},
		{"trimesh/large_block_obb.STL", "36 12 12", nil},
		{"trimesh/multibody.stl", "- - -", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Groups) > 1 }},
		{"trimesh/two_objects_mixed_case_names.stl", "- - -", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Groups) == 2 }},
		{"assimp/STL/sphereWithHole.stl", "- - -", func(_ *mesh.Mesh, r mesh.Report) bool { return r.Welded.Components == 1 && r.Welded.BoundaryEdges > 0 }},
		{"assimp/STL/triangle_with_empty_solid.stl", "3 1 1", nil},
		{"assimp/STL/triangle_with_two_solids.stl", "6 2 2", func(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Groups) == 2 }},
	}
	tested := map[string]bool{"trimesh/LICENSE.md": true, "assimp/LICENSE": true}
	for _, tt := range tests {
		tested[tt.file] = true
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			m, err := meshio.Load(filepath.Join(folder, tt.file), meshio.LoadOptions{})
			if reason, fails := strings.CutPrefix(tt.want, "!"); fails {
				if err == nil || !strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), filepath.Base(tt.file)) {
					t.Fatalf("error %v, want one that names the file and says %q", err, reason)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Fields(fmt.Sprint(len(m.Vertices), m.FaceCount(), len(m.Triangles)))
			for i, want := range strings.Fields(tt.want) {
				if want != "-" && want != got[i] {
					t.Errorf("vertices, faces, triangles: %v, want %s", got, tt.want)
				}
			}
			if r := mesh.Validate(m); tt.check != nil && !tt.check(m, r) {
				t.Errorf("not what it should be: %q, %d groups, %d colours", r.Sentences(), len(m.Groups), len(m.Colors))
			}
			saveAndLoad(t, m)
		})
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(folder, path); err == nil && !d.IsDir() && !tested[filepath.ToSlash(name)] {
			t.Errorf("%s has no test", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func closed(_ *mesh.Mesh, r mesh.Report) bool { return r.Closed && r.Manifold && r.Components == 1 }

func weldsClosed(_ *mesh.Mesh, r mesh.Report) bool {
	return r.Welded != nil && r.Welded.Closed && r.Welded.Manifold && r.Welded.Components == 1
}

func warned(m *mesh.Mesh, _ mesh.Report) bool { return len(m.Origin.Warnings) > 0 }

// covered reports whether the triangles of every polygon add up to its own
// area: they do not overlap.
func covered(m *mesh.Mesh) bool {
	of := make([]float64, len(m.Polygons))
	for t, p := range m.PolygonOf {
		of[p] += m.FaceArea(t)
	}
	for p, polygon := range m.Polygons {
		// The area of a planar polygon, by a fan of signed triangles.
		fan := &mesh.Mesh{Vertices: m.Vertices}
		for i := 2; i < len(polygon); i++ {
			fan.Triangles = append(fan.Triangles, [3]int32{polygon[0], polygon[i-1], polygon[i]})
		}
		var sum [3]float64
		for t := range fan.Triangles {
			n, a := fan.FaceNormal(t), fan.FaceArea(t)
			sum[0], sum[1], sum[2] = sum[0]+a*n.X, sum[1]+a*n.Y, sum[2]+a*n.Z
		}
		if area := math.Sqrt(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2]); math.Abs(of[p]-area) > 1e-9*area {
			return false
		}
	}
	return true
}

// saveAndLoad checks that a mesh survives each format that keeps its faces.
func saveAndLoad(t *testing.T, m *mesh.Mesh) {
	t.Helper()
	for _, format := range []string{"ply", "obj", "off"} {
		name := filepath.Join(t.TempDir(), "again."+format)
		if err := meshio.Save(name, m); err != nil {
			t.Fatal(err)
		}
		again, err := meshio.Load(name, meshio.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(m, again); d != "" {
			t.Errorf("after saving as %s: %s", format, d)
		}
	}
}

// TestPairsAndSingles loads every mesh that the program is measured on.
func TestPairsAndSingles(t *testing.T) {
	t.Parallel()
	folder := dataFolder(t)
	loaded := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "awkward" {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".obj" {
			return nil
		}
		m, err := meshio.Load(path, meshio.LoadOptions{})
		if err != nil {
			t.Error(err)
			return nil
		}
		loaded++
		if r := mesh.Validate(m); r.Triangles == 0 || r.Area <= 0 || r.NonFinite > 0 {
			t.Errorf("%s: %q", path, r.Sentences())
		}
		return nil
	})
	if err != nil || loaded == 0 {
		t.Errorf("%d meshes loaded, error %v", loaded, err)
	}
	horse, err := meshio.Load(filepath.Join(folder, "pairs/capod/class13_m145.obj"), meshio.LoadOptions{})
	if err != nil || len(horse.Vertices) != 346 || len(horse.Triangles) != 690 || horse.Name != "class13_m145" {
		t.Errorf("the horse of 346 vertices and 690 faces: %v, error %v", horse, err)
	}
}
