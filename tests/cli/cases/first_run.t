Runs ask for what is missing until it is answered, at the terminal only, and keep the answers. All installed agents are offered.

  $ mkdir "$HOME/tools"; printf '#!/bin/sh\necho "claude 9.9.9 (Claude Code)"\n' > "$HOME/tools/claude"; chmod +x "$HOME/tools/claude"
  $ cp "$HOME/tools/claude" "$HOME/tools/gemini"
  $ PATH="$HOME/tools:$PATH"
  $ at_terminal() { script -qec "TERM=xterm NO_COLOR=1 $1" /dev/null > out; grep -oE 'Which one does the work.*\]|Your test command|  [12]  [a-z]+|nothing is decided.*|.3. is none.*' out; }
  $ forge "write two greetings into files of their own" < /dev/null
  forge: no agent is configured; found `claude`: HOME/tools/claude is the first installed agent
    hint: use it: forge run --agent auto ..., or always: forge config set agent auto
  [2]
  $ printf 'n\nmake check\n' | at_terminal 'forge "write two greetings into files of their own"'
    1  claude
    2  gemini
  Which one does the work? [1-2; n: none]
  $ ls -A | grep forge; grep -o 'no agent is configured' out
  no agent is configured
  $ printf '\n3\n2\n\n' | at_terminal 'forge "write two greetings into files of their own" --pipeline nope'
    1  claude
    2  gemini
  Which one does the work? [1-2; n: none]
  nothing is decided; type a number of the list, or n for none of them
  Which one does the work? [1-2; n: none]
  `3` is none of them; type a number of the list, or n for none of them
  Which one does the work? [1-2; n: none]
  Your test command
  $ forge config get agent; forge config get verify
  gemini
  [1]
  $ printf 'none\n' | at_terminal 'forge "write two greetings into files of their own" --pipeline nope'
  Your test command
  $ forge config explain verify | sed -n 2,3p
    value   (none)
    from    .forge/config.toml:2
  $ printf '\n' | at_terminal 'forge "write two greetings into files of their own" --pipeline nope'
  [1]

Forge does not ask about what you gave as an option.

  $ rm -r .forge; printf '\n\n' | FORGE_AGENT=replay:absent.toml at_terminal 'forge "write two greetings into files of their own"'
  [1]
  $ rm -rf .forge; printf '\n\n' | at_terminal 'forge "write two greetings into files of their own" --auto'
  [1]
