package cohort

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gwscope/meshio"
)

// mergedFile says of which results the merged ones are.
const mergedFile = "merged"

// Merge works out all that follows from the results that there are and writes it into the
// folder results, replacing older files. It can be done at any time, as often as anybody
// likes, and gives the same bits every time.
func (c *Cohort) Merge(ctx context.Context, w *Work) (*Analysis, error) {
	digest := w.digest(c)
	a, err := c.Analyse(ctx, w)
	if err != nil {
		return nil, err
	}
	for _, write := range []func(context.Context) error{
		a.writeTables, a.writeLandmarks, a.writeMeshes, a.writeShapes, a.writeSlicerMorph, a.writeMatrix, a.writeNeighbours, a.writeFigures, a.writeReport,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := write(ctx); err != nil {
			return nil, err
		}
	}
	// Written anew each time: its age tells whether anything has come since.
	return a, meshio.WriteFile(a.Cohort.Dir.merged(mergedFile), func(w io.Writer) error { _, err := fmt.Fprintln(w, digest); return err })
}

// digest identifies the results that there are, and the facts about their shapes.
func (w *Work) digest(c *Cohort) string {
	h := sha256.New()
	for _, name := range []string{FileName, ReviewFile} {
		if data, err := os.ReadFile(c.Dir.Path(name)); err == nil {
			h.Write(data)
		}
	}
	for _, p := range w.Pairs {
		state := "missing"
		if data, err := os.ReadFile(c.Dir.resultPath(p.Key)); err == nil {
			sum := sha256.Sum256(data)
			state = string(sum[:])
		}
		fmt.Fprintf(h, "%s %s %s\n%x\n", p.Key, p.A.Name, p.B.Name, state)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mergedOf is the digest of the results that were merged last; "" where none were.
func (d Folder) mergedOf() string {
	data, err := os.ReadFile(d.Path(ResultsDir, mergedFile))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// number writes a number with all its digits; "" for an unknown one.
func number[T ~float64](v T) string {
	f := float64(v)
	if f != f {
		return ""
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// yes writes 1 or 0.
func yes(b bool) string {
	if b {
		return "1"
	}
	return "0"
}
