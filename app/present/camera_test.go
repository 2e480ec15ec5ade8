package present

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gwscope/app/session"
	"gwscope/render/camera"
)

// A document keeps each part of a camera, in the form that its file has always had.
func TestADocumentKeepsItsCameras(t *testing.T) {
	t.Parallel()
	turned := camera.New().Look(camera.ThreeQuarter)
	turned.Target, turned.Distance, turned.Orthographic, turned.Up = camera.Vec{0.5, -1, 0.25}, 2.5, true, camera.UpZ
	pair := [2]camera.Camera{camera.New(), turned}
	kept := KeepCameras(pair)
	if back := ReadCameras(kept); back != pair {
		t.Errorf("kept %+v, read %+v", pair, back)
	}
	if kept[0] != session.Unaimed {
		t.Errorf("a new camera is kept as %+v", kept[0])
	}
	var before, now any
	for of, to := range map[any]*any{pair[1]: &before, kept[1]: &now} {
		data, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, to); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, now); diff != "" {
		t.Errorf("a file has another form (-camera +kept):\n%s", diff)
	}
}
