package shapenetpart_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/meshio/shapenetpart"
)

// text is the cloud as the set writes it.
func text(c *shapenetpart.Cloud) []byte {
	var b bytes.Buffer
	for i, p := range c.Points {
		n := c.Normals[i]
		fmt.Fprintf(&b, "%.17g %.17g %.17g %.17g %.17g %.17g %d.000000\n", p.X, p.Y, p.Z, n.X, n.Y, n.Z, int(c.Labels[i])+c.Category.First)
	}
	return b.Bytes()
}

func randomCloud(c shapenetpart.Category, id string, n int) *shapenetpart.Cloud {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(c.First)))
	out := &shapenetpart.Cloud{Category: c, ID: id}
	for range n {
		out.Points = append(out.Points, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
		out.Normals = append(out.Normals, r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}))
		out.Labels = append(out.Labels, rng.Int32N(int32(len(c.Parts))))
	}
	return out
}

func write(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// smallSet writes two clouds of each category: one to train, one to test.
func smallSet(t *testing.T, dir string) map[string]*shapenetpart.Cloud {
	t.Helper()
	clouds := map[string]*shapenetpart.Cloud{}
	var table strings.Builder
	lists := map[string][]string{"train": {}, "val": {}, "test": {}}
	for i, c := range shapenetpart.Categories() {
		fmt.Fprintf(&table, "%s%s\t%s\n", strings.ToUpper(c.Name[:1]), c.Name[1:], c.Synset)
		for k, split := range []string{"train", "test"} {
			cloud := randomCloud(c, fmt.Sprintf("object%d%s", i, split), 20+i+k)
			clouds[cloud.ID] = cloud
			write(t, dir, c.Synset+"/"+cloud.ID+".txt", text(cloud))
			lists[split] = append(lists[split], "shape_data/"+c.Synset+"/"+cloud.ID)
		}
	}
	write(t, dir, "synsetoffset2category.txt", []byte(table.String()))
	for split, names := range lists {
		data, _ := json.Marshal(names)
		write(t, dir, "train_test_split/shuffled_"+split+"_file_list.json", data)
	}
	return clouds
}

func TestDatasetReadsWhatWasWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// In the usual folder below, where an archive unpacks to.
	clouds := smallSet(t, filepath.Join(dir, "shapenetcore_partanno_segmentation_benchmark_v0_normal"))
	set, err := shapenetpart.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set.Entries(shapenetpart.Validation)); n != 0 {
		t.Errorf("%d validation clouds, want none", n)
	}
	read := 0
	for _, split := range []shapenetpart.Split{shapenetpart.Train, shapenetpart.Test} {
		for _, e := range set.Entries(split) {
			c, err := set.Read(e)
			if err != nil {
				t.Fatal(err)
			}
			read++
			want := clouds[c.ID]
			if d := cmp.Diff(want.Labels, c.Labels); d != "" || c.Category.Name != want.Category.Name {
				t.Fatalf("%s, a %s: labels differ: %s", c.ID, c.Category.Name, d)
			}
			for i, p := range c.Points {
				if p != want.Points[i] || r3.Norm(r3.Sub(c.Normals[i], want.Normals[i])) > 1e-15 {
					t.Fatalf("%s: point %d is %v with normal %v, want %v with %v", c.ID, i, p, c.Normals[i], want.Points[i], want.Normals[i])
				}
			}
		}
	}
	if read != 32 {
		t.Errorf("read %d clouds, want 32", read)
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   []string
	}{
		{"categories", remove("synsetoffset2category.txt"), []string{"synsetoffset2category.txt is missing", "shapenetcore_partanno_segmentation_benchmark_v0_normal"}},
		{"list", remove("train_test_split/shuffled_val_file_list.json"), []string{"shuffled_val_file_list.json is missing", "validation"}},
		{"folder", remove("03001627"), []string{"03001627 is missing", "chair"}},
		{"no JSON", overwrite("train_test_split/shuffled_train_file_list.json", "<html>"), []string{"shuffled_train_file_list.json is no list"}},
		{"escape", overwrite("train_test_split/shuffled_train_file_list.json", `["shape_data/03001627/"]`), []string{"entry 1", "shape_data/03001627/1a2b"}},
		{"unknown folder", overwrite("train_test_split/shuffled_train_file_list.json", `["shape_data/12345678/x"]`), []string{"12345678"}},
		{"unknown category", overwrite("synsetoffset2category.txt", "Sofa 03001627\n"), []string{"line 1", "Sofa"}},
		{"one word", overwrite("synsetoffset2category.txt", "Chair\n"), []string{"line 1", "1 words"}},
		{"empty table", overwrite("synsetoffset2category.txt", "\n"), []string{"names no category"}},
		{"nothing", func(t *testing.T, dir string) { os.RemoveAll(dir) }, []string{"there is no folder"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			smallSet(t, dir)
			c.damage(t, dir)
			_, err := shapenetpart.Open(dir)
			if err == nil {
				t.Fatal("opened")
			}
			for _, w := range append(c.want, dir) {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q does not say %q", err, w)
				}
			}
		})
	}
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
}

