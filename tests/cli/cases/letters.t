Letters as git and gh have them: -f follows, -m says something, -n is a number or a dry run, -q is quiet.

  $ . "$DATA/setup.sh"
  $ forge run -n "write two files" | head -1; ls .forge
  dry run: nothing is started and nothing is recorded
  pipelines
  $ forge run -q "write two files"
  run 1 waits for an answer
    0 of 2 steps, 1 unit, 1.2k tokens, $0.01
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  [3]
  $ forge answer 1 no -m "smaller steps" >/dev/null; forge status 1 --json | grep -o '"status":"[a-z]*"' | head -1
  "status":"cancelled"
  $ forge run -q --auto "two more files"
  run 2 has completed
    2 of 2 steps, 7 units, 2.4k tokens, $0.02
    changed   2 files, +2 -0, on forge/run-002
    verified  2 commands passed
  next: forge land 2
  $ forge log 2 -n 1
     30  hh:mm:ss                          the run has completed
  $ forge log 2 -f -n 1
     30  hh:mm:ss                          the run has completed
  $ forge log 2 -n
  forge: log: --last needs a value
    hint: see forge log --help
  [2]
  $ forge log 2 -x
  forge: log: unknown option `-x`
    hint: did you mean `-f`?
  [2]
  $ forge land 2 --squash -m "Both files" >/dev/null; git log -1 --format=%s
  Both files
  $ forge prune -n | head -1
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  $ forge log --help | grep -e '-f' -e '-n'
    --follow, -f  print the last 10 events, then what happens until the run ends
    --last, -n N  only the last N events; with --follow: begin with so many
    forge log 17 --follow --json | jq .kind
    forge log 17 -f --last 1000000
