// Package rendertest compares pictures with golden ones. Tests of any package
// that draws use it: [Renderer] gives them a renderer without a display, and
// [Golden] compares with testdata/NAME.png of the calling package. Run the tests
// with -update to accept their pictures.
//
// Pictures come from Mesa's software rasteriser wherever there is one, so that
// they are nearly the same on every machine; the rest is tolerance.
package rendertest
