//go:build !linux

package routine

// giveWay does nothing: here priorities belong to processes, or threads have them in other ways.
func giveWay() {}
