//go:build cgo

package glcompute

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/solver/nn"
)

// command is a kernel to run or, without one, a copy between buffers: parameters
// are then the two offsets and the size in bytes.
type command struct {
	kernel  *kernel
	groups  [3]uint32
	buffers [6]uint32
	params  [maxParams]uint32
}

// maxParams is the length of P in common.glsl.
const maxParams = 24

// queueLength is how many commands are handed over at once: a hand-over costs some
// microseconds, and the card should not wait for the first of many.
const queueLength = 32

// batchWork is how many multiply-adds of products are handed over at once, and mostAhead
// how many batches the card may be behind: kernels that were handed over cannot be called back, and
// a person who cancels waits for them. On a card that sits in the processor three batches
// take some 60 ms; on faster ones the next batch is there long before the last is done.
const (
	batchWork = 1 << 32
	mostAhead = 2
)

// add queues a kernel; the call's buffers are those of tensors, none for none.
func (b *Backend) add(k *kernel, x, y, z int, tensors []nn.Tensor, params ...uint32) {
	c := command{kernel: k, groups: [3]uint32{uint32(x), uint32(y), uint32(z)}}
	for i, t := range tensors {
		if !t.None() {
			c.buffers[i] = b.of(t).id
		}
	}
	copy(c.params[:], params)
	b.push(c)
}

func (b *Backend) push(c command) {
	if b.ctx.Err() != nil || b.err != nil {
		return
	}
	if b.queue = append(b.queue, c); len(b.queue) >= queueLength {
		b.do(nil)
	}
}

// spend counts the work of the product that was queued last.
func (b *Backend) spend(work int) {
	if b.work += work; b.work >= batchWork {
		b.do(nil)
	}
}

// pace marks the end of a batch, and waits until the card is not too far behind.
func (b *Backend) pace(ahead int) {
	b.fences = append(b.fences, gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0))
	for len(b.fences) > ahead {
		const tick = 5_000_000 // ns
		for b.ctx.Err() == nil && gl.ClientWaitSync(b.fences[0], gl.SYNC_FLUSH_COMMANDS_BIT, tick) == gl.TIMEOUT_EXPIRED {
		}
		gl.DeleteSync(b.fences[0])
		b.fences = b.fences[1:]
	}
}

// done waits for all that was handed over; false means that ctx has ended first.
func (b *Backend) done() bool {
	b.pace(0)
	return b.ctx.Err() == nil
}

// do runs the queue and then f on the device's thread, if all is well so far.
func (b *Backend) do(f func()) {
	if b.err != nil {
		return
	}
	if b.hold != nil {
		b.hold(b.ctx)
	}
	err := b.device.Do(func() error {
		for i := range b.queue {
			if b.ctx.Err() != nil {
				break
			}
			if err := b.run(&b.queue[i]); err != nil {
				return err
			}
		}
		b.free()
		if len(b.queue) > 0 && f == nil {
			b.pace(mostAhead)
		}
		if f != nil {
			f()
		}
		switch code := gl.GetError(); code {
		case gl.NO_ERROR:
			return nil
		case gl.OUT_OF_MEMORY:
			return ErrMemory
		default:
			return fmt.Errorf("OpenGL reports error 0x%04x", code)
		}
	})
	b.queue, b.work = b.queue[:0], 0
	if err != nil {
		b.fail(err)
	}
}

func (b *Backend) fail(err error) {
	if lost := (*LostError)(nil); !errors.As(err, &lost) {
		err = &LostError{err}
	}
	if b.err == nil {
		b.err = err
	}
}

// run issues one command.
func (b *Backend) run(c *command) error {
	if c.kernel == nil {
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, c.buffers[0])
		gl.BindBuffer(gl.COPY_READ_BUFFER, c.buffers[1])
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, int(c.params[1]), int(c.params[0]), int(c.params[2]))
	} else {
		program, ok := b.programs[c.kernel]
		if !ok {
			var err error
			if program, err = c.kernel.compile(); err != nil {
				return err
			}
			b.programs[c.kernel] = program
		}
		gl.UseProgram(program)
		for i, id := range c.buffers {
			if id != 0 {
				gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(i), id)
			}
		}
		gl.Uniform1uiv(0, maxParams, &c.params[0])
		gl.DispatchCompute(c.groups[0], c.groups[1], c.groups[2])
	}
	gl.MemoryBarrier(gl.SHADER_STORAGE_BARRIER_BIT | gl.BUFFER_UPDATE_BARRIER_BIT)
	return nil
}

// at is a tensor's offset, 0 for none.
func at(t nn.Tensor) uint32 { return uint32(t.Offset) }

// bits passes a number to arg of common.glsl.
func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// groups is how many groups of size are needed for n, at least one and no more than every
// card can do; kernels that may need more go round.
func groups(n, size int) int { return min(max((n+size-1)/size, 1), 65535) }
