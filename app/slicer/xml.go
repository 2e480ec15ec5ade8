package slicer

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gwscope/app/version"
)

// WriteXML writes the description of a module for the Slicer Execution Model.
func (m *Module) WriteXML(w io.Writer) error {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<executable>\n")
	for _, e := range [][2]string{
		{"category", "Shape Analysis"}, {"title", m.Title}, {"description", m.About},
		{"version", version.String()}, {"documentation-url", ""}, {"license", "MIT"}, {"contributor", "GWScope"},
		{"acknowledgements", "The method is that of Shahbazi, Liu, He and Kolouri, arXiv 2605.13753."},
	} {
		element(&b, "  ", e[0], e[1])
	}
	for _, g := range m.Parameters {
		if g.Advanced {
			b.WriteString("  <parameters advanced=\"true\">\n")
		} else {
			b.WriteString("  <parameters>\n")
		}
		element(&b, "    ", "label", g.Label)
		element(&b, "    ", "description", g.About)
		for _, p := range g.Parameters {
			p.write(&b)
		}
		b.WriteString("  </parameters>\n")
	}
	b.WriteString("</executable>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Parameter) write(b *strings.Builder) {
	fmt.Fprintf(b, "    <%s", p.Tag)
	for _, key := range slices.Sorted(maps.Keys(p.Attributes)) {
		fmt.Fprintf(b, " %s=\"%s\"", key, escaped(p.Attributes[key]))
	}
	b.WriteString(">\n")
	write := func(tag, value string) { element(b, "      ", tag, value) }
	write("name", p.Name)
	if p.Flag != "" {
		write("longflag", LongFlag(p.Flag))
	}
	write("label", p.Label)
	write("description", p.Help)
	if p.Default != "" {
		write("default", p.Default)
	}
	for _, e := range p.Elements {
		write("element", e)
	}
	if p.Low != "" {
		fmt.Fprintf(b, "      <constraints>\n        <minimum>%s</minimum>\n        <maximum>%s</maximum>\n        <step>%s</step>\n      </constraints>\n", p.Low, p.High, map[bool]string{true: "1", false: "0.001"}[p.Tag == "integer"])
	}
	if p.Channel != "" {
		write("channel", p.Channel)
	}
	if p.Index >= 0 {
		write("index", fmt.Sprint(p.Index))
	}
	fmt.Fprintf(b, "    </%s>\n", p.Tag)
}

// LongFlag is a flag in Slicer's form: Slicer's flags have only letters, digits and underscores.
func LongFlag(flag string) string { return strings.ReplaceAll(flag, "-", "_") }

func element(b *strings.Builder, indent, tag, value string) {
	fmt.Fprintf(b, "%s<%s>%s</%s>\n", indent, tag, escaped(value), tag)
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // into memory: it cannot fail
	return b.String()
}
