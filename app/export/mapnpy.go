package export

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"

	"codeberg.org/sbinet/npyio/npy"

	"gwscope/meshio"
)

// MapHeader describes a map in NPY format, in a JSON file of the same name beside it.
type MapHeader struct {
	Direction string `json:"direction"` // a_to_b or b_to_a
	Length    int    `json:"length"`    // entries of the array, vertices of the source file
	Base      int    `json:"base"`      // of the indices: 0
	Targets   int    `json:"targets"`   // vertices of the target file
	Dtype     string `json:"dtype"`     // <i4
	Source    string `json:"source"`    // references of both shapes
	Target    string `json:"target"`
	Meaning   string `json:"meaning"`
}

// SaveMapNPY writes the nearest vertices of a map as a NumPy array (n) of int32, and its
// header as JSON beside it.
func SaveMapNPY(path string, h MapHeader, nearest []int32) error {
	h.Length, h.Base, h.Dtype = len(nearest), 0, "<i4"
	h.Meaning = "entry i is the vertex of the target file nearest to where vertex i of the source file is matched"
	err := meshio.WriteFile(path, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		if err := npy.Write(out, nearest); err != nil {
			return err
		}
		return out.Flush()
	})
	if err != nil {
		return err
	}
	return meshio.WriteFile(strings.TrimSuffix(path, ".npy")+".json", func(w io.Writer) error { return writeJSON(w, h) })
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
