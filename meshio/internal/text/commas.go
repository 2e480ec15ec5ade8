package text

import "bytes"

// Commas finds out whether the commas in the rows of a table separate numbers or are
// decimal commas. A comma separates only where nothing else does: in "0,25 1,5 2" blanks
// separate, and the commas are decimal ones. The zero value is ready; show it every row,
// without its comment, then ask for the Verdict.
type Commas struct {
	separating, decimal, both int // lines that show it, 0 for none
	point                     int // a line with a decimal point
	unclear                   int // a line that can be read both ways
}

// Row looks at one row.
func (c *Commas) Row(line int, row []byte) {
	if c.point == 0 && bytes.IndexByte(row, '.') >= 0 {
		c.point = line
	}
	if bytes.IndexByte(row, ',') < 0 {
		return
	}
	semicolons := bytes.ContainsAny(row, ";\t")
	tokens, single, several, padded := 0, 0, 0, false // tokens between blanks: all, those with one comma inside, those with more
	var token []byte
	for rest := row; ; {
		if token, rest = cutToken(rest); token == nil {
			break
		}
		inside := bytes.Trim(token, ",")
		padded = padded || len(inside) < len(token)
		if len(inside) == 0 {
			continue
		}
		tokens++
		switch commas := bytes.Count(inside, []byte(",")); {
		case commas == 0:
		case commas > 1:
			several++
		case bytes.IndexByte(inside, '.') >= 0:
			note(&c.point, line)
			single++
		default:
			single++
		}
	}
	switch {
	case several > 0 && semicolons && tokens > 1:
		note(&c.both, line)
	case several > 0:
		note(&c.separating, line)
	case padded && !semicolons && tokens > 1 && single == tokens:
		note(&c.unclear, line)
	case padded && !semicolons:
		note(&c.separating, line)
	case single > 0 && tokens > 1:
		note(&c.decimal, line)
	}
}

func note(at *int, line int) {
	if *at == 0 {
		*at = line
	}
}

// DecimalCommas looks at the commas of all lines of a table. row gives the part of a line that holds
// numbers, nil for none.
func DecimalCommas(data []byte, row func(line []byte) []byte) (bool, error) {
	if bytes.IndexByte(data, ',') < 0 {
		return false, nil
	}
	var commas Commas
	for lines := NewLines(data); ; {
		line, ok := lines.Next()
		if !ok {
			return commas.Verdict()
		}
		if line = row(line); line != nil {
			commas.Row(lines.Number, line)
		}
	}
}

// cutToken cuts off a word between blanks and semicolons.
func cutToken(row []byte) (token, rest []byte) {
	between := func(b byte) bool { return isBlank[b] || b == ';' }
	i := 0
	for i < len(row) && between(row[i]) {
		i++
	}
	if i == len(row) {
		return nil, nil
	}
	start := i
	for i < len(row) && !between(row[i]) {
		i++
	}
	return row[start:i], row[i:]
}

// Verdict tells whether commas are decimal commas. It is an error where commas seem to be both, or
// where numbers have decimal points as well as decimal commas.
func (c *Commas) Verdict() (decimal bool, err error) {
	switch {
	case c.both > 0:
		return false, AtLine(c.both, "commas and semicolons (or tabs) both separate numbers here: use one of them")
	case c.decimal == 0 && c.unclear > 0 && c.separating == 0:
		return false, AtLine(c.unclear, "each comma here may be a decimal comma or separate two numbers: write decimal points, or separate the numbers by semicolons")
	case c.decimal == 0:
		return false, nil
	case c.separating > 0:
		return false, AtLine(max(c.decimal, c.separating), "commas separate numbers in line %d and are decimal commas in line %d: write decimal points", c.separating, c.decimal)
	case c.point > 0:
		return false, AtLine(c.decimal, "a decimal comma, or a comma between thousands, beside the decimal point in line %d: write decimal points only", c.point)
	}
	return true, nil
}

// Decimal is Float of a number that may have a decimal comma instead of a point.
func Decimal(field []byte) (value float64, ok bool) {
	if i := bytes.IndexByte(field, ','); i >= 0 {
		if bytes.IndexByte(field, '.') >= 0 || len(field) > 64 {
			return 0, false
		}
		field = append([]byte{}, field...)
		field[i] = '.'
	}
	return Float(field)
}

// NoNumber says that a field is no number, with advice on decimal commas.
func NoNumber(field []byte) string {
	if _, ok := Decimal(field); ok {
		return Quote(field) + " has a decimal comma, which this format does not know: write decimal points"
	}
	return Quote(field) + " is not a number"
}
