package closest

// Search and PlainSearch are the search of this system and the one in Go.
var (
	Search      = (*Tree).search
	PlainSearch = (*Tree).plainSearch
)
