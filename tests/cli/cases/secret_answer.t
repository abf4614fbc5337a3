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
  $ export SERVICE_KEY=plain-looking-words-of-a-key
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
