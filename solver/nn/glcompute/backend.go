//go:build cgo

package glcompute

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/go-gl/gl/v4.3-core/gl"

	"gwscope/solver/nn"
)

// Backend computes on a device, in single precision.
type Backend struct {
	device   Device
	name     string
	err      error
	ctx      context.Context
	hold     func(context.Context)
	queue    []command
	work     int       // of queued kernels, in multiply-adds
	fences   []uintptr // ends of batches that were handed over, oldest first
	programs map[*kernel]uint32
	live     map[uint32]struct{} // buffers
	dropped  *dropped
	largest  int       // elements of a buffer
	scratch  nn.Tensor // of sums in parts
	table    nn.Tensor // of the soft sort
	cuts     nn.Tensor // thresholds, then means
	sums     nn.Tensor // of Dot
	single   []float32 // on its way
}

var _ nn.Backend = (*Backend)(nil)

// buffer is memory of the device. When the garbage collector finds that no tensor
// holds it, it is freed.
type buffer struct {
	owner *Backend
	id    uint32
}

// dropped is the buffers to free. The collector adds to it from its own goroutine.
type dropped struct {
	mu  sync.Mutex
	ids []uint32
}

func (d *dropped) add(id uint32) {
	d.mu.Lock()
	d.ids = append(d.ids, id)
	d.mu.Unlock()
}

// free frees dropped buffers. Commands name buffers without holding them, so the queue
// must have run.
func (b *Backend) free() {
	b.dropped.mu.Lock()
	defer b.dropped.mu.Unlock()
	for _, id := range b.dropped.ids {
		gl.DeleteBuffers(1, &id)
		delete(b.live, id)
	}
	b.dropped.ids = b.dropped.ids[:0]
}

// New makes a backend on a device, which must outlive it.
func New(device Device) (*Backend, error) {
	info := device.Info()
	if !info.HasCompute() {
		return nil, fmt.Errorf("%s offers OpenGL %d.%d; 4.3 is needed to compute", info.Name, info.Major, info.Minor)
	}
	b := &Backend{device: device, name: "GPU, " + info.Name, ctx: context.Background(), programs: map[*kernel]uint32{},
		live: map[uint32]struct{}{}, dropped: new(dropped)}
	if info.Software {
		b.name = "software OpenGL, " + info.Name
	}
	b.do(func() {
		var size int64 // of the memory that a kernel may see at once
		gl.GetInteger64v(gl.MAX_SHADER_STORAGE_BLOCK_SIZE, &size)
		b.largest = int(min(size, math.MaxInt32)) / 4
	})
	b.sums = b.New(1, 2*(1+dotGroups))
	if b.err != nil {
		return nil, b.err
	}
	return b, nil
}

// Name names the device.
func (b *Backend) Name() string { return b.name }

// Bind makes kernels do nothing once ctx has ended, and keeps them from the device
// while hold waits.
func (b *Backend) Bind(ctx context.Context, hold func(context.Context)) { b.ctx, b.hold = ctx, hold }

// Err is a *LostError once the device has failed.
func (b *Backend) Err() error { return b.err }

// Close frees everything on the device.
func (b *Backend) Close() {
	b.queue = b.queue[:0]
	// Also after a failure: the context may be well and only full. If it is lost, so is
	// what it held.
	_ = b.device.Do(func() error {
		for _, f := range b.fences {
			gl.DeleteSync(f)
		}
		for _, p := range b.programs {
			gl.DeleteProgram(p)
		}
		for id := range b.live {
			gl.DeleteBuffers(1, &id)
		}
		return nil
	})
	b.fences = nil
	clear(b.live)
	clear(b.programs)
}

// New is a tensor of zeros.
func (b *Backend) New(rows, cols int) nn.Tensor {
	size := rows * cols
	memory := &buffer{owner: b}
	if b.err == nil && size > b.largest {
		b.fail(fmt.Errorf("it takes %d MB in one piece and %d are needed: %w", b.largest>>18, size>>18, ErrMemory))
	}
	b.do(func() {
		gl.GenBuffers(1, &memory.id)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, memory.id)
		gl.BufferData(gl.COPY_WRITE_BUFFER, 4*max(size, 1), nil, gl.DYNAMIC_COPY)
		gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32F, gl.RED, gl.FLOAT, nil)
		b.live[memory.id] = struct{}{}
	})
	if memory.id != 0 {
		runtime.AddCleanup(memory, b.dropped.add, memory.id)
	}
	return nn.Tensor{Rows: rows, Cols: cols, Buffer: memory}
}

// room is at least size elements of memory for the backend's own use, kept in t.
func (b *Backend) room(t *nn.Tensor, size int) nn.Tensor {
	if t.Len() < size {
		*t = b.New(1, size)
	}
	return *t
}

// Upload copies values to t.
func (b *Backend) Upload(t nn.Tensor, values []float64) {
	b.single = b.single[:0]
	for _, v := range values {
		b.single = append(b.single, float32(v))
	}
	b.UploadSingle(t, b.single)
}

// UploadSingle copies values to t.
func (b *Backend) UploadSingle(t nn.Tensor, values []float32) {
	nn.Same(t.Len(), len(values))
	if len(values) == 0 {
		return
	}
	b.do(func() {
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.of(t).id)
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, 4*t.Offset, 4*len(values), gl.Ptr(values))
	})
}

// Download copies t to values.
func (b *Backend) Download(values []float64, t nn.Tensor) {
	if cap(b.single) < len(values) {
		b.single = make([]float32, len(values))
	}
	b.single = b.single[:len(values)]
	b.DownloadSingle(b.single, t)
	for i, v := range b.single {
		values[i] = float64(v)
	}
}

// DownloadSingle copies t to values.
func (b *Backend) DownloadSingle(values []float32, t nn.Tensor) {
	nn.Same(t.Len(), len(values))
	if len(values) == 0 {
		return
	}
	b.do(func() {
		if !b.done() {
			return
		}
		gl.BindBuffer(gl.COPY_READ_BUFFER, b.of(t).id)
		gl.GetBufferSubData(gl.COPY_READ_BUFFER, 4*t.Offset, 4*len(values), gl.Ptr(values))
	})
	if b.err != nil {
		for i := range values {
			values[i] = float32(math.NaN())
		}
	}
}

// scalar is the result of Dot.
func (b *Backend) scalar() float64 {
	var sum float64
	b.do(func() {
		if !b.done() {
			return
		}
		gl.BindBuffer(gl.COPY_READ_BUFFER, b.of(b.sums).id)
		gl.GetBufferSubData(gl.COPY_READ_BUFFER, 0, 8, gl.Ptr(&sum))
	})
	if b.err != nil {
		return math.NaN()
	}
	return sum
}

// Copy sets one tensor to another.
func (b *Backend) Copy(to, from nn.Tensor) {
	nn.Shaped(to, from.Rows, from.Cols)
	b.add(nil, 0, 0, 0, []nn.Tensor{to, from}, 4*at(to), 4*at(from), uint32(4*to.Len()))
}

// of is a tensor's memory.
func (b *Backend) of(t nn.Tensor) *buffer {
	m, ok := t.Buffer.(*buffer)
	if !ok || m.owner != b {
		panic(fmt.Sprintf("glcompute: a tensor of another backend (%T)", t.Buffer))
	}
	return m
}
