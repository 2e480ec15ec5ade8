package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"gwscope/render/capture"
)

// pageFlags are the size and the resolution of a figure for print.
type pageFlags struct {
	size string
	dpi  float64
}

func addPageFlags(fs *flag.FlagSet, p capture.Page) *pageFlags {
	f := &pageFlags{}
	fs.StringVar(&f.size, "figure-size", fmt.Sprintf("%gx%g", p.Width, p.Height), "width and height of a figure for print (PDF, SVG), in millimetres")
	fs.Float64Var(&f.dpi, "dpi", p.DPI, "pixels per inch of the shapes in a figure for print; 300 and 600 are usual")
	return f
}

// read makes the page of the flags.
func (f *pageFlags) read() (capture.Page, error) {
	p := capture.Page{DPI: f.dpi}
	var rest string
	n, err := fmt.Sscanf(strings.TrimSuffix(strings.ToLower(f.size), "mm"), "%gx%g%s", &p.Width, &p.Height, &rest)
	if n != 2 || err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return p, fmt.Errorf("--figure-size takes WIDTHxHEIGHT in millimetres, such as 180x100, got %q", f.size)
	}
	return p, p.Check()
}
