Messages for wrong usage.

  $ forge statsu
  forge: unknown command `statsu`
    hint: did you mean `status`?
  [2]
  $ forge stat
  forge: unknown command `stat`
    hint: did you mean `status`?
  [2]
  $ forge statsu --json
  forge: unknown command `statsu`
    hint: did you mean `status`?
  {"error":{"code":"invalid","message":"unknown command `statsu`","hint":"did you mean `status`?"}}
  [2]
  $ forge check
  forge: `check` needs a subcommand
    hint: see forge check --help
  [2]
  $ forge check verdit x
  forge: unknown command `check verdit`
    hint: did you mean `check verdict`?
  [2]
  $ forge check --help
  usage: forge check COMMAND [arguments] [options]

    check audit       read the severity of an audit and whether it asks for a revision
    check dialectic   say which objections of a written debate are conceded, resolved or open
    check error       classify an error message and say whether it would be retried
    check gates       say whether the gate of a stage passes, from files and records
    check lenses      say which findings of several reviews of one change must be fixed
    check sarif       check a tool's SARIF log
    check stagnation  say whether another attempt makes sense
    check verdict     read the verdict of a review: approved, revision or unknown
  $ forge list --jsn
  forge: list: unknown option `--jsn`
    hint: did you mean `--json`?
  [2]
  $ forge list extra
  forge: list: unexpected argument `extra`
    hint: forge list --help
  [2]
  $ forge pipeline graph
  forge: pipeline graph: PIPELINE is missing
    hint: PIPELINE: its name, or a file; see forge pipeline graph --help
  [2]
  $ forge run
  forge: the objective is empty
    hint: describe the task: forge run "add a --json flag to list"
  [2]
  $ forge run '   '
  forge: the objective is empty
    hint: describe the task: forge run "add a --json flag to list"
  [2]
  $ forge run x --size enormous
  forge: run: --size: invalid value `enormous`
    hint: one of: quick, standard, complex, vague
  [2]
  $ forge run x --max-concurrent 0
  forge: run: --max-concurrent: invalid value `0`
    hint: wanted a whole number, 1 or more
  [2]
  $ forge run x --flag novalue
  forge: run: --flag: invalid value `novalue`
    hint: wanted name=value
  [2]
  $ forge help nonsense
  forge: unknown command `nonsense`
    hint: `forge help` lists the commands
  [2]

A refused start leaves nothing behind.

  $ forge run x --pipeline nope
  forge: no pipeline named `nope`
    hint: forge pipeline list
  [2]
  $ forge run x --agent nope:1
  forge: agent `nope:1`: unknown agent `nope:1`
    hint: write auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], acp:NAME or acp:COMMAND for an agent that speaks ACP, command:LINE for any program, record:FILE:SPEC to write a script, or replay:FILE to play one; `forge agents` lists them
  [2]
  $ test -e .forge || echo nothing
  nothing
  $ forge version --json
  {"version":"0.1.0"}
  $ forge --version | sed 's/[0-9.]*$/VERSION/'
  forge VERSION

Output that cannot be written is not a success.

  $ forge help > /dev/full
  forge: cannot write to standard output: No space left on device
  [2]
