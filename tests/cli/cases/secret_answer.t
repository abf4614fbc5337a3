An agent that repeats a key of its environment leaves it in no file of the state, whether it answers or fails.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/say.toml <<'END'
  > name = "say"
  > about = "one document"
  > [[stage]]
  > name = "say"
  > role = "researcher"
  > produces = "SAID.md"
  > END
  $ export SERVICE_KEY=plain-looking-words-of-a-key FORGE_PASS_ENV=SERVICE_KEY
  $ printf 'echo "# The key is $SERVICE_KEY"\n' > "$HOME/agent.sh"
  $ forge run "say it" --pipeline say --agent "command:sh $HOME/agent.sh" | tail -n 1
  next: forge report 1
  $ grep -rl "$SERVICE_KEY" .forge
  [1]
  $ grep -rh "The key is" .forge --include=answer.md --include=SAID.md
  # The key is <secret>
  # The key is <secret>
  $ printf 'echo "no: $SERVICE_KEY" >&2; exit 1\n' > "$HOME/agent.sh"
  $ forge run "say it" --pipeline say --agent "command:sh $HOME/agent.sh" | grep -c "$SERVICE_KEY"
  0
  [1]
  $ grep -rl "$SERVICE_KEY" .forge
  [1]

Nor does a commit hold one, also not one that only looks like a key.

  $ cat > .forge/pipelines/twice.toml <<'END'
  > name = "twice"
  > about = "two units, one commit"
  > [[stage]]
  > name = "make"
  > role = "engineer"
  > result = true
  > [[stage]]
  > name = "more"
  > role = "engineer"
  > result = true
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > message = "{title}"
  > END
  $ cat > "$HOME/agent.sh" <<'END'
  > echo x > "$FORGE_STAGE.txt"
  > printf 'Done.\n```json\n{"status":"done","summary":"Put sk-ant-api03-%s where %s was."}\n```\n' Abcdefghij0123456789Abcdefghij0123456789 "$SERVICE_KEY"
  > END
  $ forge run "say it" --pipeline twice --agent "command:sh $HOME/agent.sh" | tail -n 1
  next: forge land 3
  $ git log -1 --format=%B forge/run-003 | head -3
  say it

  - more: Put <secret> where <secret> was.
