package gltf

import (
	"github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"
)

// affine is the placement x -> X·x.X + Y·x.Y + Z·x.Z + T of a node.
type affine struct{ X, Y, Z, T r3.Vec }

var identity = affine{X: r3.Vec{X: 1}, Y: r3.Vec{Y: 1}, Z: r3.Vec{Z: 1}}

// placement is a node's own transform, relative to its parent.
func placement(n *gltf.Node) affine {
	if m := n.MatrixOrDefault(); m != gltf.DefaultMatrix {
		return affine{
			X: r3.Vec{X: m[0], Y: m[1], Z: m[2]},
			Y: r3.Vec{X: m[4], Y: m[5], Z: m[6]},
			Z: r3.Vec{X: m[8], Y: m[9], Z: m[10]},
			T: r3.Vec{X: m[12], Y: m[13], Z: m[14]},
		}
	}
	a := identity
	if q := n.RotationOrDefault(); q != gltf.DefaultRotation {
		turn := r3.Rotation{Imag: q[0], Jmag: q[1], Kmag: q[2], Real: q[3]}
		a.X, a.Y, a.Z = turn.Rotate(a.X), turn.Rotate(a.Y), turn.Rotate(a.Z)
	}
	s, t := n.ScaleOrDefault(), n.TranslationOrDefault()
	a.X, a.Y, a.Z = r3.Scale(s[0], a.X), r3.Scale(s[1], a.Y), r3.Scale(s[2], a.Z)
	a.T = r3.Vec{X: t[0], Y: t[1], Z: t[2]}
	return a
}

// direction maps a vector, which translation leaves alone.
func (a affine) direction(v r3.Vec) r3.Vec {
	return r3.Add(r3.Add(r3.Scale(v.X, a.X), r3.Scale(v.Y, a.Y)), r3.Scale(v.Z, a.Z))
}

func (a affine) point(p r3.Vec) r3.Vec {
	if a == identity {
		return p
	}
	return r3.Add(a.direction(p), a.T)
}

// after is the placement that applies b first, then a.
func (a affine) after(b affine) affine {
	return affine{X: a.direction(b.X), Y: a.direction(b.Y), Z: a.direction(b.Z), T: a.point(b.T)}
}

// mirrors reports whether the placement turns right hands into left hands.
func (a affine) mirrors() bool { return r3.Dot(a.X, r3.Cross(a.Y, a.Z)) < 0 }

// normal maps a unit normal by the cofactors, which are the inverse transpose
// up to a factor; the factor is negative for mirrors.
func (a affine) normal(n r3.Vec) r3.Vec {
	if a.X == identity.X && a.Y == identity.Y && a.Z == identity.Z {
		return n
	}
	v := r3.Add(r3.Add(r3.Scale(n.X, r3.Cross(a.Y, a.Z)), r3.Scale(n.Y, r3.Cross(a.Z, a.X))), r3.Scale(n.Z, r3.Cross(a.X, a.Y)))
	if a.mirrors() {
		v = r3.Scale(-1, v)
	}
	if length := r3.Norm(v); length > 0 {
		v = r3.Scale(1/length, v)
	}
	return v
}
