package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

const aboutCompletion = `Prints completions of commands and options for a shell: bash, zsh, fish or powershell.

  source <(gwscope completion bash)
  gwscope completion zsh > ~/.zfunc/_gwscope
  gwscope completion fish > ~/.config/fish/completions/gwscope.fish
  gwscope completion powershell | Out-String | Invoke-Expression`

func runCompletion(_ context.Context, env Env, args []string) error {
	words, err := parse(env, newFlags("completion", "SHELL", aboutCompletion), args)
	if err != nil {
		return err
	}
	shells := map[string]func([]described) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion, "powershell": powershellCompletion}
	if len(words) != 1 || shells[words[0]] == nil {
		return usagef("completion takes one shell: bash, zsh, fish or powershell")
	}
	_, err = io.WriteString(env.Stdout, shells[words[0]](describe()))
	return err
}

func names(all []described) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.name)
	}
	return out
}

// valued lists the options with a list of values, each once.
func valued(all []described) (names []string) {
	for _, c := range all {
		for _, f := range c.flags {
			if choices(f.Name) != nil && !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// takesValue reports whether an option stands with a value; a switch needs none.
func takesValue(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

// withDashes are the options of a command as a person types them.
func (c described) withDashes() []string {
	flags := []string{"--help"}
	for _, f := range c.flags {
		flags = append(flags, "--"+f.Name)
	}
	return flags
}

func bashCompletion(all []described) string {
	var b strings.Builder
	b.WriteString("# bash completion for gwscope\n_gwscope() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\"\"\n  case $prev in\n")
	for _, name := range valued(all) {
		fmt.Fprintf(&b, "    --%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", name, strings.Join(choices(name), " "))
	}
	fmt.Fprintf(&b, "  esac\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W %q -- \"$cur\") $(compgen -f -- \"$cur\")); return\n  fi\n  case ${COMP_WORDS[1]} in\n", strings.Join(names(all), " "))
	for _, c := range all {
		fmt.Fprintf(&b, "    %s) words=%q ;;\n", c.name, strings.Join(c.withDashes(), " "))
	}
	b.WriteString("  esac\n  case $cur in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n  esac\n}\ncomplete -o filenames -F _gwscope gwscope\n")
	return b.String()
}

func zshCompletion(all []described) string {
	// Brackets, colons and quotes have a meaning in zsh's descriptions.
	plain := strings.NewReplacer("'", "’", "[", "(", "]", ")", ":", " -", "\\", "/").Replace
	var b strings.Builder
	b.WriteString("#compdef gwscope\n_gwscope() {\n  local -a commands\n  commands=(\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    '%s:%s'\n", c.name, plain(c.short))
	}
	b.WriteString("  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n    _files\n    return\n  fi\n  local command=$words[2]\n  shift words; (( CURRENT-- ))\n  case $command in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    %s)\n      _arguments", c.name)
		for _, f := range c.flags {
			fmt.Fprintf(&b, " \\\n        '--%s[%s]", f.Name, plain(f.Usage))
			if takesValue(f) {
				action := "_files"
				if values := choices(f.Name); values != nil {
					action = "(" + strings.Join(values, " ") + ")"
				}
				fmt.Fprintf(&b, ":value:%s", action)
			}
			b.WriteString("'")
		}
		b.WriteString(" \\\n        '*:file:_files' ;;\n")
	}
	b.WriteString("  esac\n}\nif [ \"$funcstack[1]\" = \"_gwscope\" ]; then\n  _gwscope \"$@\"\nelse\n  compdef _gwscope gwscope\nfi\n")
	return b.String()
}

func fishCompletion(all []described) string {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'" }
	var b strings.Builder
	b.WriteString("# fish completion for gwscope\n")
	for _, c := range all {
		fmt.Fprintf(&b, "complete -c gwscope -n __fish_use_subcommand -a %s -d %s\n", c.name, quote(c.short))
		for _, f := range c.flags {
			fmt.Fprintf(&b, "complete -c gwscope -n '__fish_seen_subcommand_from %s' -l %s -d %s", c.name, f.Name, quote(f.Usage))
			if values := choices(f.Name); values != nil {
				fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(values, " ")))
			} else if takesValue(f) {
				b.WriteString(" -r")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func powershellCompletion(all []described) string {
	list := func(words []string) string { return "'" + strings.Join(words, "','") + "'" }
	var b strings.Builder
	b.WriteString("# PowerShell completion for gwscope\nRegister-ArgumentCompleter -Native -CommandName gwscope -ScriptBlock {\n  param($word, $ast, $position)\n  $all = @($ast.CommandElements | ForEach-Object { $_.ToString() })\n  $values = @{\n")
	for _, name := range valued(all) {
		fmt.Fprintf(&b, "    '--%s' = @(%s)\n", name, list(choices(name)))
	}
	b.WriteString("  }\n  $options = @{\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    '%s' = @(%s)\n", c.name, list(c.withDashes()))
	}
	fmt.Fprintf(&b, "  }\n  $previous = if ($word) { $all[-2] } else { $all[-1] }\n  $words = if ($values.ContainsKey($previous)) { $values[$previous] }\n    elseif ($all.Count -gt 1 -and $options.ContainsKey($all[1])) { $options[$all[1]] }\n    else { @(%s) }\n", list(names(all)))
	b.WriteString("  $words | Where-Object { $_ -like \"$word*\" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }\n}\n")
	return b.String()
}
