What the program says when it is called wrongly.

  $ forge statsu
  forge: no command `statsu`
    hint: did you mean `status`?
  [2]
  $ forge statsu --json
  forge: no command `statsu`
    hint: did you mean `status`?
  {"error":{"code":"invalid","message":"no command `statsu`","hint":"did you mean `status`?"}}
  [2]
  $ forge check
  forge: `check` needs a further word
    hint: see forge check --help
  [2]
  $ forge check verdit x
  forge: no command `check verdit`
    hint: did you mean `check verdict`?
  [2]
  $ forge check --help
  usage: forge check COMMAND [arguments] [options]

    check audit       read the severity of an audit, and whether it asks for a revision
    check dialectic   what became of each objection of a debate: conceded, resolved or open
    check error       say what class an error message is of, and whether it would be retried
    check gates       evaluate the gate of a phase against files and records
    check lenses      which findings of several reviewers must be fixed, by how many agree
    check sarif       whether a tool's SARIF log may pass
    check stagnation  say whether another attempt promises anything
    check verdict     read the verdict of a review: approved, revision or unknown
  $ forge list --jsn
  forge: list: no option `--jsn`
    hint: did you mean `--json`?
  [2]
  $ forge list extra
  forge: list: one argument too many: `extra`
    hint: forge list --help
  [2]
  $ forge pipeline graph
  forge: pipeline graph: PIPELINE is missing
    hint: PIPELINE: its name, or a file; see forge pipeline graph --help
  [2]
  $ forge run
  forge: the objective is empty
    hint: say what is to be done: forge run "add a --json flag to list"
  [2]
  $ forge run '   '
  forge: the objective is empty
    hint: say what is to be done: forge run "add a --json flag to list"
  [2]
  $ forge run x --size enormous
  forge: run: --size cannot be `enormous`
    hint: one of: quick, standard, complex, vague
  [2]
  $ forge run x --max-concurrent 0
  forge: run: --max-concurrent cannot be `0`
    hint: wanted a whole number, 1 or more
  [2]
  $ forge run x --flag novalue
  forge: run: --flag cannot be `novalue`
    hint: wanted name=value
  [2]
  $ forge help nonsense
  forge: no command `nonsense`
    hint: `forge help` lists the commands
  [2]
  $ forge version --json
  {"version":"0.1.0"}
  $ forge --version | sed 's/[0-9.]*$/VERSION/'
  forge VERSION

Output that cannot be written is not a success.

  $ forge help > /dev/full
  forge: write to standard output: No space left on device
  [2]
