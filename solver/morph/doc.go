// Package morph leads one shape to another: for every t from 0 to 1 a place for each
// point, from where it is to where it is matched.
//
// Both ends are given in one frame, after the best rigid motion of the target onto
// the source (correspond.BestRigid) and with the sizes made equal, for a coupling
// sees neither motion nor size. There are two ways:
//
//   - [Linear]: every point goes straight. Simple and exact; but
//     a limb that turns shrinks on the way, by half at a turn of 120°.
//   - [Turning]: every neighbourhood turns about its own axis, and only the rest
//     of the motion is linear. Limbs keep their length. This is as-rigid-as-possible
//     interpolation (Alexa, Cohen-Or, Levin 2000) in its Poisson form (Xu, Zhang,
//     Wang, Bao 2005), with rotations of neighbourhoods instead of triangles, so
//     that it takes noisy maps and point clouds.
//
// Of a large surface a coarse one turns, and all points go along ([Following]).
//
// At t = 0 and t = 1 both are exact. A [Film] keeps pictures along a path for
// playing: coarse ones first, finer ones as there is time.
package morph
