package scene

// Clip hides the half of space before a plane, the one that Normal points into:
// the points p with Normal·p > Offset. The zero Clip hides nothing.
type Clip struct {
	Normal Vec // of any length; zero: no clipping
	Offset float32
}

// On reports whether c hides anything.
func (c Clip) On() bool { return c.Normal != Vec{} }

// Hides reports whether c hides the point p.
func (c Clip) Hides(p Vec) bool {
	return c.On() && c.Normal[0]*p[0]+c.Normal[1]*p[1]+c.Normal[2]*p[2] > c.Offset
}
