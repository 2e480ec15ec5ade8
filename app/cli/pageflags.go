package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"gwscope/render/capture"
)

// pageFlags say how large a figure for print is.
type pageFlags struct {
	size string
	dpi  float64
}

// addPageFlags adds them.
func addPageFlags(fs *flag.FlagSet, p capture.Page) *pageFlags {
	f := &pageFlags{}
	fs.StringVar(&f.size, "figure-size", fmt.Sprintf("%gx%g", p.Width, p.Height), "width and height of a figure for print (PDF, SVG), in millimetres")
	fs.Float64Var(&f.dpi, "dpi", p.DPI, "pixels of the shapes in a figure for print, in an inch; 300 and 600 are usual")
	return f
}

// read is the page that the flags say.
func (f *pageFlags) read() (capture.Page, error) {
	p := capture.Page{DPI: f.dpi}
	var rest string
	n, err := fmt.Sscanf(strings.TrimSuffix(strings.ToLower(f.size), "mm"), "%gx%g%s", &p.Width, &p.Height, &rest)
	if n != 2 || err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return p, fmt.Errorf("--figure-size takes WIDTHxHEIGHT in millimetres, such as 180x100, got %q", f.size)
	}
	return p, p.Check()
}
