package cli

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var optionLine = regexp.MustCompile(`(?m)^  --(\S+)`)

func helpOptions(t *testing.T, args ...string) (text string, options []string) {
	t.Helper()
	var out bytes.Buffer
	if err := dispatch(context.Background(), Env{Stdout: &out, Stderr: &out}, args); err != errHelp {
		t.Fatalf("%v: %v", args, err)
	}
	for _, m := range optionLine.FindAllStringSubmatch(out.String(), -1) {
		options = append(options, m[1])
	}
	return out.String(), options
}

// Help begins with the options that matter first; help on all has each option once, under
// its subject.
func TestHelpShowsFirstOptionsThenAll(t *testing.T) {
	t.Parallel()
	for name, first := range leading {
		words := strings.Fields(name)
		text, few := helpOptions(t, append(slices.Clone(words), "--help")...)
		if want := strings.Fields(first); !slices.Equal(few, want) {
			t.Errorf("%s --help lists %v, not %v", name, few, want)
		}
		if !strings.Contains(text, "gwscope "+name+" --help all lists") {
			t.Errorf("%s --help does not tell of the others", name)
		}
		for _, args := range [][]string{append(slices.Clone(words), "--help", "all"), append(slices.Clone(words), "--help=all"), append([]string{"help"}, append(words, "all")...)} {
			text, all := helpOptions(t, args...)
			if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) || len(all) <= len(few) {
				t.Errorf("%v lists %d options, some twice", args, len(all))
			}
			for _, f := range few {
				if !slices.Contains(all, f) {
					t.Errorf("%v leaves out --%s", args, f)
				}
			}
			if _, others, found := strings.Cut(text, "\nothers:\n"); found {
				t.Errorf("%v: options without a subject:\n%s", args, others)
			}
		}
	}
}
