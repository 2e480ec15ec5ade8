package assets

import "embed"

//go:embed weights
var weights embed.FS

// Matcher is the file of weights of the amortised matcher (see package
// solver/amortized), nil where none is embedded.
func Matcher() []byte { return read("weights/amortized.gwt") }

// PaperMatcher is the matcher of the paper's network, which gives each point one score.
func PaperMatcher() []byte { return read("weights/paper.gwt") }

func read(name string) []byte {
	data, err := weights.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// Verdict is the file of the model that judges matches (see package solver/verdict).
func Verdict() []byte {
	data, err := weights.ReadFile("weights/verdict.json")
	if err != nil {
		panic(err) // it is embedded
	}
	return data
}
