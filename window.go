//go:build cgo

package main

import (
	"gwscope/app/gui"
	_ "gwscope/app/locale" // before the toolkit asks for it
)

var window = gui.Run
