package session

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
)

// Training is a session's record of a training, for its replay: the curve,
// and the scores of some steps.
type Training struct {
	Steps, Restarts int // of the whole training
	Curve           []TrainingStep
	Snapshots       []TrainingSnapshot
}

// TrainingStep are the figures of one step.
type TrainingStep struct {
	Restart, Step           int // from 0
	Temperature, Soft, Hard float64
}

// TrainingSnapshot are the scores of all samples of A (n) and B (m) at a step.
type TrainingSnapshot struct {
	TrainingStep
	PushX, PushY []float32
}

// mostTraining bounds the snapshots in a file, in bytes before compression: 500 steps of 500
// samples. Of more it keeps fewer steps, evenly spread. Scores hardly compress.
const mostTraining = 2 << 20

// mostUnpacked bounds the memory that a damaged file of a few bytes may ask for.
const mostUnpacked = 64 << 20

// trainingFile is a Training on disk.
type trainingFile struct {
	Steps    int    `json:"steps"`
	Restarts int    `json:"restarts"`
	Points   int    `json:"points"`    // of the curve
	Shots    int    `json:"snapshots"` // kept
	N        int    `json:"n"`
	M        int    `json:"m"`
	Packed   []byte `json:"packed"` // gzip; little-endian
}

// spread are at most n of the snapshots, evenly spread, with the last one.
func (t *Training) spread(n int) []TrainingSnapshot {
	all := t.Snapshots
	if len(all) <= n {
		return all
	}
	out := make([]TrainingSnapshot, n)
	for k := range out {
		out[k] = all[k*(len(all)-1)/max(n-1, 1)]
	}
	return out
}

// MarshalJSON packs the numbers; a training without snapshots is null.
func (t *Training) MarshalJSON() ([]byte, error) {
	if len(t.Snapshots) == 0 {
		return []byte("null"), nil
	}
	n, m := len(t.Snapshots[0].PushX), len(t.Snapshots[0].PushY)
	shots := t.spread(max(mostTraining/(4*max(n+m, 1)), 2))
	var raw []byte
	step := func(s TrainingStep) {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(s.Restart))
		raw = binary.LittleEndian.AppendUint32(raw, uint32(s.Step))
		for _, v := range [...]float64{s.Temperature, s.Soft, s.Hard} {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
	}
	for _, s := range t.Curve {
		step(s)
	}
	for _, s := range shots {
		if len(s.PushX) != n || len(s.PushY) != m {
			return nil, errors.New("a training has snapshots of different sizes")
		}
		step(s.TrainingStep)
		for _, v := range slices.Concat(s.PushX, s.PushY) {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(raw) // a buffer takes everything
	z.Close()
	return json.Marshal(trainingFile{Steps: t.Steps, Restarts: t.Restarts, Points: len(t.Curve), Shots: len(shots), N: n, M: m, Packed: packed.Bytes()})
}

// stepBytes is a TrainingStep's size in a file.
const stepBytes = 2*4 + 3*8

// UnmarshalJSON reads the form that MarshalJSON writes.
func (t *Training) UnmarshalJSON(data []byte) error {
	*t = Training{}
	if string(data) == "null" {
		return nil
	}
	var f trainingFile
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	for _, n := range [...]int{f.Steps, f.Restarts, f.Points, f.Shots, f.N, f.M} {
		if n < 0 || n > mostUnpacked {
			return errors.New("the training's sizes are odd")
		}
	}
	size := f.Points*stepBytes + f.Shots*(stepBytes+4*(f.N+f.M))
	if size < 0 || size > mostUnpacked {
		return errors.New("the training is larger than any that is kept")
	}
	z, err := gzip.NewReader(bytes.NewReader(f.Packed))
	if err != nil {
		return errors.New("the training is damaged")
	}
	raw, err := io.ReadAll(io.LimitReader(z, int64(size)+1))
	if err != nil || len(raw) != size {
		return errors.New("the training is damaged")
	}
	whole := func() uint32 { v := binary.LittleEndian.Uint32(raw); raw = raw[4:]; return v }
	real := func() float64 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(raw))
		raw = raw[8:]
		return v
	}
	step := func() TrainingStep {
		return TrainingStep{Restart: int(int32(whole())), Step: int(int32(whole())), Temperature: real(), Soft: real(), Hard: real()}
	}
	scores := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = math.Float32frombits(whole())
		}
		return out
	}
	t.Steps, t.Restarts = f.Steps, f.Restarts
	for range f.Points {
		t.Curve = append(t.Curve, step())
	}
	for range f.Shots {
		s := TrainingSnapshot{TrainingStep: step()}
		s.PushX, s.PushY = scores(f.N), scores(f.M)
		t.Snapshots = append(t.Snapshots, s)
	}
	return nil
}
