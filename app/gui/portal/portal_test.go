package portal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"gwscope/internal/child"
)

// startBus is a session bus of the test's own.
func startBus(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		t.Skip("dbus-daemon is not installed (apt-get install dbus)")
	}
	bus := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address=1")
	out, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(bus, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		bus.Process.Kill()
		bus.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// desktop stands in for a portal.
type desktop struct {
	conn   *dbus.Conn
	answer func() (how uint32, uris []string)
	asked  chan map[string]dbus.Variant
	closed chan bool
}

func (d *desktop) Get(of, property string) (dbus.Variant, *dbus.Error) {
	return dbus.MakeVariant(uint32(3)), nil
}

func (d *desktop) OpenFile(sender dbus.Sender, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	handle := object + dbus.ObjectPath("/request/"+strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")+"/"+options["handle_token"].Value().(string))
	d.conn.Export(closer{d}, handle, request)
	d.asked <- options
	if how, uris := d.answer(); how < 9 {
		d.conn.Emit(handle, request+".Response", how, map[string]dbus.Variant{"uris": dbus.MakeVariant(uris)})
	}
	return handle, nil
}

type closer struct{ of *desktop }

func (c closer) Close() *dbus.Error { c.of.closed <- true; return nil }

// The desktop's answer is a path, also one with spaces and other letters; nothing where the
// person chose nothing; and where no portal is there the caller is told to ask itself.
func TestTheDesktopIsAsked(t *testing.T) {
	bus := startBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", bus)
	if !Possible() {
		t.Error("a session bus is not seen")
	}
	if _, err := Choose(t.Context(), Query{}); !errors.Is(err, ErrNone) {
		t.Errorf("without a portal: %v", err)
	}
	conn, err := dbus.Connect(bus)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	d := &desktop{conn: conn, asked: make(chan map[string]dbus.Variant, 9), closed: make(chan bool, 9)}
	conn.Export(d, object, chooser)
	conn.Export(d, object, "org.freedesktop.DBus.Properties")
	if _, err := conn.RequestName(name, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		how  uint32
		uris []string
		want string
		fail bool
	}{
		{0, []string{"file:///data/a%20b+c/%C3%BC.obj"}, "/data/a b+c/ü.obj", false},
		{1, nil, "", false}, {0, nil, "", false}, {2, nil, "", true}, {0, []string{"sftp://host/x"}, "", true},
	} {
		d.answer = func() (uint32, []string) { return c.how, c.uris }
		got, err := Choose(t.Context(), Query{Title: "Shape A", Folder: "/data", Extensions: []string{".obj"}})
		if got != c.want || (err != nil) != c.fail {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		if o := <-d.asked; string(o["current_folder"].Value().([]byte)) != "/data\x00" || o["directory"].Value() != false || !strings.Contains(fmt.Sprint(o["filters"].Value()), "*.OBJ") {
			t.Errorf("the portal was asked with %v", o)
		}
	}
	if s := dbus.SignatureOf([]filter{}).String(); s != "a(sa(us))" {
		t.Errorf("filters are sent as %s", s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.answer = func() (uint32, []string) { // the person thinks, and the question is taken back
		time.AfterFunc(50*time.Millisecond, cancel)
		return 9, nil
	}
	if _, err := Choose(ctx, Query{Folders: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("a question that is taken back: %v", err)
	}
	select {
	case <-d.closed:
	case <-time.After(time.Minute):
		t.Error("the dialog stays open when the question is taken back")
	}
}
