package cohort

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// mergedFile holds the digest of the results that were merged.
const mergedFile = "merged"

// Merge makes tables, statistics and a report of the results so far and writes them into the
// folder results; older files there are replaced. It can run at any time and any number of
// times. The same results give the same bits.
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
	// This file is written anew each time: its time tells whether other results are newer.
	return a, writeBytes(a.Cohort.Dir.merged(mergedFile), []byte(digest+"\n"))
}

// digest identifies the cohort's file, the decisions, and the results so far.
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
	data, _ := os.ReadFile(d.merged(mergedFile))
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
