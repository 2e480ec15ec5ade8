package closest

// Room is the number of nodes and that for which room was made.
func (t *Tree) Room() (used, room int) { return len(t.nodes), cap(t.nodes) }
