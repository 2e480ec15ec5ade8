// Command gwscope computes, shows and exports correspondences between shapes.
package main

import (
	"os"

	"gwscope/app/cli"
)

func main() { os.Exit(cli.Main(cli.Called(os.Args), cli.System(window))) }
