package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gwscope/solver/internal/dense"
	"gwscope/solver/nn"
	processor "gwscope/solver/nn/cpu"
	"gwscope/solver/slicer/neural"
)

// OpenDevice makes a backend on a graphics card, such as glcompute's; who calls it
// closes what it makes. software tells that the processor only plays the card. The
// error says why there is no backend.
type OpenDevice func() (backend nn.Backend, software bool, err error)

// The backends of Learning.
const (
	AutoBackend = "auto" // the graphics card if there is a real one, the processor otherwise
	CPUBackend  = "cpu"
	GPUBackend  = "gpu" // the graphics card, were it only played by the processor
)

// open opens the device of networks; card names the graphics card, "" where it is the processor.
func (l *Learning) open(threads int) (backend nn.Backend, card string, err error) {
	if l.Backend != CPUBackend {
		device, err := l.device()
		if device != nil {
			return device, device.Name(), nil
		}
		if l.Backend == GPUBackend {
			return nil, "", fmt.Errorf("no graphics card can train the networks: %w; use backend %q or %q", err, AutoBackend, CPUBackend)
		}
	}
	return processor.New[float32](threads), "", nil
}

func (l *Learning) device() (nn.Backend, error) {
	if l.Device == nil {
		return nil, errors.New("this program offers none")
	}
	device, software, err := l.Device()
	if err != nil {
		return nil, err
	}
	if software && l.Backend != GPUBackend {
		device.Close()
		return nil, fmt.Errorf("%s is slower than the processor itself", device.Name())
	}
	return device, nil
}

// trainNetworks trains on the backend. Should that fail on the way, the processor takes over
// from its last step that is known, and plans found until then still count.
func (l *learner) trainNetworks(ctx context.Context, t neural.Training) ([]neural.Outcome, error) {
	backend, card, err := l.Learning.open(l.threads)
	if err != nil {
		return nil, err
	}
	l.trainedOn = card
	reached := 0
	report := t.Report
	t.Report = func(r neural.Report) {
		reached = r.Restart
		report(r)
	}
	t.Backend, t.Hold = backend, l.Learning.Hold
	if l.trainedOn != "" {
		t.Standing = new(neural.Standing)
	}
	outcomes, err := func() ([]neural.Outcome, error) {
		defer backend.Close() // also where the training breaks down
		return neural.Train(ctx, t)
	}()
	lost := backend.Err()
	if lost == nil || ctx.Err() != nil {
		return outcomes, err
	}
	l.remarks = append(l.remarks, fmt.Sprintf("The CPU took over the training: %v.", lost))
	l.trainedOn += " until it failed"
	from := 0 // step of the restart that was cut short
	if t.Standing != nil && t.Standing.Restart == reached {
		from = t.Standing.Step
	}
	l.trace = slices.DeleteFunc(l.trace, func(s neural.Step) bool { return s.Restart == reached && s.Step >= from })
	t.First = reached
	t.Backend = processor.New[float32](l.threads)
	defer t.Backend.Close()
	more, err := neural.Train(ctx, t)
	goesOn := func(o neural.Outcome) bool {
		return slices.ContainsFunc(more, func(m neural.Outcome) bool { return m.Restart == o.Restart })
	}
	outcomes = append(slices.DeleteFunc(outcomes, goesOn), more...)
	neural.Sort(outcomes)
	return outcomes, err
}

// computedBy names all that computed a result.
func (l *learner) computedBy() string {
	if l.trainedOn == "" {
		return dense.Backend(l.threads)
	}
	return l.trainedOn + ", and " + dense.Backend(l.threads)
}
