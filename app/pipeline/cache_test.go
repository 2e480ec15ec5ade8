package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"weak"

	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

type blob struct{ data []byte }

func newBlob(n int) *blob               { return &blob{make([]byte, n)} }
func (b *blob) bytes() int              { return len(b.data) }
func has(c *cache[blob], k string) bool { _, ok := c.get(k); return ok }

// A cache keeps within its limits of bytes and number. Values that something else holds are also
// found beyond these.
func TestACacheKeepsWithinItsBytes(t *testing.T) {
	c := newCache(1000, 4, (*blob).bytes) // not parallel: it waits for the collector
	mine := newBlob(900)
	c.put("mine", mine)
	for k := range 6 {
		c.put(fmt.Sprint(k), newBlob(300))
		if c.bytes > 1000 {
			t.Fatalf("it holds %d bytes", c.bytes)
		}
	}
	runtime.GC()
	for k := range 3 {
		if has(c, fmt.Sprint(k)) {
			t.Errorf("%d, which nobody has used for long, is there", k)
		}
	}
	for _, k := range []string{"3", "4", "5"} {
		if !has(c, k) {
			t.Errorf("%s is not there", k)
		}
	}
	if got, ok := c.get("mine"); !ok || got != mine {
		t.Error("what somebody holds is not found")
	}
	c.put("large", newBlob(5000))
	runtime.GC()
	if has(c, "large") || c.bytes > 1000 {
		t.Errorf("it holds what is larger than all it may hold: %d bytes", c.bytes)
	}
	for k := range 9 {
		c.put(fmt.Sprint("small ", k), newBlob(1))
	}
	runtime.GC()
	if has(c, "small 4") || !has(c, "small 5") || !has(c, "small 8") {
		t.Error("it holds more, or fewer, than its number")
	}
	c.put("small 8", newBlob(2)) // another value of the same key
	if got, _ := c.get("small 8"); got.bytes() != 2 || c.bytes != 5 {
		t.Errorf("a value was not replaced: %d bytes", c.bytes)
	}
	c.forget()
	runtime.GC()
	if c.bytes != 0 || has(c, "small 8") || !has(c, "mine") {
		t.Errorf("after forgetting it holds %d bytes", c.bytes)
	}
	c.forget()
	runtime.KeepAlive(mine)
	mine = nil
	runtime.GC()
	if has(c, "mine") || len(c.items) != 0 || len(c.keys) != 0 {
		t.Errorf("%d keys are left of nothing", len(c.items))
	}
}

// liveHeap is the memory still in use, in bytes.
func liveHeap() int {
	runtime.GC()
	runtime.GC() // for values with finalizers and weak pointers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// An engine that goes on matching needs no more memory after fifty matches than after twenty, and
// next to none once it forgets.
func TestMemoryIsSteadyAfterManyMatches(t *testing.T) {
	e := NewEngine() // not parallel: other tests' arrays would count
	small := meshtest.Bumpy(2)
	a, b := ShapeOf("a", small), ShapeOf("b", meshtest.RigidMove(small, 6))
	before := liveHeap()
	var first weak.Pointer[Match]
	var after20 int
	for k := range 50 {
		o := session.Defaults()
		o.Samples, o.Effort, o.Seed = 60, "fast", uint64(k) // each seed has spaces of its own
		m, err := e.Match(context.Background(), a, b, o, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Confidence()
		if k == 0 {
			first = weak.Make(m)
		}
		if k == 19 {
			after20 = liveHeap() - before
		}
	}
	after50 := liveHeap() - before
	t.Logf("live heap beyond the shapes: %.1f MB after 20 matches, %.1f MB after 50", float64(after20)/(1<<20), float64(after50)/(1<<20))
	if after50 > after20+after20/10+1<<19 {
		t.Errorf("%d bytes are in use after 20 matches, %d after 50", after20, after50)
	}
	if first.Value() != nil {
		t.Error("a match that nobody holds is still there")
	}
	e.Forget()
	if left := liveHeap() - before; left > after20/4 {
		t.Errorf("%d bytes are in use after forgetting, %d before", left, after50)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
}
