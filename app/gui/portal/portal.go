package portal

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"
)

// ErrNone is the error where no desktop answers.
var ErrNone = errors.New("the desktop has no file dialog to offer")

// Query describes the choice. The zero value is any file.
type Query struct {
	// Parent is the window that asks, such as "x11:1a00005", "" where it is not known.
	Parent string
	Title  string
	Folder string // in which to begin, "" for the desktop's choice
	// Extensions are the extensions of offered files, with their dots; nil: all files.
	Extensions []string
	// Folders asks for a folder instead of a file.
	Folders bool
}

const (
	name      = "org.freedesktop.portal.Desktop"
	object    = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	chooser   = "org.freedesktop.portal.FileChooser"
	request   = "org.freedesktop.portal.Request"
	answering = 3 * time.Second // the longest wait for the first answer of a portal
)

// address is the address of the session bus, "" without a bus. The bus is not started.
func address() string {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" {
		return a
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		path := filepath.Join(dir, "bus")
		if _, err := os.Stat(path); err == nil {
			return "unix:path=" + path
		}
	}
	return ""
}

// Possible reports whether there is a session bus to ask. It does not ask.
func Possible() bool { return address() != "" }

// tokens numbers the questions, so that each has a name of its own.
var tokens atomic.Int64

// Choose asks, and waits for the answer: a path, or "" where the person chose none. The dialog
// closes when ctx ends.
func Choose(ctx context.Context, q Query) (string, error) {
	at := address()
	if at == "" {
		return "", ErrNone
	}
	conn, err := dbus.Connect(at) // not with ctx: after its end a last message goes out
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer conn.Close()
	desktop := conn.Object(name, object)
	asked, cancel := context.WithTimeout(ctx, answering)
	var version dbus.Variant
	err = desktop.CallWithContext(asked, "org.freedesktop.DBus.Properties.Get", 0, chooser, "version").Store(&version)
	cancel()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}

	// The answer is a signal of an object whose name is known before the question, so that it is not missed.
	token := fmt.Sprintf("gwscope%d_%d", os.Getpid(), tokens.Add(1))
	sender := strings.ReplaceAll(strings.TrimPrefix(conn.Names()[0], ":"), ".", "_")
	expected := object + dbus.ObjectPath("/request/"+sender+"/"+token)
	answers := make(chan *dbus.Signal, 8)
	conn.Signal(answers)
	if err := conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(request), dbus.WithMatchMember("Response")); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	handle := expected
	withdraw := func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), answering)
		defer cancel()
		conn.Object(name, handle).CallWithContext(late, request+".Close", 0)
	}
	if err := desktop.CallWithContext(ctx, chooser+".OpenFile", 0, q.Parent, q.Title, q.options(token)).Store(&handle); err != nil {
		if ctx.Err() != nil { // the portal may have got the question
			withdraw()
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	for {
		select {
		case <-ctx.Done():
			withdraw()
			return "", ctx.Err()
		case s, ok := <-answers:
			if !ok {
				return "", fmt.Errorf("%w: the session bus has gone", ErrNone)
			}
			if s.Path == handle || s.Path == expected {
				return chosen(s.Body)
			}
		}
	}
}

// chosen reads an answer: 0 with the chosen files, 1 where the person chose none, any other number where no dialog
// was shown.
func chosen(body []any) (string, error) {
	var how uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(body, &how, &results); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	switch how {
	case 0:
	case 1:
		return "", nil
	default:
		return "", ErrNone
	}
	uris, _ := results["uris"].Value().([]string)
	if len(uris) == 0 {
		return "", nil
	}
	u, err := url.Parse(uris[0])
	if err != nil || u.Scheme != "file" {
		return "", fmt.Errorf("%s is no file of this machine", uris[0])
	}
	return u.Path, nil
}

// rule and filter are types of the portal: pattern 0 is a glob.
type rule struct {
	Kind    uint32
	Pattern string
}

type filter struct {
	Name  string
	Rules []rule
}

func (q Query) options(token string) map[string]dbus.Variant {
	out := map[string]dbus.Variant{"handle_token": dbus.MakeVariant(token), "modal": dbus.MakeVariant(true), "directory": dbus.MakeVariant(q.Folders)}
	if q.Folder != "" {
		out["current_folder"] = dbus.MakeVariant(append([]byte(q.Folder), 0))
	}
	if q.Extensions != nil && !q.Folders {
		f := filter{Name: "Files that can be read"}
		for _, e := range q.Extensions {
			for _, pattern := range []string{strings.ToLower(e), strings.ToUpper(e)} {
				f.Rules = append(f.Rules, rule{Pattern: "*" + pattern})
			}
		}
		out["filters"] = dbus.MakeVariant([]filter{f, {Name: "All files", Rules: []rule{{Pattern: "*"}}}})
	}
	return out
}
