package vtp

import (
	"bytes"
	"html"
	"unicode/utf8"

	"gwscope/meshio/internal/text"
)

// tag is one tag of an XML file and the text up to the next one.
type tag struct {
	name       []byte
	attributes []byte
	text       []byte
	at         int  // offset in the file
	closing    bool // </name>
	closed     bool // <name/>
}

// tags walks over the tags of XML. It reads only the part of XML that VTK's files use, because later
// bytes may be binary: no CDATA, and entities in attributes only.
type tags struct {
	data []byte
	at   int
}

// next is the following tag; ok is false at the end.
func (t *tags) next() (tag, bool) {
	for {
		open := bytes.IndexByte(t.data[t.at:], '<')
		if open < 0 {
			return tag{}, false
		}
		start := t.at + open
		rest := t.data[start:]
		var end int
		comment := bytes.HasPrefix(rest, []byte("<!--"))
		if comment {
			end = bytes.Index(rest, []byte("-->")) + len("-->") - 1
		} else {
			end = closingBracket(rest)
		}
		if end <= 1 {
			t.at = len(t.data)
			return tag{}, false
		}
		t.at = start + end + 1
		if comment || rest[1] == '?' || rest[1] == '!' {
			continue
		}
		inside := rest[1:end]
		out := tag{at: start, text: t.data[t.at:]}
		if inside[0] == '/' {
			out.closing, inside = true, inside[1:]
		}
		if n := len(inside); n > 0 && inside[n-1] == '/' {
			out.closed, inside = true, inside[:n-1]
		}
		out.name, out.attributes = text.Field(bytes.ReplaceAll(inside, []byte("\n"), []byte(" ")))
		if next := bytes.IndexByte(out.text, '<'); next >= 0 {
			out.text = out.text[:next]
		}
		return out, true
	}
}

// closingBracket is where a tag ends, 0 where it does not; attributes may hold brackets.
func closingBracket(data []byte) int {
	var quote byte
	for i, c := range data {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return 0
}

// get is the value of an attribute, "" where it is not there.
func (t tag) get(name string) string {
	for rest := t.attributes; ; {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 {
			return ""
		}
		key := bytes.TrimSpace(rest[:equals])
		rest = bytes.TrimLeft(rest[equals+1:], " \t\r")
		if len(rest) == 0 {
			return ""
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if rest[0] != '"' && rest[0] != '\'' || end < 0 {
			return ""
		}
		if string(key) == name {
			value := html.UnescapeString(string(rest[1 : end+1]))
			if !utf8.ValidString(value) {
				return string(bytes.ToValidUTF8([]byte(value), []byte("_")))
			}
			return value
		}
		rest = rest[end+2:]
	}
}
