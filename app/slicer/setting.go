package slicer

import (
	"strconv"
	"strings"

	"gwscope/app/option"
)

// setting describes a row of the table of options.
func setting(opt *option.Option, value string) Parameter {
	p := Parameter{Name: identifier(opt.Name), Flag: opt.Name, Label: opt.Label, Help: opt.Help, Index: -1, Default: value}
	switch opt.Kind {
	case option.Choice:
		p.Tag, p.Elements = "string-enumeration", opt.Choices
	case option.Switch: // Slicer can only switch flags on, and some of ours are on by default
		p.Tag, p.Elements = "string-enumeration", []string{"true", "false"}
	case option.Whole:
		p.Tag, p.Low, p.High = "integer", strconv.Itoa(opt.Min), strconv.Itoa(min(opt.Max, 1<<31-1))
	case option.Real:
		p.Tag, p.Low, p.High = "double", number(opt.Low), number(opt.High)
	}
	return p
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// identifier makes an identifier of C++ of the name of a flag: drop-invalid becomes dropInvalid.
func identifier(flag string) string {
	words := strings.Split(flag, "-")
	for k, w := range words[1:] {
		words[k+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}
