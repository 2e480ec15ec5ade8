package gui

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
)

// cohortForm asks for the parts of a new cohort.
type cohortForm struct {
	cs *cohorts

	folder               *widget.Field
	specimens, templates *widget.Field
	pairs, settings      bool
	wrong                *widget.Paragraph
	sheet                *widget.Sheet
	busy                 bool
}

// askNew asks for a new cohort; specimens, if not "", is a folder of meshes to begin with.
func (cs *cohorts) askNew(specimens string) {
	f := &cohortForm{cs: cs, wrong: widget.NewParagraph("", widget.ColorCaution)}
	k, c := cs.widgets, cs.win.Canvas()
	f.folder, f.specimens, f.templates = widget.NewField(c), widget.NewField(c), widget.NewField(c)
	f.specimens.MultiLine, f.templates.MultiLine = true, true
	f.specimens.SetMinRowsVisible(4)
	f.templates.SetMinRowsVisible(2)
	f.specimens.PlaceHolder = "Meshes, folders of meshes, or sample:cats, one a line"
	f.templates.PlaceHolder = "Meshes, one a line"
	f.folder.PlaceHolder = "A folder that holds no cohort yet"
	if specimens != "" {
		f.specimens.SetText(specimens)
		f.folder.SetText(filepath.Join(specimens, "cohort"))
	}
	add := func(to *widget.Field, path string) {
		lines := linesOf(to.Text)
		to.SetText(strings.Join(append(lines, path), "\n"))
		if strings.TrimSpace(f.folder.Text) == "" {
			f.folder.SetText(filepath.Join(filepath.Dir(path), "cohort"))
		}
	}
	files := func(to *widget.Field) *widget.Control {
		return k.Push("File…", widget.Plain, "Add a mesh", func() {
			cs.dialogs.chooseFile("A mesh", meshExtensions(), func(path string) { add(to, path) })
		})
	}
	folders := func(to *widget.Field) *widget.Control {
		return k.Push("Folder…", widget.Plain, "Add all meshes of a folder", func() {
			cs.dialogs.chooseFolder("A folder of meshes", "", func(path string) { add(to, path) })
		})
	}
	browse := k.Push("Folder…", widget.Plain, "", func() {
		cs.dialogs.chooseFolder("Folder of the cohort", expandHome(f.folder.Text), func(dir string) { f.folder.SetText(dir) })
	})
	part := func(name string, field fyne.CanvasObject, buttons ...fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Column{Gap: 4}, widget.NewLabel(name, widget.TextSmall, widget.ColorSoft),
			container.New(widget.Row{Gap: 8, Shares: []float32{1}}, field, container.New(widget.Column{Gap: 4}, buttons...)))
	}
	hint := widget.NewParagraph("Landmarks that lie beside a mesh under its name are taken along, and folders of specimens become groups. Everything stands in "+cohort.FileName+" and can be edited there.", widget.ColorSoft)
	f.wrong.Hide()
	body := container.New(widget.Column{Gap: 10},
		part("Specimens", f.specimens, folders(f.specimens), files(f.specimens)),
		part("Templates, which are matched to every specimen (none: the first specimen is one)", f.templates, files(f.templates)),
		part("Folder of the cohort", f.folder, browse),
		container.New(widget.Column{},
			k.NewCheckRow("Match all pairs of specimens, too", "For the matrix of their GW distances; it takes long for many specimens", "", false, func(on bool) { f.pairs = on }),
			k.NewCheckRow("Match with the settings of the panel Solve", "Otherwise with the settings of a first start", "", false, func(on bool) { f.settings = on })),
		hint, f.wrong)
	f.sheet = k.NewSheet(c, "New cohort", "", body, 620, widget.Button{Text: "Cancel"}, widget.Button{Text: "Make it", Stay: true, Do: f.make})
	c.Focus(f.specimens)
}

// linesOf are the lines of a text that are not empty.
func linesOf(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, expandHome(line))
		}
	}
	return out
}

// make makes the cohort and opens it; the sheet tells of errors.
func (f *cohortForm) make() {
	if f.busy {
		return
	}
	cs := f.cs
	dir := expandHome(strings.TrimSpace(f.folder.Text))
	plan := cohort.Plan{Specimens: linesOf(f.specimens.Text), Templates: linesOf(f.templates.Text), Options: cohort.FileOptions{}}
	if f.pairs {
		plan.Pairs = cohort.AllPairs
	}
	if f.settings {
		plan.Options = optionsOf(cs.m.options)
	}
	if dir == "" {
		f.tell("Name the folder of the cohort.")
		return
	}
	f.busy = true
	cs.tasks.background(func() func() {
		c, err := cohort.New(dir, plan)
		return func() {
			f.busy = false
			if err != nil {
				f.tell(upperFirst(err.Error()) + ".")
				return
			}
			f.sheet.Close()
			cs.open(string(c.Dir))
		}
	}, func() { f.busy = false })
}

func (f *cohortForm) tell(text string) {
	f.wrong.Set(text)
	f.wrong.Show()
	f.sheet.Refresh()
}

// optionsOf are the options that differ from the defaults, by name.
func optionsOf(o session.Options) cohort.FileOptions {
	out := cohort.FileOptions{}
	defaults := session.Defaults()
	for i := range option.Table {
		opt := &option.Table[i]
		if value := opt.Get(&o); value != opt.Get(&defaults) && opt.Name != "threads" {
			out[opt.Name] = value
		}
	}
	return out
}
