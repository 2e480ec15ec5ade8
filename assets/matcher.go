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
