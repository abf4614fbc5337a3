What a step's work is checked for: its commands, its promises, and the files it must not touch.

  $ export FORGE_AGENT="replay:$DATA/verify_agent.toml"
  $ forge plan new --from "$DATA/verify_plan.md"
  plan-001 Greeting
    .forge/plans/plan-001-greeting.md
  next: edit it, then forge plan approve 1
  $ forge plan check 1
  ok plan-001: 1 step in 1 tier, at most 1 at once
    critical path: one
  $ forge plan approve 1
  plan-001 is approved
  next: forge plan run 1
  $ forge plan run 1
  hh:mm:ss  one implement           started
  hh:mm:ss  one implement           done in TIME: done
  hh:mm:ss  one verify              failed (round 1 of 3): lib/one.sh: has 1 non-blank lines, but 2 are promised (and 3 more)
  hh:mm:ss  one implement #2        started
  hh:mm:ss  one implement #2        done in TIME: mended
  hh:mm:ss  one verify #2           passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  verify                  passed
  hh:mm:ss  commit                  done in TIME: nothing changed
  run 1 has completed
    1 of 1 steps, 8 units
    changed   1 file, +2 -0, on forge/run-001
    verified  3 commands passed
  next: forge land 1

The agent got the mistakes of the first attempt, file by file.

  $ cat .forge/state/runs/001/units/*/prompt.md | grep -A6 'lib/one.sh: has'
  lib/one.sh: has 1 non-blank lines, but 2 are promised
  lib/one.sh:1: looks like a stub: `not yet`
  README.md: changed, but the step must not change README.md
  stray.txt: changed, but the step may write only lib/**
  ```

  # Material

The step's evidence is bound to its tree. On the tree of the whole run, which is the same, what passed there is not run
again; nor are the contracts, which were asked before the last step was merged.

  $ forge status 1 --json | sed 's/.*"steps":\[//; s/\],"running".*//; s/"duration_ms":[0-9]*/"duration_ms":MS/g'
  {"step":"one","title":"write one","status":"done","stage":null,"attempts":1,"reason":"","snapshot":"HASH","score":1.0,"branch":"forge/run-001","evidence":{"unit":13,"tree":"HASH","ok":true,"current":true,"results":[{"command":"sh -n lib/one.sh","exit_code":0,"ok":true,"duration_ms":MS,"timed_out":false,"tests":null,"tail":"","reused_from":null},{"command":"grep -q one lib/one.sh","exit_code":0,"ok":true,"duration_ms":MS,"timed_out":false,"tests":null,"tail":"","reused_from":null}]},"changed_since":[],"priority":null}
  $ sed 's/"duration_ms": [0-9]*/"duration_ms": MS/; s/"unit": [0-9]*/"unit": N/' .forge/state/runs/001/units/*/verify.json | grep -E 'command|passed|reused|tree'
    "passed": true,
        "command": "sh -n lib/one.sh",
        "passed": true,
        "command": "grep -q one lib/one.sh",
        "passed": true,
    "tree": "HASH"
    "passed": true,
        "command": ". ./lib/one.sh && test \"$(one)\" = one",
        "passed": true,
    "tree": "HASH"
    "passed": true,
        "command": "sh -n lib/one.sh",
        "passed": true,
        "reused_from": 13
        "command": "grep -q one lib/one.sh",
        "passed": true,
        "reused_from": 13
        "command": ". ./lib/one.sh && test \"$(one)\" = one",
        "passed": true,
        "reused_from": 15
    "tree": "HASH"
    "passed": false,
        "command": "sh -n lib/one.sh",
        "passed": false,
        "command": "grep -q one lib/one.sh",
        "passed": false,
    "tree": "HASH"
    "passed": true,
        "command": "sh -n lib/one.sh",
        "passed": true,
        "command": "grep -q one lib/one.sh",
        "passed": true,
    "tree": "HASH"
