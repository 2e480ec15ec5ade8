// Package colormap turns numbers and positions into colours that can be trusted: sequential maps of
// rising lightness and diverging ones with a neutral middle, all readable with any kind of colour
// vision; the position colours that a match carries over, whose lightness hardly varies, so that nobody
// takes shading for colour; and the scale of a colour bar.
//
// Mixing happens in Oklab (Ottosson 2020), where equal steps look equal.
package colormap
