package present_test

import (
	"fmt"

	"gwscope/app/present"
)

// A range is written as a person would say it.
func ExampleParseRange() {
	for _, text := range []string{"auto", "95%", "0:0.2", "±0.1"} {
		r, err := present.ParseRange(text)
		fmt.Println(r, r.Symmetric, err)
	}
	_, err := present.ParseRange("wide")
	fmt.Println(err != nil)
	// Output:
	// auto false <nil>
	// 95% false <nil>
	// 0:0.2 false <nil>
	// ±-0.1:0.1 true <nil>
	// true
}