func overwrite(name, data string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { write(t, dir, name, []byte(data)) }
}

func TestReadSaysWhichCloudIsMissing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	smallSet(t, dir)
	set, err := shapenetpart.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	remove("02691156/object0train.txt")(t, dir)
	_, err = set.Read(set.Entries(shapenetpart.Train)[0])
	if err == nil || !strings.Contains(err.Error(), "object0train.txt is missing") {
		t.Errorf("error %v", err)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	chair, err := shapenetpart.Find("chair")
	if err != nil {
		t.Fatal(err)
	}
	const good = "0 0 1 0 1 0 12\n"
	for _, c := range []struct{ name, data, want string }{
		{"empty", "\n\n", "no points"},
		{"without normals", good + "0 0 1\n", "line 2: 3 numbers, want 7"},
		{"a word", good + "\n0 0 x 0 1 0 12\n", `line 3: "x" is not a finite number`},
		{"not a number", "0 0 nan 0 1 0 12\n", `line 1: "nan" is not a finite number`},
		{"another category's label", good + "0 0 1 0 1 0 16\n", "line 2: label 16 is not a part of a chair, whose labels are 12 to 15"},
		{"half a label", "0 0 1 0 1 0 12.5\n", "label 12.5"},
		{"no text", good + strings.Repeat("7", 1<<13), "line 2: longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := shapenetpart.Decode(strings.NewReader(c.data), chair); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestLabelsAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	next := 0
	for _, c := range shapenetpart.Categories() {
		if c.First != next {
			t.Errorf("%s begins at label %d, want %d", c.Name, c.First, next)
		}
		next += len(c.Parts)
	}
	if next != shapenetpart.Labels {
		t.Errorf("%d labels, want %d", next, shapenetpart.Labels)
	}
	// Where the published label ranges of four categories begin.
	for name, first := range map[string]int{"car": 8, "lamp": 24, "motorbike": 30, "table": 47} {
		if c, err := shapenetpart.Find(name); err != nil || c.First != first {
			t.Errorf("%s begins at %d, want %d (%v)", name, c.First, first, err)
		}
	}
	if _, err := shapenetpart.Find("sofa"); err == nil || !strings.Contains(err.Error(), "airplane") {
		t.Errorf("unknown category: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range shapenetpart.Categories() {
		f.Add(text(randomCloud(c, "", 3)), uint8(c.First))
	}
	f.Add([]byte("1e308 -1e308 0 1e308 1e308 1e308 12\r\n\t 5e-324 0 0 5e-324 0 0 15.000"), uint8(12))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		all := shapenetpart.Categories()
		var c *shapenetpart.Cloud
		var err error
		meshtest.Held(t, len(data), 0, func() { c, err = shapenetpart.Decode(bytes.NewReader(data), all[int(which)%len(all)]) })
		if err != nil {
			return
		}
		for i, n := range c.Normals {
			if l := r3.Norm(n); l != 0 && !(math.Abs(l-1) < 1e-9) {
				t.Fatalf("normal %d has length %v", i, l)
			}
			if c.Labels[i] < 0 || int(c.Labels[i]) >= len(c.Category.Parts) {
				t.Fatalf("label %d of a %s", c.Labels[i], c.Category.Name)
			}
		}
		again, err := shapenetpart.Decode(bytes.NewReader(text(c)), c.Category)
		if err != nil {
			t.Fatalf("the same points cannot be read: %v", err)
		}
		if d := cmp.Diff(c.Points, again.Points); d != "" {
			t.Fatal(d)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data := text(randomCloud(shapenetpart.Categories()[4], "", 2500))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := shapenetpart.Decode(bytes.NewReader(data), shapenetpart.Categories()[4]); err != nil {
			b.Fatal(err)
		}
	}
}

// A set is read cloud by cloud.
func ExampleOpen() {
	_, err := shapenetpart.Open("no/such/folder")
	fmt.Println(err)
	// Output: there is no folder no/such/folder with the ShapeNet-part set
}
