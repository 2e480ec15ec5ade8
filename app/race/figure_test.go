package race

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/render/capture"
)

func fakeMatch() *pipeline.Match { return &pipeline.Match{} }

// The picture has a pane for the source and for each result, and a row for everyone;
// the target stands alike in all panes.
func TestFigureShowsEveryResult(t *testing.T) {
	t.Parallel()
	cs := slices.Insert(contestants(t, "cg,hierarchical:fast"), 1, impossible)
	rows, err := Run(context.Background(), bumpy(t), cs, Settings{Options: small()})
	if err != nil {
		t.Fatal(err)
	}
	about := About{A: "cat", B: "cat", Samples: 60}
	f := Figure(about, rows, Look{Theme: capture.Dark})
	if len(f.Shapes) != 3 || len(f.Table.Rows) != 3 || f.Table.Rows[1].Remark == "" {
		t.Fatalf("%d panes and %d rows", len(f.Shapes), len(f.Table.Rows))
	}
	one, two := f.Shapes[1].Scene.Surfaces[0], f.Shapes[2].Scene.Surfaces[0]
	if &one.Positions[0] != &two.Positions[0] {
		t.Error("the targets do not share their positions")
	}
	same := 0
	for i := range one.Colors {
		if one.Colors[i] == two.Colors[i] {
			same++
		}
	}
	if same == len(one.Colors) {
		t.Error("two different maps have the same colours")
	}
	dir := filepath.Join(t.TempDir(), "out")
	if err := Save(context.Background(), dir, about, rows, Look{Theme: capture.Paper}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{CSVFile, MarkdownFile} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	file, err := os.Open(filepath.Join(dir, PictureFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, err := png.DecodeConfig(file)
	if err != nil || img.Width != f.Width || img.Height != f.Height {
		t.Errorf("the picture is %d x %d, want %d x %d (%v)", img.Width, img.Height, f.Width, f.Height, err)
	}
}

// A race without any result still gives a table.
func TestFigureWithoutResults(t *testing.T) {
	t.Parallel()
	rows := reached(t)[3:]
	f := Figure(About{A: "a", B: "b", Samples: 60}, rows, Look{})
	if len(f.Shapes) != 0 || len(f.Table.Rows) != 2 || f.Width < 100 || f.Height < 100 {
		t.Errorf("%d panes, %d rows, %d x %d", len(f.Shapes), len(f.Table.Rows), f.Width, f.Height)
	}
	if err := SavePicture(context.Background(), filepath.Join(t.TempDir(), "race.png"), About{}, rows, Look{}); err != nil {
		t.Error(err)
	}
}

func TestGridLeavesFewPlacesEmpty(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{0: 1, 1: 1, 4: 4, 5: 3, 6: 3, 7: 4, 8: 4, 9: 3, 10: 4, 11: 4, 12: 4, 15: 3} {
		if got := gridColumns(n); got != want {
			t.Errorf("%d panes stand on %d columns, want %d", n, got, want)
		}
	}
}
