package train

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// WriteLog writes the epochs of a training as CSV, with the accuracy on each category at
// the end of a line.
func WriteLog(to io.Writer, epochs []Epoch, categories []string) error {
	w := csv.NewWriter(to)
	head := []string{"epoch", "steps", "seconds", "rate", "alpha", "loss", "gw2", "feature", "gradient", "hard_loss", "hard_gw2", "accuracy"}
	if err := w.Write(append(head, categories...)); err != nil {
		return err
	}
	for _, e := range epochs {
		line := []string{strconv.Itoa(e.Epoch), strconv.Itoa(e.Steps), fmt.Sprintf("%.1f", e.Seconds)}
		for _, v := range []float64{e.Rate, e.Alpha, e.Loss, e.GW2, e.Feature, e.Gradient, e.HardLoss, e.HardGW2, e.Accuracy} {
			line = append(line, fmt.Sprintf("%.6g", v))
		}
		for _, v := range e.ByCategory {
			line = append(line, fmt.Sprintf("%.4f", v))
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
