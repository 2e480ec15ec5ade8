package option

import (
	"strconv"

	"gwscope/app/session"
)

// at reads and writes the value of an option as text. set gets texts that Set has checked.
type at struct {
	get func(*session.Options) string
	set func(*session.Options, string)
}

func word(of func(*session.Options) *string) at {
	return at{func(o *session.Options) string { return *of(o) }, func(o *session.Options, s string) { *of(o) = s }}
}

func toggle(of func(*session.Options) *bool) at {
	return at{func(o *session.Options) string { return strconv.FormatBool(*of(o)) }, func(o *session.Options, s string) { *of(o) = s == "true" }}
}

func whole(of func(*session.Options) *int) at {
	return at{func(o *session.Options) string { return strconv.Itoa(*of(o)) }, func(o *session.Options, s string) { *of(o), _ = strconv.Atoi(s) }}
}

func unsigned(of func(*session.Options) *uint64) at {
	return at{func(o *session.Options) string { return strconv.FormatUint(*of(o), 10) }, func(o *session.Options, s string) { *of(o), _ = strconv.ParseUint(s, 10, 64) }}
}

func fraction(of func(*session.Options) *float64) at {
	return at{func(o *session.Options) string { return number(*of(o)) }, func(o *session.Options, s string) { *of(o), _ = strconv.ParseFloat(s, 64) }}
}
