// Command gwscope computes, shows and exports correspondences between shapes.
package main

import (
	"os"

	"gwscope/app/cli"
	"gwscope/app/gui"
	_ "gwscope/app/locale" // before the toolkit asks for it
)

func main() { os.Exit(cli.Main(cli.Called(os.Args), cli.System(gui.Run))) }
