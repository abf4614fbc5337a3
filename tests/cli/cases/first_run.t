The first run in a repository asks once for what is missing, at the terminal only, and keeps the answers.

  $ mkdir "$HOME/tools"; printf '#!/bin/sh\necho "claude 9.9.9 (Claude Code)"\n' > "$HOME/tools/claude"; chmod +x "$HOME/tools/claude"
  $ PATH="$HOME/tools:$PATH"
  $ at_terminal() { script -qec "TERM=xterm NO_COLOR=1 $1" /dev/null > out; grep -oE 'Use it in this project|Your test command' out; }
  $ forge "write two greetings into files of their own" < /dev/null
  forge: no agent is configured; found `claude`: HOME/tools/claude is the first installed agent
    hint: use it: forge run --agent auto ..., or always: forge config set agent auto
  [2]
  $ printf 'n\nmake check\n' | at_terminal 'forge "write two greetings into files of their own"'
  Use it in this project
  Your test command
  $ cat .forge/config.toml
  verify = ["make check"]
  $ printf 'y\n' | at_terminal 'forge "write two greetings into files of their own"'
  [1]
  $ grep -o 'no agent is configured' out
  no agent is configured

Forge does not ask about what you gave as an option.

  $ rm -r .forge; printf '\n\n' | FORGE_AGENT=replay:absent.toml at_terminal 'forge "write two greetings into files of their own"'
  [1]
  $ rm -rf .forge; printf '\n\n' | at_terminal 'forge "write two greetings into files of their own" --auto'
  [1]
