package shapenetpart

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Split is one of the published parts of the set.
type Split int

const (
	Train Split = iota
	Validation
	Test
)

func (s Split) String() string { return [...]string{"train", "validation", "test"}[s] }

// file lists the split's clouds.
func (s Split) file() string {
	return "train_test_split/shuffled_" + [...]string{"train", "val", "test"}[s] + "_file_list.json"
}

// Entry names one cloud of the set.
type Entry struct {
	Category Category
	ID       string
}

// file is the cloud's place below the set's folder.
func (e Entry) file() string { return e.Category.Synset + "/" + e.ID + ".txt" }

// Dataset is a copy of the set on disk. Clouds are read when they are asked for.
type Dataset struct {
	dir     string
	files   fs.FS
	entries [3][]Entry // by split, in published (shuffled) order
}

const (
	categoryFile = "synsetoffset2category.txt"
	folderName   = "shapenetcore_partanno_segmentation_benchmark_v0_normal"
)

// Open finds the set in dir, or in its usual folder below dir, reads its lists and
// checks that the folders of all listed categories are there. Errors say which
// file was expected where.
func Open(dir string) (*Dataset, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder %s with the ShapeNet-part set", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, categoryFile)); err != nil {
		if _, err := os.Stat(filepath.Join(dir, folderName, categoryFile)); err == nil {
			dir = filepath.Join(dir, folderName)
		}
	}
	d := &Dataset{dir: dir, files: os.DirFS(dir)}
	if err := d.readCategories(); err != nil {
		return nil, err
	}
	for s := range d.entries {
		if err := d.readList(Split(s)); err != nil {
			return nil, err
		}
	}
	return d, d.checkFolders()
}

// Entries lists the clouds of a split in the published order.
func (d *Dataset) Entries(s Split) []Entry { return slices.Clone(d.entries[s]) }

// Read reads one cloud.
func (d *Dataset) Read(e Entry) (*Cloud, error) {
	f, err := d.files.Open(e.file())
	if err != nil {
		return nil, d.missing(err, e.file(), "a cloud that the lists in train_test_split name")
	}
	defer f.Close()
	c, err := Decode(f, e.Category)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.at(e.file()), err)
	}
	c.ID = e.ID
	return c, nil
}

func (d *Dataset) at(file string) string { return filepath.Join(d.dir, filepath.FromSlash(file)) }

// missing is the error for a file that cannot be opened; what says the purpose of the file.
func (d *Dataset) missing(err error, file, what string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing: %s; the folder should be %s, unpacked whole", d.at(file), what, folderName)
	}
	return fmt.Errorf("cannot read %s: %w", d.at(file), err)
}

// readCategories checks that the copy's categories are the published ones.
func (d *Dataset) readCategories() error {
	f, err := d.files.Open(categoryFile)
	if err != nil {
		return d.missing(err, categoryFile, "the list of categories and their folders")
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	known := 0
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 {
			return fmt.Errorf("%s: line %d: %d words, want a category and its folder, such as Chair 03001627", d.at(categoryFile), number, len(words))
		}
		if c, ok := ofSynset(words[1]); !ok || !strings.EqualFold(c.Name, words[0]) {
			return fmt.Errorf("%s: line %d: %q in folder %q is none of the sixteen published categories", d.at(categoryFile), number, words[0], words[1])
		}
		known++
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", d.at(categoryFile), err)
	}
	if known == 0 {
		return fmt.Errorf("%s names no category", d.at(categoryFile))
	}
	return nil
}

func (d *Dataset) readList(s Split) error {
	data, err := fs.ReadFile(d.files, s.file())
	if err != nil {
		return d.missing(err, s.file(), "the list of the "+s.String()+" clouds")
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return fmt.Errorf("%s is no list of names in JSON: %w", d.at(s.file()), err)
	}
	for i, name := range names {
		e, ok := parseEntry(name)
		if !ok {
			return fmt.Errorf("%s: entry %d is %q, want a name such as shape_data/03001627/1a2b with the folder of one of the sixteen categories", d.at(s.file()), i+1, name)
		}
		d.entries[s] = append(d.entries[s], e)
	}
	return nil
}

// parseEntry takes shape_data/SYNSET/ID apart.
func parseEntry(name string) (Entry, bool) {
	folder, id := path.Split(name)
	c, ok := ofSynset(path.Base(folder))
	e := Entry{c, id}
	// A name from a file must not lead out of the set's folder.
	return e, ok && id != "" && fs.ValidPath(e.file())
}

// checkFolders fails where the folder of a category that the lists name is missing.
func (d *Dataset) checkFolders() error {
	seen := map[string]bool{}
	for _, list := range d.entries {
		for _, e := range list {
			if seen[e.Category.Synset] {
				continue
			}
			seen[e.Category.Synset] = true
			if info, err := fs.Stat(d.files, e.Category.Synset); err != nil || !info.IsDir() {
				return fmt.Errorf("%s is missing: the folder of the category %s", d.at(e.Category.Synset), e.Category.Name)
			}
		}
	}
	return nil
}
