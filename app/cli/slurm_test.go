//go:build slurm

package cli

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gwscope/internal/child"
)

// cluster is Slurm on this one machine, in the foreground and without systemd: a controller, a
// node, and the daemon that both trust.
type cluster struct {
	t       *testing.T
	dir     string
	host    string
	env     []string
	daemons map[string]*exec.Cmd
}

// startCluster starts it, or skips the test with the reason.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("Slurm's daemons are started by root here, and this is somebody else")
	}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s: install the Debian packages slurm-wlm and munge", name)
		}
	}
	munge, err := user.Lookup("munge")
	if err != nil {
		t.Skip("there is no user munge: install the Debian package munge")
	}
	// Names of sockets are short, and the folder is not only root's.
	dir, err := os.MkdirTemp("/tmp", "slurm-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := &cluster{t: t, dir: dir, daemons: map[string]*exec.Cmd{}}
	for _, sub := range []string{"munge", "state", "spool"} {
		c.check(os.Mkdir(filepath.Join(dir, sub), 0o755))
	}
	c.check(os.Chmod(dir, 0o755))
	uid, err := strconv.Atoi(munge.Uid)
	c.check(err)
	gid, err := strconv.Atoi(munge.Gid)
	c.check(err)
	key := make([]byte, 1024)
	rand.Read(key)
	keyFile := filepath.Join(dir, "munge", "key")
	c.check(os.WriteFile(keyFile, key, 0o400))
	c.check(os.Chown(keyFile, uid, gid))
	c.check(os.Chown(filepath.Join(dir, "munge"), uid, gid))
	host, err := os.Hostname()
	c.check(err)
	host, _, _ = strings.Cut(host, ".")
	c.host = host
	conf := fmt.Sprintf(`ClusterName=gwscope
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[2]s/munge/socket
CredType=cred/munge
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/ctld.pid
SlurmdPidFile=%[2]s/d.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SlurmdTimeout=20
ReturnToService=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=%[1]s Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
`, host, dir, freePort(t), freePort(t))
	c.check(os.WriteFile(filepath.Join(dir, "slurm.conf"), []byte(conf), 0o644))
	c.env = append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))
	t.Cleanup(func() {
		for _, name := range []string{"slurmd", "slurmctld", "munged"} {
			c.kill(name)
		}
		if t.Failed() {
			for _, name := range []string{"munged", "slurmctld", "slurmd"} {
				log, _ := os.ReadFile(filepath.Join(dir, name+".log"))
				t.Logf("%s:\n%s", name, tailOf(string(log), 30))
			}
		}
	})
	c.start("munged", &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}},
		"--foreground", "--force", "--key-file="+keyFile, "--socket="+filepath.Join(dir, "munge", "socket"), "--pid-file="+filepath.Join(dir, "munge", "pid"), "--seed-file="+filepath.Join(dir, "munge", "seed"), "--log-file="+filepath.Join(dir, "munge", "log"))
	c.until("munged answers", 20*time.Second, func() bool { _, err := os.Stat(filepath.Join(dir, "munge", "socket")); return err == nil })
	c.startController()
	c.startNode()
	c.until("the node is idle", time.Minute, func() bool { return strings.Contains(c.output("sinfo", "-h", "-o", "%T"), "idle") })
	return c
}

