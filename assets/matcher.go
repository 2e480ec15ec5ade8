package assets

import "embed"

//go:embed weights
var weights embed.FS

// Matcher is the file of weights of the amortised matcher (see package
// solver/amortized), nil where none is embedded.
func Matcher() []byte {
	data, err := weights.ReadFile("weights/amortized.gwt")
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
