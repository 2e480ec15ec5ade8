package cli

import (
	"context"

	"gwscope/app/export"
)

const aboutSchema = `Prints the JSON schema of result.json. The member "schema" of a result counts the changes
that break scripts; members that are added do not count.`

func runSchema(_ context.Context, env Env, args []string) error {
	if _, err := parse(env, newFlags("schema", "", aboutSchema), args); err != nil {
		return err
	}
	_, err := env.Stdout.Write(export.Schema())
	return err
}