func (c *cluster) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func tailOf(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// start starts a daemon in the foreground, with its output in a file.
func (c *cluster) start(name string, as *syscall.SysProcAttr, args ...string) {
	c.t.Helper()
	log, err := os.OpenFile(filepath.Join(c.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	c.check(err)
	defer log.Close()
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = c.env, log, log, as
	c.check(child.Start(cmd, syscall.SIGKILL))
	c.daemons[name] = cmd
}

func (c *cluster) startController() {
	c.start("slurmctld", nil, "-D", "-f", filepath.Join(c.dir, "slurm.conf"))
}

func (c *cluster) startNode() { c.start("slurmd", nil, "-D", "-f", filepath.Join(c.dir, "slurm.conf")) }

// kill ends a daemon as a failing machine does.
func (c *cluster) kill(name string) {
	if cmd := c.daemons[name]; cmd != nil {
		cmd.Process.Kill()
		cmd.Wait()
		delete(c.daemons, name)
	}
}

func (c *cluster) output(name string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = c.env
	out, err := cmd.Output()
	if err != nil {
		return "error: " + err.Error() // the controller may be away
	}
	return string(out)
}

func (c *cluster) until(what string, limit time.Duration, holds func() bool) {
	c.t.Helper()
	looked := time.Now()
	for end := time.Now().Add(limit); !holds(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("%s: not within %v; the queue:\n%s", what, limit, c.output("squeue"))
		}
		if time.Since(looked) > 3*time.Second {
			c.mend()
			looked = time.Now()
		}
	}
}

// mend repairs the cluster after a failure, as an administrator does. A controller that is killed
// right after it started an element does not know of it and starts it again. The node refuses, and
// the controller drains the node and holds the element.
func (c *cluster) mend() {
	if state := c.output("sinfo", "-h", "-o", "%T"); strings.Contains(state, "drain") || strings.Contains(state, "down") {
		c.t.Logf("the node is %s: resumed", strings.TrimSpace(state))
		c.output("scontrol", "update", "NodeName="+c.host, "State=RESUME")
	}
	for line := range strings.Lines(c.output("squeue", "-h", "-r", "-t", "PD", "-o", "%i %r")) {
		if job, why, _ := strings.Cut(strings.TrimSpace(line), " "); strings.Contains(why, "Held") || strings.Contains(why, "held") {
			c.t.Logf("job %s is held: released", job)
			c.output("scontrol", "release", job)
		}
	}
}

// A cohort on Slurm, with a specimen that cannot be read, and with the controller, the node's
// daemon and a worker killed in the middle: the merge is complete in the end, and all bits are
// those of a run on one machine.
func TestCohortOnSlurm(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// By this name the test is the program. A link would not do: the program starts processes of its own file,
	// and the file behind the link is the test.
	program := filepath.Join(dir, "gwscope")
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	gwscope := func(env []string, args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("gwscope %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	bad := filepath.Join(dir, "bad.ply")
	if err := os.WriteFile(bad, []byte("ply\nno"), 0o644); err != nil {
		t.Fatal(err)
	}
	here, there := filepath.Join(dir, "here", "cats"), filepath.Join(dir, "there", "cats")
	for _, folder := range []string{here, there} {
		gwscope(os.Environ(), "cohort", "new", folder, "sample:cats", bad, "--individuals", "11", "--vertices", "500", "--samples", "120", "--effort", "fast")
	}
	gwscope(os.Environ(), "cohort", "run", here, "--jobs", "2")

	c := startCluster(t)
	submit := func() {
		t.Helper()
		t.Log(strings.TrimSpace(gwscope(c.env, "cohort", "submit", there, "--slurm", "--shards", "12", "--program", program)))
	}
	submit()
	done := func() int {
		names, _ := filepath.Glob(filepath.Join(there, "pairs", "*.json"))
		return len(names)
	}
	c.until("a first result", 3*time.Minute, func() bool { return done() >= 1 })
	c.kill("slurmctld")
	t.Logf("killed slurmctld with %d results", done())
	time.Sleep(2 * time.Second)
	c.startController()
	c.until("a result more", 3*time.Minute, func() bool { return done() >= 4 })
	c.kill("slurmd")
	t.Logf("killed slurmd with %d results", done())
	time.Sleep(2 * time.Second)
	c.startNode()
	c.until("a worker", 3*time.Minute, func() bool {
		for _, pid := range workersOn(there) {
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				t.Logf("killed worker %d with %d results", pid, done())
				return true
			}
		}
		return done() == 12 // all were faster
	})
	over := func() bool {
		queue := c.output("squeue", "-h")
		return strings.TrimSpace(queue) == ""
	}
	c.until("the queue is empty", 10*time.Minute, over)
	status := gwscope(c.env, "cohort", "status", there)
	t.Log(status)
	if !strings.Contains(status, "12 of 12 pairs done") {
		submit() // makes the lost results again
		c.until("the queue is empty again", 10*time.Minute, over)
		status = gwscope(c.env, "cohort", "status", there)
		t.Log(status)
	}
	if !strings.Contains(status, "12 of 12 pairs done") || !strings.Contains(status, "1 failed") || !strings.Contains(status, "merged: ") {
		t.Errorf("in the end:\n%s", status)
		logs, _ := filepath.Glob(filepath.Join(there, "slurm", "*.log"))
		for _, l := range logs {
			text, _ := os.ReadFile(l)
			t.Logf("%s: %s", filepath.Base(l), tailOf(string(text), 3))
		}
	}
	want, got := cohortFiles(t, here), cohortFiles(t, there)
	for name, data := range want {
		if !bytes.Equal(got[name], data) {
			t.Errorf("%s differs from the one that was made here", name)
		}
	}
	if len(got) != len(want) || len(want) < 80 {
		t.Errorf("%d files, and %d here", len(got), len(want))
	}
}

// workersOn are the processes that work on a cohort.
func workersOn(folder string) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if words := strings.Split(string(line), "\x00"); len(words) > 3 && words[1] == "cohort" && words[2] == "work" && words[3] == folder {
			pids = append(pids, pid)
		}
	}
	return pids
}

// cohortFiles are the files of a cohort that are the same wherever and however it is made.
func cohortFiles(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, folder := range []string{"pairs", "results"} {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".times") || d.Name() == "times.csv" {
				return err
			}
			data, err := os.ReadFile(path)
			out[strings.TrimPrefix(path, dir)] = bytes.ReplaceAll(data, []byte(dir), []byte("DIR"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
