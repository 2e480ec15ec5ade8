package gui

import (
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"syscall"

	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/meshio"
	"gwscope/render/glctx"
	"gwscope/solver/nn/glcompute"
)

// advice tells what to do about an error that does not say it itself. It goes by the types of errors, never
// by their words.
func advice(err error) string {
	var newer *session.NewerError
	var mistake *routine.Panic
	var invalid *meshio.NonFiniteError
	var changed *meshio.ChangedError
	switch {
	case errors.As(err, &mistake):
		return "This is a mistake of the program. The window goes on, and the open shapes are kept. Copy has the details that a report needs."
	case errors.As(err, &newer):
		return "Sessions of this program can be opened by newer ones, not the other way round. The file was not touched."
	case errors.As(err, &invalid):
		return "Turn on “Drop invalid vertices” under Solve ▸ Advanced and open the file again to go on without them."
	case errors.As(err, &changed):
		return "Another program writes to this file. Open it again when that is done."
	case isAny(err, full):
		return "The disk is full. Nothing was overwritten; make room and try again."
	case errors.Is(err, syscall.EROFS):
		return "This place can only be read. Choose a folder on another drive."
	case isAny(err, away):
		return "The drive does not answer. Check that it is connected and try again. Nothing was overwritten."
	case errors.Is(err, fs.ErrNotExist):
		return "Check the name and the folder, or open the file with File ▸ Open."
	case errors.Is(err, fs.ErrPermission):
		return "You may not read or write there: choose another place, or change the permissions."
	case errors.Is(err, glcompute.ErrMemory):
		return "Take fewer samples, or let the processor train under Solve ▸ Advanced."
	case errors.Is(err, glctx.ErrLost):
		return "The graphics driver was reset. Try again; if it happens often, update the driver."
	}
	return nothingLost
}

// nothingLost is the advice where no better advice is known.
const nothingLost = "Nothing was lost: the window shows the same as before."

// full are the errors of a disk, or of a person's share of a disk, that has no room left; away are the errors
// of a drive that does not answer, such as a drive on a network.
var (
	full = append([]error{syscall.ENOSPC, syscall.EDQUOT}, onWindows(39, 112)...)
	away = append([]error{syscall.EIO, syscall.ESTALE, syscall.ENOTCONN, syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ENETUNREACH,
		syscall.ENETDOWN, syscall.ETIMEDOUT, syscall.ECONNRESET, syscall.ENODEV, syscall.ENXIO}, onWindows(21, 53, 55, 59, 64, 67, 1117, 1167, 1231)...)
)

// onWindows are errors by their numbers on Windows. The numbers mean other errors on other systems.
func onWindows(numbers ...syscall.Errno) (out []error) {
	if runtime.GOOS != "windows" {
		return nil
	}
	for _, n := range numbers {
		out = append(out, n)
	}
	return out
}

func isAny(err error, targets []error) bool {
	return slices.ContainsFunc(targets, func(t error) bool { return errors.Is(err, t) })
}
