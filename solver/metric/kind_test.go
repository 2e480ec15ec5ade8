package metric_test

import (
	"encoding/json"
	"testing"

	"gwscope/solver/metric"
)

func TestNamesOfKindsAndWeights(t *testing.T) {
	t.Parallel()
	type settings struct {
		Kind    metric.Kind
		Weights metric.WeightKind
	}
	for _, want := range []settings{{}, {metric.KindKNN, metric.WeightsArea}, {Kind: metric.KindAccurate}} {
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got settings
		if err := json.Unmarshal(text, &got); err != nil || got != want {
			t.Errorf("%s came back as %v, %v", text, got, err)
		}
		if k, err := metric.ParseKind(want.Kind.String()); err != nil || k != want.Kind {
			t.Errorf("ParseKind(%v) = %v, %v", want.Kind, k, err)
		}
		if w, err := metric.ParseWeights(want.Weights.String()); err != nil || w != want.Weights {
			t.Errorf("ParseWeights(%v) = %v, %v", want.Weights, w, err)
		}
	}
	for _, name := range []string{"", "Graph", "geodesic"} {
		if _, err := metric.ParseKind(name); err == nil {
			t.Errorf("ParseKind(%q) found a kind", name)
		}
		if _, err := metric.ParseWeights(name); err == nil {
			t.Errorf("ParseWeights(%q) found weights", name)
		}
	}
}
