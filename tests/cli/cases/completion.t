  $ forge completion bash > forge.bash && bash -n forge.bash
  $ cat > ask.sh <<'END'
  > source ./forge.bash
  > compopt() { :; }
  > ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _forge; echo "${COMPREPLY[*]}"; }
  > ask forge st
  > ask forge check ""
  > ask forge check gates x --ph
  > ask forge run x --isolation ""
  > ask forge completion ""
  > touch review-1.md
  > ask forge check verdict rev
  > END
  $ bash ask.sh
  status statusline
  audit dialectic error gates lenses sarif stagnation verdict
  --phase
  worktree branch shared
  bash fish zsh --help
  review-1.md
  $ forge completion fish | head -3
  # fish completion for forge; made by `forge completion fish`
  complete -c forge -f
  complete -c forge -n __fish_use_subcommand -a abandon -d 'give up a run for good; its work is kept, but it cannot be resumed'
  $ forge completion zsh | head -2
  #compdef forge
  # zsh completion for forge; made by `forge completion zsh`
  $ forge completion tcsh
  forge: completion: SHELL: invalid value `tcsh`
    hint: one of: bash, fish, zsh
  [2]
  $ forge completion
  forge: completion: SHELL is missing
    hint: SHELL: the shell; see forge completion --help
  [2]
