package slicer

import (
	"strconv"
	"strings"
	"unicode"

	"gwscope/app/option"
)

// setting describes a row of the table of options.
func setting(opt *option.Option, value string) Parameter {
	p := Parameter{Name: identifier(opt.Name), Flag: opt.Name, Label: opt.Label, Help: opt.Help, Index: -1, Default: value}
	switch opt.Kind {
	case option.Choice:
		p.Tag, p.Elements = "string-enumeration", opt.Choices
	case option.Switch: // Slicer only sets flags, and some of ours are set already
		p.Tag, p.Elements = "string-enumeration", []string{"true", "false"}
	case option.Whole:
		p.Tag, p.Low, p.High = "integer", strconv.Itoa(opt.Min), strconv.Itoa(min(opt.Max, 1<<31-1))
	case option.Real:
		p.Tag, p.Low, p.High = "double", number(opt.Low), number(opt.High)
	}
	return p
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// identifier makes a name of C++ out of that of a flag: drop-invalid becomes dropInvalid.
func identifier(flag string) string {
	var out strings.Builder
	upper := false
	for _, r := range flag {
		if r == '-' {
			upper = true
			continue
		}
		if upper {
			r = unicode.ToUpper(r)
		}
		upper = false
		out.WriteRune(r)
	}
	return out.String()
}
