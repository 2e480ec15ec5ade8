//go:build cgo

package gldraw

import (
	"cmp"
	"embed"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"gwscope/render/scene"
)

//go:embed shaders/*.glsl
var shaders embed.FS

// variant switches parts of the shaders on; a combination is compiled when
// first used.
type variant uint16

const (
	flat variant = 1 << iota
	edges
	isolines
	peel
	links
	premultiply
	standIn
	checker
	clip
	inner
	hatch
	bare
)

var variantNames = []string{"FLAT", "EDGES", "ISOLINES", "PEEL", "LINKS", "PREMULTIPLY", "COARSE", "CHECKER", "CLIP", "INNER", "HATCH", "BARE"}

type programKey struct {
	name string
	variant
}

// stages lists each program's shader files; a file's part before the dot may be
// shared, and light.glsl and hatch.glsl go before those fragment shaders that shade.
var stages = map[string]struct {
	vertex, fragment string
	lit              bool
}{
	"surface":    {"surface", "surface", true},
	"background": {"screen", "background", false},
	"frame":      {"screen", "frame", false},
	"layer":      {"screen", "layer", false},
	"cloud":      {"cloud", "cloud", true},
	"line":       {"line", "line", false},
	"marker":     {"marker", "marker", false},
	"ground":     {"ground", "ground", false},
}

type program struct {
	id        uint32
	locations map[string]int32
}

type programs map[programKey]*program

// use makes a program current, compiling it if need be.
func (ps programs) use(name string, v variant) (*program, error) {
	k := programKey{name, v}
	p := ps[k]
	if p == nil {
		var err error
		if p, err = compile(name, v); err != nil {
			return nil, err
		}
		ps[k] = p
	}
	gl.UseProgram(p.id)
	return p, nil
}

func (ps programs) delete() {
	for k, p := range ps {
		gl.DeleteProgram(p.id)
		delete(ps, k)
	}
}

func compile(name string, v variant) (*program, error) {
	s := stages[name]
	id := gl.CreateProgram()
	files := []struct {
		kind uint32
		file string
		lit  bool
	}{
		{gl.VERTEX_SHADER, s.vertex + ".vert.glsl", false},
		{gl.FRAGMENT_SHADER, s.fragment + ".frag.glsl", s.lit},
	}
	if v&edges != 0 {
		files = append(files, files[0])
		files[2].kind, files[2].file = gl.GEOMETRY_SHADER, s.vertex+".geom.glsl"
	}
	for _, f := range files {
		sh, err := compileStage(f.kind, f.file, v, f.lit)
		if err != nil {
			gl.DeleteProgram(id)
			return nil, err
		}
		gl.AttachShader(id, sh)
		defer gl.DeleteShader(sh)
	}
	gl.LinkProgram(id)
	if log := failure(id, gl.LINK_STATUS, gl.GetProgramiv, gl.GetProgramInfoLog); log != "" {
		gl.DeleteProgram(id)
		return nil, fmt.Errorf("the graphics driver does not link the %s shaders: %s", name, log)
	}
	return &program{id: id, locations: map[string]int32{}}, nil
}

func compileStage(kind uint32, file string, v variant, lit bool) (uint32, error) {
	var src strings.Builder
	src.WriteString("#version 330 core\n")
	for i, d := range variantNames {
		if v>>i&1 == 1 {
			fmt.Fprintf(&src, "#define %s\n", d)
		}
	}
	parts := []string{file}
	if lit {
		parts = []string{"light.glsl", "hatch.glsl", file}
	}
	for _, part := range parts {
		text, err := shaders.ReadFile("shaders/" + part)
		if err != nil {
			return 0, err
		}
		src.WriteString("#line 1\n")
		src.Write(text)
	}
	sh := gl.CreateShader(kind)
	text, free := gl.Strs(src.String() + "\x00")
	gl.ShaderSource(sh, 1, text, nil)
	free()
	gl.CompileShader(sh)
	if log := failure(sh, gl.COMPILE_STATUS, gl.GetShaderiv, gl.GetShaderInfoLog); log != "" {
		gl.DeleteShader(sh)
		return 0, fmt.Errorf("the graphics driver does not compile %s: %s", file, log)
	}
	return sh, nil
}

// failure is the driver's message on a shader or program; "" where the status is good.
func failure(id, status uint32, get func(id, name uint32, to *int32), read func(id uint32, size int32, length *int32, to *uint8)) string {
	var ok, n int32
	if get(id, status, &ok); ok != gl.FALSE {
		return ""
	}
	get(id, gl.INFO_LOG_LENGTH, &n)
	log := make([]byte, n+1)
	read(id, n, nil, &log[0])
	return cmp.Or(strings.TrimSpace(strings.TrimRight(string(log), "\x00")), "no reason given")
}

func (p *program) at(name string) int32 {
	l, ok := p.locations[name]
	if !ok {
		l = gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
		p.locations[name] = l
	}
	return l
}

func (p *program) float(name string, x float32)    { gl.Uniform1f(p.at(name), x) }
func (p *program) int(name string, x int32)        { gl.Uniform1i(p.at(name), x) }
func (p *program) vec2(name string, x, y float32)  { gl.Uniform2f(p.at(name), x, y) }
func (p *program) vec3(name string, v scene.Vec)   { gl.Uniform3f(p.at(name), v[0], v[1], v[2]) }
func (p *program) vec4(name string, v mgl32.Vec4)  { gl.Uniform4f(p.at(name), v[0], v[1], v[2], v[3]) }
func (p *program) mat4(name string, m mgl32.Mat4)  { gl.UniformMatrix4fv(p.at(name), 1, false, &m[0]) }
func (p *program) color(name string, c scene.RGBA) { p.vec4(name, floats(c)) }

func floats(c scene.RGBA) mgl32.Vec4 {
	return mgl32.Vec4{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, float32(c.A) / 255}
}
