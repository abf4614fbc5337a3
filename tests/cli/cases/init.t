  $ forge init
  made REPO/.forge
  next: forge config set agent auto, then forge run "what is to be done"
  $ git status --short
  ?? .forge/
  $ ls -A .forge
  .gitignore
  config.toml
  state
  $ forge init
  REPO/.forge is there already; nothing changed
  $ forge init --json
  {"directory":"REPO/.forge","made":false}
  $ forge list
  no runs; start one: forge run "what is to be done"
  $ forge list --json
  {"runs":[]}
  $ forge init extra
  forge: init: one argument too many: `extra`
    hint: forge init --help
  [2]

A directory that cannot be written.

  $ rm -rf .forge && : > .forge
  $ forge init
  forge: make the state directory: make directory REPO/.forge: File exists
  [2]
