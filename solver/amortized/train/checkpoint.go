package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gwscope/solver/amortized"
)

// State is all that a training needs to go on with the same bits: weights, moments of
// the optimiser, position, log and the best weights so far. Data has no state of its own, because
// pairs are functions of the seed and their number.
type State struct {
	Settings Settings

	scales        scales
	at            position
	epochs        []Epoch
	bestEpoch     int
	bestLoss      float64
	adamStep      int
	weights, best *amortized.Weights
	mean, square  [][]float32
}

// Epochs is the log so far.
func (s *State) Epochs() []Epoch { return s.epochs }

// Best is the weights of the best epoch so far, nil before the first has ended.
func (s *State) Best() *amortized.Weights { return s.best }

// state is a copy of the trainer's present state.
func (t *trainer) state() *State {
	return &State{
		Settings: t.settings, scales: t.scales, at: t.at, epochs: append([]Epoch(nil), t.result.Epochs...),
		bestEpoch: t.result.BestEpoch, bestLoss: t.bestLoss, adamStep: t.adam.step,
		weights: t.weights.Clone(), best: t.result.Best, mean: clone(t.adam.mean), square: clone(t.adam.square),
	}
}

func clone(v [][]float32) [][]float32 {
	out := make([][]float32, len(v))
	for k := range v {
		out[k] = slices.Clone(v[k])
	}
	return out
}

// resume takes a copy of a state.
func (t *trainer) resume(s *State) error {
	if err := s.Settings.sameRun(t.settings); err != nil {
		return err
	}
	t.scales, t.at, t.weights = s.scales, s.at, s.weights.Clone()
	t.result = Result{Best: s.best, BestEpoch: s.bestEpoch, Epochs: append([]Epoch(nil), s.epochs...)}
	t.bestLoss = s.bestLoss
	t.adam = &adam{values: trainedValues(t.weights), mean: clone(s.mean), square: clone(s.square), step: s.adamStep}
	if t.at.Step > t.settings.steps() {
		return fmt.Errorf("the checkpoint is at step %d, and %d epochs end before it: ask for more", t.at.Step, t.settings.Epochs)
	}
	return nil
}

// A checkpoint, in little-endian order:
//
//	"GWTRAIN\x01"   8 bytes
//	length, JSON    uint32 and that many bytes: checkpointHead
//	length, file    of the weights as amortized.Weights writes them, single precision
//	length, file    of the best weights; length 0 where there are none yet
//	moments         float32: mean and square of each trained matrix
//	SHA-256         of all before
const checkpointMagic = "GWTRAIN\x01"

type checkpointHead struct {
	Settings  Settings `json:"settings"`
	Scales    scales   `json:"scales"`
	Position  position `json:"position"`
	Epochs    []Epoch  `json:"epochs"`
	BestEpoch int      `json:"best_epoch"`
	BestLoss  float64  `json:"best_loss"`
	AdamStep  int      `json:"adam_step"`
}

// Write writes a checkpoint.
func (s *State) Write(to io.Writer) error {
	head, err := json.Marshal(checkpointHead{s.Settings, s.scales, s.at, s.epochs, s.bestEpoch, s.bestLoss, s.adamStep})
	if err != nil {
		return err
	}
	var out bytes.Buffer
	out.WriteString(checkpointMagic)
	block := func(data []byte) {
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
		out.Write(data)
	}
	block(head)
	for _, w := range []*amortized.Weights{s.weights, s.best} {
		var file bytes.Buffer
		if w != nil {
			if err := w.Write(&file, amortized.Single); err != nil {
				return err
			}
		}
		block(file.Bytes())
	}
	for k := range s.mean {
		for _, v := range [][]float32{s.mean[k], s.square[k]} {
			for _, x := range v {
				out.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
			}
		}
	}
	sum := sha256.Sum256(out.Bytes())
	out.Write(sum[:])
	_, err = to.Write(out.Bytes())
	return err
}

// ReadState reads a checkpoint. Errors say whether it is something else or damaged.
func ReadState(from io.Reader) (*State, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte(checkpointMagic)) {
		return nil, errors.New("this is no checkpoint of a training")
	}
	end := len(data) - sha256.Size
	if end < len(checkpointMagic) {
		return nil, errDamaged
	}
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return nil, errDamaged
	}
	r := &checkpointReader{rest: data[len(checkpointMagic):end]}
	var head checkpointHead
	if err := json.Unmarshal(r.block(), &head); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	s := &State{Settings: head.Settings, scales: head.Scales, at: head.Position, epochs: head.Epochs,
		bestEpoch: head.BestEpoch, bestLoss: head.BestLoss, adamStep: head.AdamStep}
	if s.weights, err = amortized.Read(bytes.NewReader(r.block())); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if file := r.block(); len(file) > 0 {
		if s.best, err = amortized.Read(bytes.NewReader(file)); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	for _, v := range trainedValues(s.weights) {
		s.mean, s.square = append(s.mean, r.floats(len(v))), append(s.square, r.floats(len(v)))
	}
	if r.short || len(r.rest) > 0 || len(s.scales.Shift) != featureSize || len(s.scales.Factor) != featureSize {
		return nil, errDamaged
	}
	return s, nil
}

var errDamaged = errors.New("the checkpoint is damaged: begin the training anew, without --resume")

// checkpointReader cuts pieces off and notes when there was too little.
type checkpointReader struct {
	rest  []byte
	short bool
}

func (r *checkpointReader) take(n int) []byte {
	if n > len(r.rest) {
		r.short = true
		return make([]byte, 0)
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *checkpointReader) block() []byte {
	size := r.take(4)
	if len(size) < 4 {
		return nil
	}
	return r.take(int(binary.LittleEndian.Uint32(size)))
}

func (r *checkpointReader) floats(n int) []float32 {
	data := r.take(4 * n)
	out := make([]float32, len(data)/4)
	for k := range out {
		out[k] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:]))
	}
	return out
}
