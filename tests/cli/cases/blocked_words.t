An agent that is blocked and sums up nothing: its words count. A result without them is asked for again.

  $ cat >agent.toml <<'END'
  > [[turn]]
  > stage = "patch"
  > attempt = 1
  > text = "I cannot go on."
  > result = { status = "blocked", blocker = "Which port does the server use?" }
  > END
  $ forge run "serve" --pipeline quick --agent replay:agent.toml | sed -n '/asks/p; /question/,$p; /retries/p'
  hh:mm:ss  patch                   asks: the agent says it is blocked: Which port does the server use?
  run 1 question 1 (patch): the agent says it is blocked: Which port does the server use?
    answers  retry, stop
    type     forge answer 1 retry --go
             with -m "..." it is told what you know
  $ sed -i 's/, blocker = .* }/ }/' agent.toml
  $ forge run "serve again" --pipeline quick --agent replay:agent.toml | sed -n '/asks/p; /question/,$p; /retries/p'
  hh:mm:ss  patch                   retries after malformed: the result block is invalid: summary: is missing

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
  hh:mm:ss  patch                   retries after malformed: the result block is invalid: summary: is missing
