package parts

import "fmt"

// Split says what an object is for. Seeds of different splits never meet.
type Split int

const (
	Train      Split = iota
	Validation       // watched during training
	Test             // reported, never looked at before
	Samples          // the embedded shapes that people see
)

func (s Split) String() string {
	return [...]string{"train", "validation", "test", "samples"}[s]
}

// SplitSize is the number of objects of one category in a split.
const SplitSize = 1 << 40

// Seed is the seed of the split's object i (0 <= i < [SplitSize]) in every
// category. It panics outside that range, where splits would meet.
func (s Split) Seed(i int64) uint64 {
	if i < 0 || i >= SplitSize {
		panic(fmt.Sprintf("parts: object %d of a split that has objects 0 to %d", i, int64(SplitSize)-1))
	}
	return uint64(s)*SplitSize + uint64(i)
}
