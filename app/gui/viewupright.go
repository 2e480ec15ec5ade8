package gui

import (
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// Files do not say which axis points up. The axis is a person's earlier choice for this file, or a preference, or
// a guess from the shape.

// uprights returns a function that finds the axis that points up on a shape, and reports whether this is a guess. The
// function reads a file, and any goroutine may call it.
func (vs *views) uprights() func(*pipeline.Shape) (up camera.Axis, guessed bool) {
	home, prefer := vs.documents.preferences.home, vs.documents.preferences.now.UpAxis
	return func(sh *pipeline.Shape) (camera.Axis, bool) {
		named := ""
		if home != nil {
			named = home.Upright(sh.Ref)
		}
		switch {
		case named == "z" || named == "" && prefer == "z":
			return camera.UpZ, false
		case named == "" && sh.Mesh.StandsOnZ():
			return camera.UpZ, true
		}
		return camera.UpY, false
	}
}

// stand turns a side's camera so that an axis of its new shape points up. Linked cameras go by A.
func (vs *views) stand(s side, up camera.Axis) {
	switch {
	case !vs.m.linked:
		vs.turnUp(up, s)
	case s == sideA || vs.m.shapes[sideA] == nil:
		vs.turnUp(up, sideA, sideB)
	}
}

// turnUp turns the cameras of sides so that an axis points up. Cameras that have this axis stay as they are.
func (vs *views) turnUp(up camera.Axis, sides ...side) {
	for _, s := range sides {
		if c := &vs.m.cameras[s]; c.Up != up {
			c.Up = up
			*c = c.Look(camera.ThreeQuarter)
		}
	}
	vs.m.onCamera.Emit(struct{}{})
}

// toggleUp turns the shapes so that the other axis points up, both where the cameras are linked, and
// remembers the axis for the files.
func (vs *views) toggleUp() {
	s := vs.activeSide()
	up, sides := camera.UpZ-vs.m.cameras[s].Up, []side{s}
	if vs.m.linked {
		s, sides = sideA, []side{sideA, sideB}
		if vs.m.shapes[sideA] == nil {
			s = sideB
		}
	}
	vs.turnUp(up, sides...)
	vs.showHeaders()
	vs.frameNow()
	if sh, home := vs.m.shapes[s], vs.documents.preferences.home; sh != nil && home != nil {
		axis := session.UpAxes[map[camera.Axis]int{camera.UpY: 0, camera.UpZ: 1}[up]]
		vs.tasks.background(func() func() {
			if err := home.KeepUpright(sh.Ref, axis); err != nil {
				return func() { vs.m.setStatus("The axis that points up cannot be kept: " + err.Error()) }
			}
			return nil
		})
	}
}
