package meshtest

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// KhronosReport is the report of the Khronos Group's glTF validator on a file.
type KhronosReport struct {
	Errors, Warnings int
	Messages         []struct{ Code, Message, Pointer string }
	Targets          bool // there are morph targets
	Animations       int
}

// Flawless reports whether the validator found nothing.
func (r KhronosReport) Flawless() bool { return r.Errors+r.Warnings == 0 }

// Khronos lets the validator read a glTF or GLB file. Where it is not installed (npm
// install gltf-validator, with NODE_PATH at its node_modules) the test is skipped.
func Khronos(t *testing.T, path string) (report KhronosReport) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	if exec.Command(node, "-e", `require("gltf-validator")`).Run() != nil {
		t.Skip("the glTF validator is not installed: npm install gltf-validator, and set NODE_PATH")
	}
	const program = `
const v = require("gltf-validator"), fs = require("fs");
v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])), {maxIssues: 20})
 .then(r => console.log(JSON.stringify({errors: r.issues.numErrors, warnings: r.issues.numWarnings, messages: r.issues.messages, targets: r.info.hasMorphTargets, animations: r.info.animationCount})))`
	said, err := exec.Command(node, "-e", program, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if err := json.Unmarshal(said, &report); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return report
}
