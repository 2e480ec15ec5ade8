package shapes

import "fmt"

// Truth returns, for every vertex of shape a, its true place on shape b (indices
// into b's Triangles). It is known between shapes of one kin: any two of horse,
// cat and elephant, any two people, a planar toy and its counterpart in space;
// remeshed versions included. Objects have none.
func Truth(a, b string) ([]Place, error) {
	from, to, towards, err := relatives(a, b)
	if err != nil {
		return nil, err
	}
	return from.on(to, towards), nil
}

// TruthMirrored is [Truth] with left and right exchanged: the places to which a correspondence sends
// the vertices of a that is right but for a reflection. Toys have none.
func TruthMirrored(a, b string) ([]Place, error) {
	from, to, towards, err := relatives(a, b)
	if err != nil {
		return nil, err
	}
	if from.kin.mirrored == nil {
		return nil, fmt.Errorf("%s has no left and right to exchange", a)
	}
	return from.on(to, func(p Place) Place { return towards(from.kin.mirrored(p)) }), nil
}

func relatives(a, b string) (from, to *shape, towards func(Place) Place, err error) {
	if from, err = find(a); err != nil {
		return nil, nil, nil, err
	}
	if to, err = find(b); err != nil {
		return nil, nil, nil, err
	}
	if towards = from.kin.towards(to.kin); towards == nil {
		return nil, nil, nil, fmt.Errorf("%s and %s have no known correspondence: truth exists among horse, cat and elephant, among people, and between toy2d/n and toy3d/n; objects have none", a, b)
	}
	return from, to, towards, nil
}
