A secret in a command line that an agent ran is hidden where the command is kept for reviewers, as in the transcript.

  $ . "$DATA/setup.sh"; printf '.forge/\n*.toml\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ sed '/^text = "one.txt is there."/a [[turn.run]]\ncommand = "echo API_TOKEN=sk-ant-abcdefghijklmnopqrstuvwxyz012345"' "$DATA/steps.toml" >agent.toml
  $ FORGE_AGENT="replay:$PWD/agent.toml" forge run --auto "two files" --quiet | head -n 1
  run 1 has completed
  $ cat .forge/state/runs/001/artifacts/one/commands
  Commands that `implement` ran, by the report of its program:
  - `echo API_TOKEN=<secret>`
  $ grep -rl sk-ant-abcdef .forge/state/runs
  [1]
