An agent that is blocked and sums up nothing: its words count. A result without them is asked for again.

  $ cat >agent.toml <<'END'
  > [[turn]]
  > stage = "patch"
  > attempt = 1
  > text = "I cannot go on."
  > result = { status = "blocked", blocker = "Which port does the server use?" }
  > END
  $ forge run "serve" --pipeline quick --agent replay:agent.toml | sed -n '/asks/p; /question/,$p; /retries/p'
  $ sed -i 's/, blocker = .* }/ }/' agent.toml
  $ forge run "serve again" --pipeline quick --agent replay:agent.toml | sed -n '/asks/p; /question/,$p; /retries/p'

One that says later that it is done is not blocked.

  $ cat >agent.toml <<'END'
  > [[turn]]
  > stage = "patch"
  > attempt = 1
  > text = """
  > ```json
  > {"status": "blocked", "blocker": "Which port does the server use?"}
  > ```
  > I found it.
  > """
  > result = { status = "done" }
  > END
  $ forge run "serve at last" --pipeline quick --agent replay:agent.toml | sed -n '/asks/p; /question/,$p; /retries/p'
