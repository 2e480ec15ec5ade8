package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// roleEnv is the role of this test program when it is started again: a parent that starts a child and
// waits, or that child, which repeats its input.
const roleEnv = "GWSCOPE_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "parent":
		cmd := again("child")
		cmd.Stdout = os.Stdout
		if err := Start(cmd, syscall.SIGKILL); err != nil {
			fmt.Println(err)
		}
		time.Sleep(time.Hour)
	case "child":
		fmt.Println("here")
		io.Copy(os.Stdout, os.Stdin)
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

// again is this program in another role.
func again(role string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	return cmd
}

// A child ends with its parent, even where the parent is killed.
func TestAChildEndsWithItsParent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends children with their parents")
	}
	parent := again("parent")
	out, err := parent.StdoutPipe() // which the child holds open, too, as long as it lives
	if err != nil {
		t.Fatal(err)
	}
	if err := Start(parent, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); strings.TrimSpace(line) != "here" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	parent.Process.Kill()
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
		t.Errorf("after its parent was killed the child says %q, %v", rest, err)
	}
	parent.Wait()
}

// Threads that end do not end the processes that were started meanwhile.
func TestAChildOutlivesThreads(t *testing.T) {
	t.Parallel()
	cmd := again("child")
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		t.Fatal(err)
	}
	started := make(chan error)
	go func() { // a goroutine that ends locked takes its thread with it
		runtime.LockOSThread()
		started <- Start(cmd, syscall.SIGKILL)
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for _, want := range []string{"here\n", "still here\n"} {
		if line, err := lines.ReadString('\n'); line != want {
			t.Errorf("the child says %q, %v; want %q", line, err, want)
		}
		time.Sleep(100 * time.Millisecond) // the thread takes a moment to end
		fmt.Fprintln(in, "still here")
	}
	cmd.Process.Kill()
	cmd.Wait()
}
