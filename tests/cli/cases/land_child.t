`forge land` alone chooses no run that another run started: such a run lands with its parent.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge run --auto "two files" >run.out; echo $?
  0
  $ cp "$DATA/parts.toml" .forge/pipelines/; cat >>.forge/pipelines/parts.toml <<'END'
  > [[stage]]
  > name = "decide"
  > kind = "ask"
  > question = "Done?"
  > END
  $ cat >agent.out <<'END'
  > [[turn]]
  > stage = "outline"
  > text = """
  > # Plan: Parts
  > ## Objective
  > One part.
  > ## Steps
  > ### Step part: the part
  > - Do: write two files
  > - Verify: `true`
  > """
  > END
  $ cat "$DATA/steps.toml" >>agent.out
  $ forge run "parts" --pipeline parts --agent replay:agent.out >run.out 2>&1; echo $?
  3
  $ forge answer 3 yes --go >run.out 2>&1; forge resume 2 >run.out 2>&1; forge list
  RUN  STATUS                 STAGE   STEPS  SPENT               AGE  OBJECTIVE
  1    completed, not landed  -       2/2    2.4k tokens, $0.02  0s   two files
  2    waiting                decide  1/1    2.4k tokens, $0.02  0s   parts
  3    completed              -       2/2    2.4k tokens, $0.02  0s   (of 2) the part
  $ forge cancel 2 --reason no >run.out; forge list | awk '{ print $1, $2 }'
  RUN STATUS
  1 completed,
  2 cancelled
  3 completed
  $ forge land --no-verify
  run 1 landed on main (fast-forward, commit HASH)
