package experiments

import "time"

// clock estimates the time left of a run: cells of one group take times in proportion
// to their weights; a group without measured cells takes the mean of the others.
type clock struct {
	cells   []Cell
	done    []bool
	seconds map[string]float64 // by group, of measured cells
	weight  map[string]float64 // likewise
}

func newClock(cells []Cell) *clock {
	return &clock{cells: cells, done: make([]bool, len(cells)), seconds: map[string]float64{}, weight: map[string]float64{}}
}

func (c *clock) weightOf(i int) float64 {
	if w := c.cells[i].Weight; w > 0 {
		return w
	}
	return 1
}

// learn takes in that cell i is done. Cells that were not measured do not tell how long others
// take.
func (c *clock) learn(i int, seconds float64, measured bool) {
	c.done[i] = true
	if measured {
		c.seconds[c.cells[i].Group] += seconds
		c.weight[c.cells[i].Group] += c.weightOf(i)
	}
}

// left is the estimate, 0 while nothing is known.
func (c *clock) left() time.Duration {
	var seconds, weight float64
	for group, s := range c.seconds {
		seconds += s
		weight += c.weight[group]
	}
	if weight == 0 {
		return 0
	}
	var left float64
	for i, cell := range c.cells {
		switch {
		case c.done[i]:
		case c.weight[cell.Group] > 0:
			left += c.weightOf(i) * c.seconds[cell.Group] / c.weight[cell.Group]
		default:
			left += c.weightOf(i) * seconds / weight
		}
	}
	return time.Duration(left * float64(time.Second))
}
