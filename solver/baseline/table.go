package baseline

// All are the methods in the order in which people meet them.
var All = []*Method{
	&conditionalGradient,
	&entropic,
	&lowRank,
	&sampledGW,
	&kernelGW,
	&sdp,
	&sgw,
	&maxMinSGW,
	&riSGW,
}
