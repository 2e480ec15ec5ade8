package landmark_test

import (
	"fmt"
	"strings"

	"gwscope/meshio/landmark"
)

// A file of 3D Slicer in RAS, whose x runs to the right, is read in LPS like the meshes
// that Slicer writes; landmarks of one name are a pair.
func Example() {
	const fcsv = "# Markups fiducial file version = 4.4\n# CoordinateSystem = RAS\n" +
		"1,1,2,3,0,0,0,1,1,1,0,\"nose, tip\",,\n2,4,5,6,0,0,0,1,1,1,0,left eye,,\n"
	a, err := landmark.Decode(strings.NewReader(fcsv), "fcsv", landmark.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := landmark.Decode(strings.NewReader("name,x,y,z\nleft eye,7,8,9\n"), "csv", landmark.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range a.Landmarks {
		fmt.Println(l.Name, l.Position)
	}
	for _, p := range landmark.Pairs(a.Landmarks, b.Landmarks) {
		fmt.Println("pair:", a.Landmarks[p.A].Name, b.Landmarks[p.B].Position)
	}
	// Output:
	// nose, tip [-1 -2 3]
	// left eye [-4 -5 6]
	// pair: left eye [7 8 9]
}

// Errors say where, and what to do.
func ExampleDecode() {
	_, err := landmark.Decode(strings.NewReader("LM3=2\n0 0 0\n1 2\n"), "", landmark.Options{})
	fmt.Println(err)
	// Output: line 3: 2 values for landmark 2 of 2; it has three coordinates
}
