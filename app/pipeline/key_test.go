package pipeline

import (
	"strconv"
	"testing"

	"gwscope/app/option"
	"gwscope/app/session"
)

// otherValue is a value of an option that is not the one in o.
func otherValue(row *option.Option, o *session.Options) string {
	for _, v := range row.Choices {
		if v != row.Get(o) {
			return v
		}
	}
	switch row.Kind {
	case option.Switch:
		return strconv.FormatBool(row.Get(o) != "true")
	case option.Path:
		return "a file"
	}
	return strconv.Itoa(row.Min + 1)
}

// The options that a method reads make a solve another one, and nothing else does.
func TestASolveHangsOnTheOptionsOfItsMethod(t *testing.T) {
	t.Parallel()
	// Threads change no bit, and the surface is laid later.
	never := map[string]bool{"threads": true, "surface": true}
	// A method that cannot honour these refuses them, so that it must be asked.
	always := map[string]bool{"alpha": true, "start": true, "method": true}
	for _, method := range option.Find("method").Choices {
		o := session.Defaults()
		o.Method = method
		key := solveKey(&Pair{}, &Asked{Options: o})
		for i := range option.Table {
			row, changed := &option.Table[i], o
			if err := row.Set(&changed, otherValue(row, &o)); err != nil {
				t.Fatal(err)
			}
			want := !never[row.Name] && (always[row.Name] || row.For(method))
			if got := solveKey(&Pair{}, &Asked{Options: changed}) != key; got != want {
				t.Errorf("%s: another %s makes another solve: %t, want %t", method, row.Name, got, want)
			}
		}
	}
}
