//go:build cgo

package glcompute

import (
	"embed"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

//go:embed kernels/*.glsl
var sources embed.FS

// kernel names a compute shader: files in folder kernels, and the names that are defined
// before them, separated by semicolons.
type kernel struct{ files, defines string }

// chunk is the number of rows that one workgroup sums of a column: enough for the
// second pass to be short, few enough to keep a card busy with some thousand rows.
const chunk = 128

var (
	gemmSum         = &kernel{"gemmsum", ""}
	linearBack      = &kernel{"linearback", chunked}
	columns         = &kernel{"columns", ""}
	columnRatio     = &kernel{"columns", "RATIO"}
	normRows        = &kernel{"total norm", summing("float", 128)}
	normBack        = &kernel{"total normback", summing("vec2", 128)}
	normColumns     = &kernel{"normcolumns", chunked}
	dropout         = &kernel{"dropout", ""}
	adam            = &kernel{"adam", ""}
	dotParts        = &kernel{"total dot", summing("double", 256)}
	dotLast         = &kernel{"total dot", summing("double", 256) + ";LAST"}
	standardize     = &kernel{"total standardize", summing("double", 256)}
	standardizeBack = &kernel{"total standardize", summing("double", 256) + ";BACKWARD"}
	sortRank        = &kernel{"table rank", ""}
	sortThresholds  = &kernel{"table thresholds", ""}
	softRows        = &kernel{"soft", ""}
	softMeans       = &kernel{"softmeans", chunked}
	softBack        = &kernel{"total softback", summing("float", 128)}
)

var chunked = fmt.Sprintf("CHUNK %du", chunk)

// summing defines what total.glsl sums, and the number of threads.
func summing(kind string, threads int) string { return fmt.Sprintf("SUM %s;WIDTH %d", kind, threads) }

// compile builds a kernel's program, on the device's thread.
func (k *kernel) compile() (uint32, error) {
	read := func(name string) string {
		text, err := sources.ReadFile("kernels/" + name + ".glsl")
		if err != nil {
			panic(err) // embedded
		}
		return string(text)
	}
	var text strings.Builder
	text.WriteString(read("common"))
	for d := range strings.SplitSeq(k.defines, ";") {
		if d != "" {
			fmt.Fprintf(&text, "#define %s\n", d)
		}
	}
	for f := range strings.FieldsSeq(k.files) {
		text.WriteString(read(f))
	}
	shader := gl.CreateShader(gl.COMPUTE_SHADER)
	defer gl.DeleteShader(shader)
	source, free := gl.Strs(text.String() + "\x00")
	gl.ShaderSource(shader, 1, source, nil)
	free()
	gl.CompileShader(shader)
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
		return 0, fmt.Errorf("the driver does not compile the shader %q: %s", k.files, message(func(size int32, log *uint8) {
			gl.GetShaderInfoLog(shader, size, nil, log)
		}))
	}
	program := gl.CreateProgram()
	gl.AttachShader(program, shader)
	gl.LinkProgram(program)
	if gl.GetProgramiv(program, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		defer gl.DeleteProgram(program)
		return 0, fmt.Errorf("the driver does not link the shader %q: %s", k.files, message(func(size int32, log *uint8) {
			gl.GetProgramInfoLog(program, size, nil, log)
		}))
	}
	return program, nil
}

// message is a driver's log, or its beginning.
func message(get func(size int32, log *uint8)) string {
	var log [2048]uint8
	get(int32(len(log)), &log[0])
	text, _, _ := strings.Cut(string(log[:]), "\x00")
	return strings.TrimSpace(text)
}
