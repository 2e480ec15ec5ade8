package cohort

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gwscope/app/byhand"
	"gwscope/app/export"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// FileName is the file in a cohort's folder that describes it.
const FileName = "cohort.yaml"

// Cohort is the content of cohort.yaml.
type Cohort struct {
	// Dir is the folder of the file; relative paths begin there.
	Dir       Folder      `yaml:"-"`
	Title     string      `yaml:"title"`
	Templates []Shape     `yaml:"templates"`
	Specimens []Shape     `yaml:"specimens"`
	Options   FileOptions `yaml:"options"`
	// Pairs names the pairs to match: WithTemplates (also "") or AllPairs.
	Pairs string `yaml:"pairs"`
	// Nearest, above 0, leaves out a pair of specimens if a lower bound proves that neither can be
	// among the Nearest nearest specimens of the other.
	Nearest int `yaml:"nearest"`
	// Statistics names the specimens that statistics of shapes count: SoundOnes (also "") or
	// EveryOne.
	Statistics string `yaml:"statistics"`
	// Keep are kinds of package export to write of each pair.
	Keep []string `yaml:"keep"`

	options session.Options
	kinds   []export.Kind
}

// FileOptions are options of a match by their names, as in option.Table.
type FileOptions = map[string]string

// Shape is a specimen or a template.
type Shape struct {
	Name string `yaml:"name"`
	// File is a path, or "sample:cats/3".
	File  string `yaml:"file"`
	Group string `yaml:"group"`
	// Landmarks is a file of landmarks; Which names one of several specimens in it.
	Landmarks string `yaml:"landmarks"`
	Which     string `yaml:"which"`
}

// The pairs that a cohort matches.
const (
	WithTemplates = "templates" // each template with each specimen
	AllPairs      = "all"       // and all pairs of specimens, for the matrix of GW distances
)

// The specimens that statistics count.
const (
	SoundOnes = "sound" // without flagged ones
	EveryOne  = "all"   // with flagged ones
)

// Is reports whether a path is a cohort: a folder that holds [FileName], or such a file.
func Is(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if info.IsDir() {
		info, err = os.Stat(filepath.Join(path, FileName))
		return err == nil && info.Mode().IsRegular()
	}
	return info.Mode().IsRegular() && strings.EqualFold(filepath.Base(path), FileName)
}

// maxSize is more than a file of 100,000 specimens needs.
const maxSize = 64 << 20

// fileKinds are hints for values that do not fit.
var fileKinds = map[string]string{
	"[]cohort.Shape": "a list: each begins with - and has a name and a file", "cohort.Shape": "a name and a file, such as {name: cat01, file: scans/cat01.ply}",
	"cohort.Cohort": "a title, templates and specimens",
}

// Open reads the cohort in a folder, or the file itself, and checks what can be checked
// without opening any shape. Errors name file and line.
func Open(path string) (*Cohort, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, FileName)
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such file; gwscope cohort new makes one", path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.Dir = Folder(dir)
	c.options.Model = c.Dir.modelPath(c.options.Model)
	return c, nil
}

// Read reads a cohort; see [Open]. Its Dir is empty.
func Read(r io.Reader) (*Cohort, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxSize {
		return nil, errors.New("the file is larger than a cohort can be (64 MB)")
	}
	if err := byhand.RefuseAliases(raw); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	c := &Cohort{}
	switch err := byhand.Decode(raw, c, fileKinds); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty: a cohort has templates and specimens")
	case err != nil:
		return nil, err
	}
	if way, err := c.check(); err != nil {
		return nil, fmt.Errorf("line %d: %w", max(byhand.Line(raw, way...), 1), err)
	}
	return c, nil
}

