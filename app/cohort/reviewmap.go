package cohort

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/app/version"
)

// reviewDir holds the maps that people found in place of the cohort's own: for each a result,
// the template's mesh on the specimen, and a session, which the window can open. Their names
// have a hash, so that undo finds an earlier map.
const reviewDir = "review"

// KeepMap keeps a match that a person found for a pair, with its session, and returns the name
// of its map for [Cohort.Decide]. The name is "" where the match is the same as the cohort's
// own.
func (c *Cohort) KeepMap(p Pair, m *pipeline.Match, doc *session.Document) (name string, err error) {
	r := &Result{Format: resultFormat, Key: p.Key, Program: version.String()}
	positions := r.take(m, p)
	r.Vertices = len(positions)
	if own := c.Dir.result(p.Key); own != nil && sameOutcome(own, r) {
		return "", nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(data)
	for _, v := range positions {
		h.Write([]byte(number(v.X) + number(v.Y) + number(v.Z)))
	}
	name = p.Key + "-" + hex.EncodeToString(h.Sum(nil)[:4])
	if err := session.Save(c.Dir.mapSession(name), doc); err != nil {
		return "", err
	}
	return name, c.Dir.storeAs(c.Dir.Path(reviewDir, name), r, positions, nil)
}

// sameOutcome reports whether two results of a pair are the same match, made by any program and
// processor.
func sameOutcome(a, b *Result) bool {
	plain := func(r Result) []byte {
		r.Program, r.Backend = "", ""
		data, _ := json.Marshal(&r)
		return data
	}
	return bytes.Equal(plain(*a), plain(*b))
}

func (d Folder) mapSession(name string) string {
	return d.Path(reviewDir, name+session.Extension)
}

// SessionOf is the session of the map that a person found for a pair; "" where there is none.
func (c *Cohort) SessionOf(j Judged) string {
	if j.Map == "" {
		return ""
	}
	if _, err := os.Stat(c.Dir.mapSession(j.Map)); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	return c.Dir.mapSession(j.Map)
}

// reviewed is the result of a pair after a person's decision: with the person's map in place of
// the cohort's own, and not flagged where it is accepted. nil where there is no result.
func (c *Cohort) reviewed(p Pair, j Judged) *Result {
	r := c.Dir.result(p.Key)
	if j.Map != "" && strings.HasPrefix(j.Map, p.Key) {
		if theirs := readResult(c.Dir.Path(reviewDir, j.Map+".json"), p.Key); theirs != nil {
			r = theirs
			r.base = c.Dir.Path(reviewDir, j.Map)
		}
	}
	if r != nil && r.Error == "" && j.Decision == Accepted {
		r.Flagged = false
	}
	return r
}
