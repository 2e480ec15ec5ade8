package amortized

// radix sorts numbers by digits of 8 bits, as many as the largest has, with other memory
// of the same length. It returns both, the sorted one first. For a thousand numbers it is
// several times as fast as sorting by comparison.
func radix(values, other []uint32) (sorted, swap []uint32) {
	var largest uint32
	for _, v := range values {
		largest = max(largest, v)
	}
	for shift := uint(0); shift < 32 && largest>>shift > 0; shift += 8 {
		var count [256]int32
		for _, v := range values {
			count[v>>shift&255]++
		}
		sum := int32(0)
		for k, c := range count {
			count[k] = sum
			sum += c
		}
		for _, v := range values {
			d := v >> shift & 255
			other[count[d]] = v
			count[d]++
		}
		values, other = other, values
	}
	return values, other
}
