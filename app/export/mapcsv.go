package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"gwscope/app/pipeline"
)

// WriteMapCSV writes a vertex map: the names of the columns, then one row for each vertex of the
// source in file order, and nothing else, so that all programs that read tables can read it.
// target is the nearest vertex and face the triangle of the target file (-1 for
// point clouds), both counted from 0; b0, b1, b2 weigh the triangle's corners; x, y, z
// is the same place in the target file's coordinates. Lengths and base are in result.json.
func WriteMapCSV(w io.Writer, vm *pipeline.VertexMap) error {
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintln(out, "source,target,face,b0,b1,b2,x,y,z,confidence")
	var line []byte
	for i := range vm.Target {
		line = strconv.AppendInt(line[:0], int64(i), 10)
		line = strconv.AppendInt(append(line, ','), int64(vm.Target[i]), 10)
		line = strconv.AppendInt(append(line, ','), int64(vm.Face[i]), 10)
		for _, b := range vm.Bary[i] {
			line = strconv.AppendFloat(append(line, ','), b, 'g', 7, 64)
		}
		// Twelve digits keep micrometres in coordinates of survey size (UTM, 10^6 m).
		p := vm.Position[i]
		for _, x := range [3]float64{p.X, p.Y, p.Z} {
			line = strconv.AppendFloat(append(line, ','), x, 'g', 12, 64)
		}
		line = strconv.AppendFloat(append(line, ','), vm.Confidence[i], 'f', 4, 64)
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
