package baseline

// Parameters of every method under its paper's names. The zero value stands for
// each method's defaults.
type Parameters struct {
	Entropic EntropicParameters
	LowRank  LowRankParameters
	SaGroW   SaGroWParameters
	SDP      SDPParameters
	CNT      CNTParameters
	Sliced   SlicedParameters
	// Partial is for methods that can match a part.
	Partial PartialParameters
}
