package train

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/shapenetpart"
)

// publishedSet writes a folder in the form of the published set: per shapes of each split of
// all categories, of n points each; of mugs there is one a split.
func publishedSet(t *testing.T, per, n int) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var table strings.Builder
	lists := [3][]string{{}, {}, {}}
	for _, c := range shapenetpart.Categories() {
		fmt.Fprintf(&table, "%s\t%s\n", strings.ToUpper(c.Name[:1])+c.Name[1:], c.Synset)
		made, err := parts.Find(c.Name)
		if err != nil {
			t.Fatal(err)
		}
		for s := range lists {
			for k := range per {
				if c.Name == "mug" && k > 0 {
					break
				}
				id := fmt.Sprintf("%s%d%d", c.Name, s, k)
				cloud := made.Make(parts.Split(s).Seed(int64(k))).Cloud(n)
				var b strings.Builder
				for i, p := range cloud.Points {
					v := cloud.Normals[i]
					fmt.Fprintf(&b, "%f %f %f %f %f %f %d\n", p.X, p.Y, p.Z, v.X, v.Y, v.Z, int(cloud.Labels[i])+c.First)
				}
				write(c.Synset+"/"+id+".txt", b.String())
				lists[s] = append(lists[s], "shape_data/"+c.Synset+"/"+id)
			}
		}
	}
	write("synsetoffset2category.txt", table.String())
	for s, name := range []string{"train", "val", "test"} {
		list, err := json.Marshal(lists[s])
		if err != nil {
			t.Fatal(err)
		}
		write("train_test_split/shuffled_"+name+"_file_list.json", string(list))
	}
	return dir
}

func TestFolderIsASource(t *testing.T) {
	t.Parallel()
	source, err := Folder(publishedSet(t, 3, 40))
	if err != nil {
		t.Fatal(err)
	}
	// One mug is no pair.
	if got := source.Categories(); len(got) != 15 || strings.Contains(strings.Join(got, " "), "mug") {
		t.Errorf("categories: %v", got)
	}
	if got := source.Count(Train, 3); got != 3 {
		t.Errorf("%d objects to train on, want 3", got)
	}
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	a, err := source.Cloud(Train, 3, 2, 25, rng())
	if err != nil {
		t.Fatal(err)
	}
	b, err := source.Cloud(Train, 3, 2, 25, rng())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, p := range a.Points {
		if p != b.Points[i] {
			t.Fatal("the same draw gives other points")
		}
		seen[fmt.Sprint(p)] = true
	}
	if len(seen) != 25 || len(a.Normals) != 25 || len(a.Labels) != 25 {
		t.Errorf("%d different points, %d normals, %d labels, want 25 of each", len(seen), len(a.Normals), len(a.Labels))
	}
	if _, err := source.Cloud(Train, 3, 2, 41, rng()); err == nil || !strings.Contains(err.Error(), "40 points") {
		t.Errorf("41 of 40 points: %v", err)
	}
	s := tiny()
	s.Epochs, s.Points = 1, []int{16}
	r, err := Run(t.Context(), source, s, nil, nil, nil)
	if err != nil || !r.Done {
		t.Errorf("training on a folder: %v", err)
	}
}

func TestFolderSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	if _, err := Folder(publishedSet(t, 1, 10)); err == nil || !strings.Contains(err.Error(), "two shapes") {
		t.Errorf("one shape of each category: %v", err)
	}
	if _, err := Folder(t.TempDir()); err == nil {
		t.Error("an empty folder was accepted")
	}
}

// A source less some categories has the same objects of the others.
func TestCategoriesAreLeftOut(t *testing.T) {
	t.Parallel()
	all := Procedural()
	s, err := Without(all, []string{"airplane", "mug"})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Categories(); len(got) != 14 || slices.Contains(got, "mug") {
		t.Errorf("the categories are %v", got)
	}
	for _, name := range []string{"bag", "table"} {
		draw := func(s Source) Cloud {
			c, err := s.Cloud(Train, slices.Index(s.Categories(), name), 3, 20, rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		if !slices.Equal(draw(s).Points, draw(all).Points) {
			t.Errorf("another %s", name)
		}
	}
	if _, err := Without(all, all.Categories()); err == nil {
		t.Error("nothing is left, and nobody says so")
	}
}
