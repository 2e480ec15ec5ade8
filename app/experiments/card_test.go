package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gwscope/app/session"
	"gwscope/assets"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
)

// The figures of the matcher's card are those that a bench measured (bench parts --pairs 16 --samples 256, four of its
// columns), and the weights that the program carries still give them.
func TestTheCardTellsOfTheShippedWeights(t *testing.T) {
	t.Parallel()
	_, measured := readCSV(t, filepath.Join("testdata", "matcher.csv"))
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	card, err := os.ReadFile(filepath.Join("..", "..", "assets", "weights", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for method, title := range map[string]string{"cg": "cg", "amortized": "amortized", "amortized:model=paper": "amortized, the paper's network", "amortized:refined": "amortized, refined"} {
		var accuracy, gw2, pairs float64
		for _, row := range measured {
			if row["method"] == method {
				accuracy, gw2, pairs = accuracy+number(row["accuracy"]), gw2+number(row["gw2"]), pairs+1
			}
		}
		told := ""
		for line := range strings.Lines(string(card)) {
			if cells := strings.Split(line, "|"); len(cells) == 7 && strings.TrimSpace(cells[1]) == title {
				told = strings.TrimSpace(cells[2]) + " " + strings.TrimSpace(cells[5])
			}
		}
		if want := fmt.Sprintf("%.1f %.5f", 100*accuracy/pairs, gw2/pairs); told != want {
			t.Errorf("the card says %q of %s, and the bench measured %q", told, method, want)
		}
	}

	weights, err := amortized.Read(bytes.NewReader(assets.Matcher()))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(assets.Matcher())
	if want := hex.EncodeToString(sum[:]); !strings.Contains(string(card), want) {
		t.Errorf("the card does not name the weights that are shipped, %s", want)
	}
	o := session.Defaults()
	o.Seed = 7
	e := Parts(PartsSettings{Source: train.Procedural(), Pairs: 1, Samples: []int{256}, Methods: contestants(t, "amortized,amortized:model=paper"), Weights: weights, Options: o})
	if err := e.Only([]string{"chair 1", "mug 1", "laptop 1"}); err != nil {
		t.Fatal(err)
	}
	outcome, err := Run(t.Context(), e, RunOptions{Out: t.TempDir()})
	if err != nil || len(outcome.Rows) != 6 {
		t.Fatalf("%d rows, %v", len(outcome.Rows), err)
	}
	compared := 0
	for _, got := range outcome.Rows {
		for _, row := range measured {
			if row["pair"] != got.Word("pair") || row["method"] != got.Word("method") {
				continue
			}
			compared++
			// Another processor's kernels round otherwise, and a swap of neighbours in the sort moves a point or two.
			if d := got.Number("accuracy") - number(row["accuracy"]); d < -0.02 || d > 0.02 {
				t.Errorf("%s, %s: %.4f of the labels are carried, %s in the bench", row["pair"], row["method"], got.Number("accuracy"), row["accuracy"])
			}
		}
	}
	if compared != 6 {
		t.Errorf("%d pairs were compared", compared)
	}
}