// check finds the first mistake and the way to its entry in the file. It sets options and kinds.
func (c *Cohort) check() (way []any, err error) {
	switch {
	case len(c.Specimens) == 0:
		return []any{"specimens"}, errors.New("the cohort has no specimens")
	case len(c.Templates) == 0 && c.Pairs != AllPairs:
		return []any{"templates"}, errors.New("the cohort has no template: name at least one shape that is matched to all specimens, or set pairs: all")
	case !slices.Contains([]string{"", WithTemplates, AllPairs}, c.Pairs):
		return []any{"pairs"}, fmt.Errorf("pairs is %q; it can be %s or %s", c.Pairs, WithTemplates, AllPairs)
	}
	if c.Nearest < 0 || c.Nearest > 0 && c.Pairs != AllPairs {
		return []any{"nearest"}, errors.New("nearest is a number of neighbours, from 1, and needs pairs: all; 0 measures all pairs")
	}
	if !slices.Contains([]string{"", SoundOnes, EveryOne}, c.Statistics) {
		return []any{"statistics"}, fmt.Errorf("statistics is %q; it can be %s or %s", c.Statistics, SoundOnes, EveryOne)
	}
	for _, list := range []struct {
		entry, one string
		shapes     []Shape
	}{{"templates", "template", c.Templates}, {"specimens", "specimen", c.Specimens}} {
		seen := map[string]bool{}
		for k, s := range list.shapes {
			if s.File == "" {
				return []any{list.entry, k}, fmt.Errorf("%s %d has no file", list.one, k+1)
			}
			if err := checkName(s.Name); err != nil {
				return []any{list.entry, k, "name"}, fmt.Errorf("%s %d: %w", list.one, k+1, err)
			}
			if low := strings.ToLower(s.Name); seen[low] {
				return []any{list.entry, k, "name"}, fmt.Errorf("two %ss are called %q (names of files do not tell capital from small letters)", list.one, s.Name)
			} else {
				seen[low] = true
			}
		}
	}
	if way, err := c.readOptions(); err != nil {
		return way, err
	}
	if c.Nearest > 0 && c.options.Mass < 1 {
		return []any{"nearest"}, errors.New("nearest works with matches of the whole mass only: remove the option mass")
	}
	return []any{"keep"}, c.readKinds()
}

// readKinds sets the kinds of files to keep.
func (c *Cohort) readKinds() (err error) {
	if c.kinds = nil; len(c.Keep) > 0 {
		c.kinds, err = export.ParseKinds(strings.Join(c.Keep, ","))
	}
	return err
}

// readOptions sets the options: the defaults, and those that the file names.
func (c *Cohort) readOptions() (way []any, err error) {
	c.options = session.Defaults()
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		opt := option.Lookup(name)
		switch {
		case opt == nil:
			return []any{"options", name}, fmt.Errorf("unknown option %q: gwscope match --help all lists them", name)
		case name == "threads":
			return []any{"options", name}, errors.New("threads is no option of a cohort, because it changes no result: pass --threads to gwscope cohort run")
		}
		if err := opt.Set(&c.options, c.Options[name]); err != nil {
			return []any{"options", name}, fmt.Errorf("option %s: %w", name, err)
		}
	}
	return nil, nil
}

// longestName is in bytes. It leaves room for endings in names of files.
const longestName = 120

