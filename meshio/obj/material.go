package obj

import (
	"bytes"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
)

// material is the colour in a material file: the diffuse colour, and a picture
// that it multiplies.
type material struct {
	kd    [3]float64 // as on the screen, 0 to 1
	hasKd bool
	alpha float64
	image string // path beside the mesh; "" for none
	// The place in the picture of texture coordinates (u, v) is scale * (u, v) + offset.
	scale, offset [2]float64
	wrap          texture.Wrap
}

// parseMaterials reads the materials of an MTL file in a folder beside the mesh, by name. All
// statements that are not about diffuse colour are passed over.
func parseMaterials(data []byte, folder string) map[string]*material {
	out := map[string]*material{}
	var m *material
	lines := text.NewLines(text.UTF8(data))
	for {
		line, ok := lines.Next()
		if !ok {
			return out
		}
		keyword, rest := text.Field(line)
		if string(keyword) == "newmtl" {
			m = &material{kd: [3]float64{1, 1, 1}, alpha: 1, scale: [2]float64{1, 1}}
			out[wholeName(rest)] = m
			continue
		}
		if m == nil {
			continue
		}
		switch string(keyword) {
		case "Kd":
			m.diffuse(rest)
		case "d":
			if v, ok := share(rest); ok {
				m.alpha = v
			}
		case "Tr":
			if v, ok := share(rest); ok {
				m.alpha = 1 - v
			}
		case "map_Kd", "map_kd":
			m.picture(rest, folder)
		}
	}
}

// diffuse reads "r g b", or "r" for a grey; spectra and CIE colours are passed over.
func (m *material) diffuse(rest []byte) {
	var kd [3]float64
	for k := range kd {
		field, after := text.Field(rest)
		v, ok := text.Float(field)
		switch {
		case field == nil && k == 1:
			m.kd, m.hasKd = [3]float64{kd[0], kd[0], kd[0]}, true
			return
		case !ok || v-v != 0:
			return
		}
		kd[k], rest = min(max(v, 0), 1), after
	}
	m.kd, m.hasKd = kd, true
}

// share reads a number from 0 to 1.
func share(rest []byte) (float64, bool) {
	field, _ := text.Field(rest)
	v, ok := text.Float(field)
	return min(max(v, 0), 1), ok && v-v == 0
}

// mapOptions are the options of a picture with the most arguments that each takes.
var mapOptions = map[string]int{"-o": 3, "-s": 3, "-t": 3, "-mm": 2, "-bm": 1, "-boost": 1, "-texres": 1,
	"-blendu": 1, "-blendv": 1, "-cc": 1, "-clamp": 1, "-imfchan": 1, "-type": 1, "-colorspace": 1}

// picture reads "[options] name", where the name is the rest of the line, blanks included.
func (m *material) picture(rest []byte, folder string) {
	scale, offset, wrap := [2]float64{1, 1}, [2]float64{}, texture.Repeat
	for {
		field, after := text.Field(rest)
		most, known := mapOptions[string(field)]
		if !known {
			break
		}
		option := string(field)
		rest = after
		for k := range most {
			argument, after := text.Field(rest)
			v, number := text.Float(argument)
			if argument == nil || most > 1 && (!number || v-v != 0) {
				break // numbers may be fewer
			}
			rest = after
			switch {
			case option == "-s" && k < 2:
				scale[k] = v
			case option == "-o" && k < 2:
				offset[k] = v
			case option == "-clamp" && string(argument) == "on":
				wrap = texture.Clamp
			}
		}
	}
	if name := wholeName(rest); name != "" {
		m.image = texture.Beside(folder, name)
		m.scale, m.offset, m.wrap = scale, offset, wrap
	}
}

// wholeName is the rest of a line without the blanks around it: names may have some inside.
func wholeName(rest []byte) string { return string(bytes.Trim(rest, " \t\r\v\f\x00")) }
