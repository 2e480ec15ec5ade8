package argmin

import "math"

// The loops in Go. Those in C must agree with them.

func plainBoth(t *Table, a []float32) {
	t.clear()
	m := len(t.ColAt)
	for i := range t.RowAt {
		for j, c := range a[i*m : (i+1)*m] {
			t.offer(i, j, c)
		}
	}
}

func plainBothOfSum(t *Table, a, b, u, v []float32) {
	t.clear()
	m := len(v)
	for i := range u {
		other := b[i*m : (i+1)*m]
		for j, c := range a[i*m : (i+1)*m] {
			t.offer(i, j, c+v[j]+u[i]+other[j])
		}
	}
}

func (t *Table) clear() {
	clear(t.RowAt)
	clear(t.ColAt)
	most(t.RowLeast)
	most(t.ColLeast)
}

func (t *Table) offer(i, j int, c float32) {
	if c < t.RowLeast[i] {
		t.RowLeast[i], t.RowAt[i] = c, int32(j)
	}
	if c < t.ColLeast[j] {
		t.ColLeast[j], t.ColAt[j] = c, int32(i)
	}
}

func plainOfRows(a, v []float32, at []int32) {
	m := len(v)
	for i := range at {
		low, where := float32(math.MaxFloat32), 0
		for j, c := range a[i*m : (i+1)*m] {
			if c += v[j]; c < low {
				low, where = c, j
			}
		}
		at[i] = int32(where)
	}
}

func plainPairCosts(p *Pairs) float64 {
	m, total := len(p.DY), 0.0
	for i := range p.DX {
		var parts [16]float32 // as in C, where numbers are added side by side
		for j, d := range p.Distance[i*m : (i+1)*m] {
			c := p.cost(i, j, d)
			p.Distance[i*m+j] = c
			parts[j%len(parts)] += c
		}
		sum := 0.0
		for _, v := range parts {
			sum += float64(v)
		}
		total += sum
	}
	return total
}

func plainPairLeast(p *Pairs, rows, cols []float32) {
	m := len(p.DY)
	most(rows)
	most(cols)
	for i := range p.DX {
		for j, d := range p.Distance[i*m : (i+1)*m] {
			c := p.cost(i, j, d)
			rows[i], cols[j] = min(rows[i], c), min(cols[j], c)
		}
	}
}

func (p *Pairs) cost(i, j int, d float32) float32 {
	return min(d+p.DX[i]+p.DY[j], p.Limit) + (p.Angles[i*len(p.DY)+j] + p.AX[i] + p.AY[j])
}

func most(v []float32) {
	for k := range v {
		v[k] = math.MaxFloat32
	}
}

func plainSmallest[T float32 | float64](row []T, v []float64, bound float64, cols []int32, keys []float64) (count int) {
	for j, c := range row {
		d := float64(c) - v[j]
		if !(d < bound) {
			continue
		}
		k := count
		if k < len(keys) {
			count++
		} else {
			k--
		}
		for ; k > 0 && keys[k-1] > d; k-- { // after the first few columns it is rare
			keys[k], cols[k] = keys[k-1], cols[k-1]
		}
		if keys[k], cols[k] = d, int32(j); count == len(keys) {
			bound = min(bound, keys[count-1])
		}
	}
	return count
}

func plainWithin(a, table []float32, limit, most float32, out []int32) (count int) {
	for i := range out {
		var sum float32
		for j, v := range table[i*len(a) : (i+1)*len(a)] {
			d := a[j] - v
			if d = max(d, -d); !(d < limit) { // nor where it is no number
				d = limit
			}
			if sum += d; sum > most {
				break
			}
		}
		if sum <= most {
			out[count] = int32(i)
			count++
		}
	}
	return count
}