// device matches the names that no file can have on Windows, with any ending.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// checkName returns an error that says why files cannot have a name.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("it has no name")
	case len(name) > longestName:
		return fmt.Errorf("the name %q... is longer than %d letters", name[:20], longestName)
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "-"), strings.HasSuffix(name, "."), strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q begins or ends with a dot, a dash or a blank, and files get it: choose another", name)
	case device.MatchString(name):
		return fmt.Errorf("the name %q is one that Windows keeps for devices, and files get it: choose another", name)
	}
	for _, r := range name {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|=,;`, r) {
			return fmt.Errorf("the name %q has a %q, and files get it: use letters, digits, - and _", name, r)
		}
	}
	return nil
}

// Match are the options of each match. Threads are not among them.
func (c *Cohort) Match() session.Options { return c.options }

// Load reads one of the cohort's shapes, with the options of its matches.
func (c *Cohort) Load(ctx context.Context, engine *pipeline.Engine, s Shape) (*pipeline.Shape, error) {
	return engine.Load(ctx, c.Ref(s), c.options)
}

// Ref names a shape for loading from any folder: a path, or "sample:NAME".
func (c *Cohort) Ref(s Shape) string { return c.Dir.path(s.File) }

// Marks reads the landmarks of both shapes of a pair, which have been loaded.
func (c *Cohort) Marks(p Pair, a, b *pipeline.Shape) (m session.Marks, err error) {
	if m.A, err = c.marksOn(a, p.A); err == nil {
		m.B, err = c.marksOn(b, p.B)
	}
	return m, err
}

// head is the explanation at the top of the file.
const head = `# A cohort of GWScope: templates that are matched to specimens.
# You may edit this file; gwscope cohort check DIR tests it.
#
#   templates, specimens   name, file (a path from here, or sample:NAME), and if you like
#                          group, landmarks (.fcsv, .mrk.json, .tps, .csv), which (of several
#                          specimens in that file)
#   options                of a match, as in gwscope match --help all; options that are left
#                          out have their defaults
#   pairs                  templates: each template with each specimen; all: all pairs of
#                          specimens, too, for the matrix of GW distances
#   nearest                with pairs: all, leave out pairs in which neither can be among this
#                          number of nearest specimens of the other; 0 leaves none out
#   statistics             sound: without flagged specimens; all: with them
#   keep                   more files to write of each pair: result, maps, ply, obj, glb,
#                          picture, report, ... (gwscope match --help)

`

// write writes the file in the form in which a person would write it.
func (c *Cohort) write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(head)
	fmt.Fprintf(&b, "title: %s\n", quoted(c.Title))
	for _, list := range []struct {
		entry  string
		shapes []Shape
	}{{"templates", c.Templates}, {"specimens", c.Specimens}} {
		fmt.Fprintf(&b, "%s:\n", list.entry)
		for _, s := range list.shapes {
			fmt.Fprintf(&b, "  - {name: %s, file: %s", quoted(s.Name), quoted(s.File))
			for _, e := range [][2]string{{"group", s.Group}, {"landmarks", s.Landmarks}, {"which", s.Which}} {
				if e[1] != "" {
					fmt.Fprintf(&b, ", %s: %s", e[0], quoted(e[1]))
				}
			}
			b.WriteString("}\n")
		}
	}
	b.WriteString("options:")
	if len(c.Options) == 0 {
		b.WriteString(" {}")
	}
	b.WriteByte('\n')
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		fmt.Fprintf(&b, "  %s: %s\n", name, quoted(c.Options[name]))
	}
	fmt.Fprintf(&b, "pairs: %s\n", cmp.Or(c.Pairs, WithTemplates))
	if c.Nearest > 0 {
		fmt.Fprintf(&b, "nearest: %d\n", c.Nearest)
	}
	fmt.Fprintf(&b, "statistics: %s\n", cmp.Or(c.Statistics, SoundOnes))
	var keep []string
	for _, k := range c.Keep {
		keep = append(keep, quoted(k))
	}
	fmt.Fprintf(&b, "keep: [%s]\n", strings.Join(keep, ", "))
	_, err := w.Write(b.Bytes())
	return err
}

// isPlain reports whether a text is not empty and has only letters and digits of ASCII, and
// some more.
func isPlain(s, more string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(more, r))
	}) < 0
}

// quoted is a text in a form that YAML takes anywhere, with quotes only where it needs them.
func quoted(s string) string {
	plain := isPlain(s, "_-./@:") && !strings.HasSuffix(s, ":") && !strings.ContainsRune("0123456789_-./@:", rune(s[0]))
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", ".nan":
		plain = false
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
