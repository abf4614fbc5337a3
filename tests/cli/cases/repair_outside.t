What a step writes where it may not is never merged: a reason for what is missing does not excuse it.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline scoped-step <<'END'
  > [[stage]]
  > name   = "implement"
  > role   = "executor"
  > result = true
  > [[stage]]
  > name   = "repair"
  > role   = "debugger"
  > when   = "after verify = revision"
  > result = true
  > [[stage]]
  > name         = "verify"
  > kind         = "check"
  > checks       = ["must-haves"]
  > commands     = ["step"]
  > on_revision  = "repair"
  > repair       = 3
  > on_exhausted = "block"
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > END
  $ pipeline scoped <<'END'
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "scoped-step"
  > END
  $ cat > plan.md <<'END'
  > # Plan: One
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Do:** write lib/one.sh
  > **Writes:** `lib/**`
  > **Verify:** `test -s lib/one.sh`
  > **Must-haves:**
  > - artifacts:
  >   - path: lib/one.sh
  >     provides: one
  >   - path: lib/gen.h
  >     provides: what is generated
  > END
  $ cat > agent.sh <<'END'
  > case $FORGE_STAGE in
  >   implement) mkdir -p lib; echo 'echo one; exit 0' > lib/one.sh; echo more >> README.md
  >     printf 'Done.\n```json\n{"status":"done","summary":"Written."}\n```\n' ;;
  >   repair) printf 'Left.\n```json\n{"status":"done","summary":"Left as it is.","cause":"none","left_out":["lib/gen.h: the build makes it"]}\n```\n' ;;
  > esac
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "One" --pipeline scoped --execute plan.md --agent "command:sh $PWD/agent.sh" > ../out; echo "exit $?"; grep "verify\|repair " ../out | grep -v "started$"
  exit 4
  hh:mm:ss  one verify              failed: lib/gen.h: does not exist (and 1 more); repair 1 of 3: undo every change outside the paths that the step may write
  hh:mm:ss  one repair              done in TIME: Left as it is.
  hh:mm:ss  one verify #2           failed: lib/gen.h: does not exist (and 1 more); no further repair (1 of 3 used): the repair changed nothing, and the changes outside the paths of the step are still there
  hh:mm:ss  one verify #2           `verify` failed: lib/gen.h: does not exist (and 1 more) (the repair changed nothing, and the changes outside the paths of the step are still there)
  hh:mm:ss  one verify #2           step blocked: `verify` failed: lib/gen.h: does not exist (and 1 more) (the repair changed nothing, and the changes outside the paths of the step are still there)
  hh:mm:ss  build                   the run failed: 1 of 1 steps did not finish: one (`verify` failed: lib/gen.h: does not exist (and 1 more) (the repair changed nothing, and the changes outside the paths of the step are still there))
  run 1 failed: 1 of 1 steps did not finish: one (`verify` failed: lib/gen.h: does not exist (and 1 more) (the repair changed nothing, and the changes outside the paths of the step are still there))
  $ git diff --name-only main...forge/run-001
