  $ forge init
  created REPO/.forge
  next: forge config set agent auto, then forge run "your objective"
  $ git status --short
  ?? .forge/
  $ ls -A .forge
  .gitignore
  config.toml
  state
  $ forge init
  REPO/.forge already exists; nothing changed
  $ forge init --json
  {"directory":"REPO/.forge","made":false}
  $ forge list
  no runs; start one: forge run "your objective"
  $ forge list --json
  {"runs":[]}
  $ forge init extra
  forge: init: unexpected argument `extra`
    hint: forge init --help
  [2]

A directory that cannot be written.

  $ rm -rf .forge && : > .forge
  $ forge init
  forge: make the state directory: make directory REPO/.forge: File exists
  [2]
