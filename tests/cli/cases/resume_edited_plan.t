`forge resume` notices a plan that was edited meanwhile: it asks before it starts a step, and what is done stays done.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"; printf '.forge/\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge plan new --from "$DATA/two_steps.md" >/dev/null; forge plan approve 1 >/dev/null
  $ forge plan run-one 1 --quiet
  run 1 is paused: the requested steps are settled
    1 of 2 steps, 4 units, 600 tokens, $0.005
  next: forge resume 1
  $ sed -i 's/write two.txt/write two.txt, carefully/' .forge/plans/plan-001-two-files.md
  $ forge resume 1
  run 1 waits for an answer
    1 of 2 steps, 4 units, 600 tokens, $0.005
  run 1 question 1 (build): the plan changed after it was approved; approve it as it is now?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  [3]
  $ forge resume 1 --quiet
  run 1 waits for an answer
    1 of 2 steps, 4 units, 600 tokens, $0.005
  run 1 question 1 (build): the plan changed after it was approved; approve it as it is now?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  [3]
  $ forge answer 1 yes
  run 1: answered `yes`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume 1 --quiet
  run 1 has completed
    2 of 2 steps, 10 units, 1.2k tokens, $0.01
    changed   2 files, +2 -0, on forge/run-001
    verified  2 commands passed
  next: forge land 1
  $ forge log 1 | grep -c 'one implement *started'
  1
  $ forge log 1 | grep 'edited'
     30  hh:mm:ss                          the plan was edited by hand

A plan that cannot be read is refused, and nothing starts.

  $ forge plan import "$DATA/two_steps.md" --title Again >/dev/null; forge plan approve 2 >/dev/null
  $ forge plan run-one 2 --quiet
  run 2 is paused: the requested steps are settled
    1 of 2 steps, 4 units, 600 tokens, $0.005
  next: forge resume 2
  $ sed -i 's/### Step two/### Step one/' .forge/plans/plan-002-*.md
  $ forge resume 2
  forge: resume run 2: REPO/.forge/plans/plan-002-again.md:42: step one was already defined on line 33
  [2]

`forge retry` notices it too: with --go it asks, and without it the engine that runs it later.

  $ printf '[[turn]]\nfail = "permanent"\nstep = "two"\n' | cat - "$DATA/plan_agent.toml" >fails.toml
  $ forge plan import "$DATA/two_steps.md" --title Third >/dev/null; forge plan approve 3 >/dev/null
  $ forge plan run 3 --quiet --agent replay:fails.toml
  run 3 failed: 1 of 2 steps did not finish: two (permanent: 401 Unauthorized: invalid API key)
    1 of 2 steps, 6 units, 600 tokens, $0.005
  next: forge retry 3 --go
  [4]
  $ sed -i 's/write two.txt/write two.txt, carefully/' .forge/plans/plan-003-*.md
  $ forge retry 3 --go
  run 3 waits for an answer
  next: forge answer 3 yes --go
  $ forge log 3 | grep 'edited'
     42  hh:mm:ss                          the plan was edited by hand
