Shells ask the program what may stand next: commands, options, and what the project has.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" >run.out
  [3]
  $ forge run "write two files" --auto >run.out
  $ printf '[accounts]\n' >review-1.md

bash:

  $ forge completion bash > forge.bash && bash -n forge.bash
  $ cat > ask.sh <<'END'
  > source ./forge.bash
  > compopt() { :; }
  > ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _forge; echo "${COMPREPLY[*]}"; }
  > complete -p forge
  > ask forge st
  > ask forge check ""
  > ask forge check gates x --ph
  > ask forge run x --isolation ""
  > ask forge run x --isolation = ""
  > ask forge completion ""
  > ask forge check verdict rev
  > ask forge status ""
  > ask forge diff 2 ""
  > ask forge skip 1 t
  > ask forge plan show ""
  > ask forge plan run-step plan-001 ""
  > ask forge plan check plan-00
  > ask forge run x --pipeline sma
  > ask forge pipeline show small-
  > ask forge role show eng
  > ask forge config get budget.u
  > ask forge log 1 --follow --l
  > ask forge log 1 -f --f
  > ask forge answer 1 ""
  > ask forge config set pipeline sma
  > ask forge config set isolation ""
  > ask forge config set attended ""
  > ask forge run x --agent acp : g
  > ask forge "two files" --pipeline small-
  > ask forge nothing ""
  > END
  $ bash ask.sh
  complete -F _forge forge
  status statusline
  audit dialectic error gates lenses sarif stagnation verdict
  --phase
  worktree branch shared
  worktree branch shared
  bash fish zsh
  review-1.md
  2 1 write-two-files
  one two
  two
  plan-002 plan-001
  one two
  plan-002 plan-001
  small small-step
  small-step
  engineer
  budget.units budget.usd
  --last

  yes no
  small small-step
  worktree branch shared
  true false
  gemini
  small-step
  $ forge __complete status 2 | tr '\t' '|'
  2|completed: write two files

zsh:

  $ forge completion zsh > _forge
  $ cat > ask.zsh <<'END'
  > compdef() { }
  > source ./_forge
  > _describe() { print -r -- "${(j: / :)${(P)4}}" }
  > _files() { print -r -- "files" }
  > ask() { words=("$@"); CURRENT=$#; _forge }
  > ask forge status ""
  > ask forge skip 1 o
  > ask forge answer 1 n
  > ask forge plan show plan-002
  > ask forge role show engi
  > ask forge check verdict rev
  > END
  $ zsh -f ask.zsh
  2:completed: write two files / 1:waiting: write two files / write-two-files:run 2
  one:pending: write one
  no:cancel the run
  plan-002:DONE: two files
  engineer:designs and writes code
  files

fish:

  $ forge completion fish > forge.fish
  $ cat > ask.fish <<'END'
  > source ./forge.fish
  > complete -C "forge status "
  > complete -C "forge skip 1 o"
  > complete -C "forge answer 1 y"
  > complete -C "forge config set agent acp:g"
  > complete -C "forge plan show plan-002"
  > complete -C "forge config get pipel"
  > complete -C "forge check verdict rev"
  > END
  $ fish --no-config ask.fish | tr '\t' '|'
  1|waiting: write two files
  2|completed: write two files
  write-two-files|run 2
  one|pending: write one
  yes|approve it as it is now
  acp:gemini
  plan-002|DONE: two files
  pipeline|the pipeline of a run that names none
  review-1.md

Where there is no project and no store, nothing is made and nothing is said; a store that cannot be read is left alone.

  $ mkdir ../empty && cd ../empty && forge __complete status "" && ls -A
  --tree	show the run, its steps and the runs that do them as a tree
  --json	print JSON, for scripts
  --help	print this text
  $ forge __complete pipeline show qui | cut -f 1
  quick
  :files
  $ git init -q . && forge __complete diff "" && forge __complete plan show "" && ls -A
  --stat	how much changed in which files, instead of the lines
  --json	print JSON, for scripts
  --help	print this text
  --text	print the document itself
  --json	print JSON, for scripts
  --help	print this text
  .git
  $ cd ../repo && echo broken > .forge/config.toml && forge __complete status "" && forge __complete config get ""
  --tree	show the run, its steps and the runs that do them as a tree
  --json	print JSON, for scripts
  --help	print this text
  --json	print JSON, for scripts
  --help	print this text
  $ forge completion tcsh
  forge: completion: SHELL: invalid value `tcsh`
    hint: one of: bash, fish, zsh
  [2]
  $ forge completion
  forge: completion: SHELL is missing
    hint: SHELL: the shell; see forge completion --help
  [2]
