The check that pages name only existing commands and options (tests/cli/docs_commands.sh) finds those that do not exist.

  $ mkdir docs; touch CONTRIBUTING.md
  $ cat > README.md <<'END'
  > Say `forge frobnicate`, or `forge plan chek 1`, or `forge`, or `forge --version`.
  > ```sh
  > forge run "add --colour" --agent auto | tee log   # --not an option
  > git log && forge status --colour
  > forge config; forge config get agent; forge "an objective"
  > ```
  > ```toml
  > forge nothing
  > ```
  > END
  $ "$DATA/../docs_commands.sh" "$(command -v forge)" .
  README.md:1: no command `forge frobnicate`
  README.md:1: no command `forge plan chek`
  README.md:4: `forge status` has no option --colour
  [1]
