// Package meshtest makes the meshes that every package's tests share: nice
// ones with closed forms to check against, and nasty ones with exactly one
// thing wrong. All of them are deterministic; [Shuffle] and [RigidMove] hide
// from an algorithm the properties that it must not depend on.
package meshtest
