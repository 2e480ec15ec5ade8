package texture

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

// pngOf is the beginning of a PNG picture of 8-bit colours, with no pixels in so many bytes.
func pngOf(width, height uint32, size int) []byte {
	chunk := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(chunk[4:], width)
	binary.BigEndian.PutUint32(chunk[8:], height)
	chunk[12], chunk[13] = 8, 2
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	data = binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(chunk))
	return append(data, make([]byte, size-len(data))...)
}

// Few bytes cannot fill the memory, neither in one picture nor in many.
func TestPicturesHaveABudget(t *testing.T) {
	t.Parallel()
	const unpacked = "is damaged" // the bound let it through
	for _, c := range []struct {
		name          string
		width, height uint32
		bytes         []int // of each picture of one mesh
		want          []string
	}{
		{"a small one", 256, 256, []int{100}, []string{unpacked}},
		{"a bomb", 8192, 8192, []int{100_000}, []string{"8192 x 8192 pixels in 100000 bytes: make it smaller"}},
		{"a plain one of 4096", 4096, 4096, []int{70_000}, []string{unpacked}},
		{"a plain one of 8192", 8192, 8192, []int{300_000}, []string{"make it smaller (to 4096 x 4096 pixels, or 16 for each byte)"}},
		{"a rich one of 8192", 8192, 8192, []int{4_000_000}, []string{unpacked}},
		{"three of 8192", 8192, 8192, []int{4_200_000, 4_200_000, 4_200_000}, []string{unpacked, unpacked, "too much beside the others"}},
		{"two plain ones", 4096, 4096, []int{70_000, 70_000}, []string{unpacked, "too much beside the others"}},
		{"too wide", 1 << 30, 1 << 30, []int{100}, []string{"neither PNG nor JPEG"}},
		{"beyond all", 1 << 20, 1 << 7, []int{8_000_000}, []string{"make it smaller"}},
	} {
		var b Budget
		for k, size := range c.bytes {
			if _, err := b.Decode(pngOf(c.width, c.height, size), "it"); err == nil || !strings.Contains(err.Error(), c.want[k]) {
				t.Errorf("%s, picture %d: %v, want %q", c.name, k, err, c.want[k])
			}
		}
	}
	var b Budget
	refused := 0
	for range 1000 { // small ones are free only up to the same sum
		if _, err := b.Decode(pngOf(256, 256, 100), "it"); !strings.Contains(err.Error(), unpacked) {
			refused++
		}
	}
	if refused < 700 {
		t.Errorf("%d of 1000 small pictures of hardly any bytes were refused", refused)
	}
}
