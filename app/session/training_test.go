package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// someTraining has so many snapshots of n and m samples.
func someTraining(shots, n, m int) *Training {
	t := &Training{Steps: shots, Restarts: 2}
	for k := range shots {
		s := TrainingSnapshot{TrainingStep: TrainingStep{Restart: k % 2, Step: k, Temperature: 1 / float64(k+1), Soft: 0.5, Hard: 0.25}}
		for i := range n {
			s.PushX = append(s.PushX, float32(math.Sin(float64(i*k))))
		}
		for j := range m {
			s.PushY = append(s.PushY, float32(math.Cos(float64(j+k))))
		}
		t.Curve = append(t.Curve, s.TrainingStep)
		t.Snapshots = append(t.Snapshots, s)
	}
	return t
}

// However long a training was, a file holds a few megabytes of it, spread evenly from its
// first step to its last.
func TestATrainingIsBounded(t *testing.T) {
	t.Parallel()
	const shots, n = 300, 4000
	long := someTraining(shots, n, n)
	data, err := json.Marshal(long)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 3*mostTraining/2+100_000 {
		t.Errorf("it takes %d bytes", len(data))
	}
	var back Training
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	kept := len(back.Snapshots)
	if kept < 50 || kept >= shots || len(back.Curve) != shots || back.Steps != shots || back.Restarts != 2 {
		t.Fatalf("%d of %d snapshots and %d points are kept", kept, shots, len(back.Curve))
	}
	last := -1
	for _, s := range back.Snapshots {
		if gap := s.Step - last; gap < 1 || gap > shots/kept+2 {
			t.Fatalf("step %d follows step %d", s.Step, last)
		}
		last = s.Step
		want := long.Snapshots[s.Step]
		for i := range n {
			if s.PushX[i] != want.PushX[i] || s.PushY[i] != want.PushY[i] {
				t.Fatalf("step %d has other scores", s.Step)
			}
		}
	}
	if back.Snapshots[0].Step != 0 || last != shots-1 {
		t.Errorf("kept from step %d to step %d", back.Snapshots[0].Step, last)
	}
}

func TestADamagedTrainingIsRefused(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(someTraining(4, 6, 5))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{`"n":6`, `"n":7`}, {`"snapshots":4`, `"snapshots":60000000`}, {`"points":4`, `"points":-1`}, {`"packed":"`, `"packed":"AAAA`}} {
		text := strings.Replace(string(data), change[0], change[1], 1)
		if text == string(data) {
			t.Fatalf("%s is not in the file", change[0])
		}
		var back Training
		if err := json.Unmarshal([]byte(text), &back); err == nil {
			t.Errorf("%s was taken", change[1])
		}
	}
}
