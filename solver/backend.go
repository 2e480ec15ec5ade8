package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gwscope/solver/nn"
	processor "gwscope/solver/nn/cpu"
	"gwscope/solver/slicer/neural"
)

// OpenDevice makes a backend on a graphics card, such as glcompute's; who calls it
// closes what it makes. software tells that the processor only plays the card. The
// error says why there is no backend.
type OpenDevice func() (backend nn.Backend, software bool, err error)

// The backends of Settings.
const (
	AutoBackend = "auto" // the graphics card if there is a real one, the processor otherwise
	CPUBackend  = "cpu"
	GPUBackend  = "gpu" // the graphics card, were it only played by the processor
)

// networkDevice opens the device of networks; card names the graphics card, "" where it is the processor.
func (s *solve) networkDevice() (backend nn.Backend, card string, err error) {
	if s.Backend != CPUBackend {
		device, err := s.openCard()
		if device != nil {
			return device, device.Name(), nil
		}
		if s.Backend == GPUBackend {
			return nil, "", fmt.Errorf("no graphics card can run the networks: %w; use backend %q or %q", err, AutoBackend, CPUBackend)
		}
	}
	return processor.New[float32](s.threads), "", nil
}

// openCard opens the graphics card: a real one, unless the backend is GPUBackend.
func (s *Settings) openCard() (nn.Backend, error) {
	if s.Device == nil {
		return nil, errors.New("this program offers none")
	}
	device, software, err := s.Device()
	if err != nil {
		return nil, err
	}
	if software && s.Backend != GPUBackend {
		device.Close()
		return nil, fmt.Errorf("%s is slower than the processor itself", device.Name())
	}
	return device, nil
}

// trainNetworks trains on the backend. Should that fail on the way, the processor takes over
// from its last step that is known, and plans found until then still count.
func (l *learner) trainNetworks(ctx context.Context, t neural.Training) ([]neural.Outcome, error) {
	backend, card, err := l.networkDevice()
	if err != nil {
		return nil, err
	}
	l.networks = card
	reached := 0
	report := t.Report
	t.Report = func(r neural.Report) {
		reached = r.Restart
		report(r)
	}
	t.Backend, t.Hold = backend, l.Learning.Hold
	if l.networks != "" {
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
	l.networks += " until it failed"
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
