An author whose "tests pass" is a lie: Forge runs the criteria and trusts no claim.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline proved <<'END'
  > = plan
  > = build
  > [[stage]]
  > name = "repair"
  > role = "executor"
  > when = "after evidence = revision"
  > sees = ["failures"]
  > [[stage]]
  > name = "evidence"
  > kind = "check"
  > checks = ["evidence"]
  > on_revision = "repair"
  > max_iterations = 2
  > on_exhausted = "block"
  > = commit
  > END
  $ cat > .forge/pipelines/proved-step.toml <<'END'
  > name  = "proved-step"
  > about = "work and merge without a review"
  > [[stage]]
  > name = "work"
  > role = "executor"
  > result = true
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > how = "commit"
  > message = "{step}"
  > commands = []
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > 
  > ## Steps
  > 
  > ### Step one: a file
  > 
  > **Writes:** a.txt
  > **Verify:** `grep -q right a.txt`
  > **Acceptance:**
  > - unit: `grep -q right a.txt`
  > - e2e: `cat a.txt` shows `right`
  > - e2e: it feels fast
  > """
  > [[turn]]
  > stage = "work"
  > text = "Done. All tests pass."
  > result = { status = "done", summary = "all tests pass" }
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "wrong"
  > [[turn]]
  > stage = "repair"
  > text = "Now all tests really pass."
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "lie" --pipeline proved --agent replay:agent.toml | grep -v " running$"
  run 1 started
  hh:mm:ss  plan                    done in TIME: plan with 1 step
  hh:mm:ss  plan                    the plan has 1 step
  hh:mm:ss  build                   1 step to do
  hh:mm:ss  one work                started
  hh:mm:ss  one work                done in TIME: all tests pass
  hh:mm:ss  one merge               done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  evidence                failed (round 1 of 2): 1 gaps, 1 failed, 0 false proofs of 3 criteria; one (unit): `grep -q right a.txt`: exit 1
  hh:mm:ss  repair                  started
  hh:mm:ss  repair                  done in TIME: Now all tests really pass.
  hh:mm:ss  evidence #2             failed (round 2 of 2): 1 gaps, 1 failed, 0 false proofs of 3 criteria; one (unit): `grep -q right a.txt`: exit 1
  hh:mm:ss  evidence #2             `evidence` still fails after 2 rounds: 1 gaps, 1 failed, 0 false proofs of 3 criteria; one (unit): `grep -q right a.txt`: exit 1
  hh:mm:ss  evidence #2             the run failed: `evidence` still fails after 2 rounds: 1 gaps, 1 failed, 0 false proofs of 3 criteria; one (unit): `grep -q right a.txt`: exit 1
  run 1 failed: `evidence` still fails after 2 rounds: 1 gaps, 1 failed, 0 false proofs of 3 criteria; one (unit): `grep -q right a.txt`: exit 1
    1 of 1 steps, 6 units
  next: forge retry 1 --go
  $ head -12 .forge/state/runs/001/artifacts/run/EVIDENCE.md
  # Evidence: GAPS

  ## Not proven

  - one (e2e): it feels fast

  No command of these can be run, so no work closes them: a person or the plan decides.

  ## Fails

  - one (unit): `grep -q right a.txt`: exit 1
  $ forge status 1 --json | grep -o '"status":"[a-z]*"' | head -1
  "status":"failed"
