package baseline

// All are the methods in the order in which people meet them.
var All = []*Method{
	&conditionalGradient,
	&entropic,
	&sdp,
	&sgw,
	&maxMinSGW,
	&riSGW,
}
