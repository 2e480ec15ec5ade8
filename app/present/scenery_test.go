package present

import (
	"encoding/json"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

func TestCutsHideTheirShare(t *testing.T) {
	t.Parallel()
	box := [2]scene.Vec{{-1, 0, 2}, {3, 1, 4}}
	cam := camera.New().Look(camera.Right) // from +x
	for text, tc := range map[string]struct{ hidden, shown scene.Vec }{
		"x:0.25":   {scene.Vec{2.1, 0, 3}, scene.Vec{1.9, 0, 3}},
		"-x:0.25":  {scene.Vec{-0.1, 0, 3}, scene.Vec{0.1, 0, 3}},
		"z":        {scene.Vec{0, 0, 3.1}, scene.Vec{0, 0, 2.9}},
		"view:0.5": {scene.Vec{1.1, 0.5, 3}, scene.Vec{0.9, 0.5, 3}},
		"-y:0.9":   {scene.Vec{0, 0.89, 3}, scene.Vec{0, 0.91, 3}},
	} {
		c, err := ParseCut(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		clip := c.Clip(box, cam)
		if !clip.Hides(tc.hidden) || clip.Hides(tc.shown) {
			t.Errorf("%s: %+v hides %v: %v, %v: %v", text, clip, tc.hidden, clip.Hides(tc.hidden), tc.shown, clip.Hides(tc.shown))
		}
	}
	all, _ := ParseCut("y:1")
	for _, corner := range []scene.Vec{box[0], box[1]} {
		if !all.Clip(box, cam).Hides(corner) {
			t.Errorf("a cut at 1 leaves %v", corner)
		}
	}
	if c, err := ParseCut("none"); err != nil || c.Clip(box, cam).On() {
		t.Errorf("none: %+v, %v", c, err)
	}
	for _, bad := range []string{"", "w", "x:2", "x:-1", "x:", "-view", "view:nan", "none:1"} {
		if c, err := ParseCut(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, c)
		}
	}
}

func TestSceneryFurnishesAPane(t *testing.T) {
	t.Parallel()
	box := [2]scene.Vec{{-1, -2, -1}, {1, 2, 1}}
	p := gldraw.Pane{Background: gldraw.LightBackground, Camera: camera.New()}
	Scenery{}.Furnish(&p, box)
	if p.Background != gldraw.LightBackground || p.Axes || p.Clip.On() || p.Ground != (gldraw.Ground{}) {
		t.Errorf("no scenery changes the pane: %+v", p)
	}
	Scenery{Background: Dark, Ground: true, Axes: true, Cut: HalfWay(AlongY)}.Furnish(&p, box)
	if p.Background != gldraw.DarkBackground || !p.Axes || !p.Clip.On() || p.Ground.Center[1] != -2 {
		t.Errorf("%+v", p)
	}
	for b, dark := range map[Background]bool{Dark: true, Light: false, White: false, Transparent: false, AsTheme: true} {
		if b.IsDark(true) != dark {
			t.Errorf("ink on %q", b)
		}
	}
}

func TestSceneryOutlivesJSON(t *testing.T) {
	t.Parallel()
	s := Scenery{Background: Transparent, Axes: true, Ghost: 0.4, Cut: Cut{Along: AlongX, At: 0.25, Back: true}}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Scenery
	if err := json.Unmarshal(data, &back); err != nil || back != s {
		t.Errorf("%s: %+v, %v", data, back, err)
	}
}
