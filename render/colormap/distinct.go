package colormap

import "image/color"

// okabeIto are the eight colours of Okabe and Ito (2008), distinct with any
// colour vision, without the black that vanishes on a dark background.
var okabeIto = [...]color.NRGBA{
	{0x56, 0xb4, 0xe9, 255}, // sky blue
	{0xe6, 0x9f, 0x00, 255}, // orange
	{0x00, 0x9e, 0x73, 255}, // bluish green
	{0xcc, 0x79, 0xa7, 255}, // reddish purple
	{0xf0, 0xe4, 0x42, 255}, // yellow
	{0x00, 0x72, 0xb2, 255}, // blue
	{0xd5, 0x5e, 0x00, 255}, // vermilion
}

// Distinct is the i-th of a series of colours for telling things apart. The
// first seven are safe with any colour vision; further ones repeat them lighter
// and darker. Negative i counts from 0 too.
func Distinct(i int) color.NRGBA {
	if i < 0 {
		i = -(i + 1)
	}
	c := okabeIto[i%len(okabeIto)]
	switch (i / len(okabeIto)) % 3 {
	case 1:
		return mix(c, color.NRGBA{255, 255, 255, 255}, 0.62)
	case 2:
		return mix(c, color.NRGBA{20, 22, 26, 255}, 0.45)
	}
	return c
}

func mix(a, b color.NRGBA, t float64) color.NRGBA {
	l := func(x, y uint8) uint8 { return uint8(float64(x) + t*(float64(y)-float64(x)) + 0.5) }
	return color.NRGBA{l(a.R, b.R), l(a.G, b.G), l(a.B, b.B), l(a.A, b.A)}
}
