What another tool has finished or set aside stays so: `plan run` does not run it.

  $ cp "$DATA/small-step.toml" "$DATA/small.toml" ../; printf '.forge/\n*.out\n' >.gitignore
  $ cat >tasks.json <<'END'
  > {"master": {"tasks": [
  >   {"id": 1, "title": "one", "description": "write one.txt", "status": "done", "dependencies": []},
  >   {"id": 2, "title": "two", "description": "write two.txt", "status": "pending", "dependencies": [1, 3]},
  >   {"id": 3, "title": "three", "description": "write three.txt", "status": "deferred", "dependencies": []}]},
  >  "release": {"tasks": [{"id": 1, "title": "publish", "description": "write it", "status": "pending"}]},
  >  "later": {"tasks": [{"id": 1, "title": "rest", "description": "rest", "status": "done"}]}}
  > END
  $ forge plan import tasks.json
  plan-001 master (3 steps from taskmaster, 1 done, 1 skipped)
    .forge/plans/plan-001-master.md
    tag master; not imported: release, later (choose one with --tag)
  $ forge plan steps 1
  [x] 1: one [implement]
  [ ] 2: two [implement] (depends: 1, 3)
  [-] 3: three [implement]
  $ forge plan show 1 --text | grep -A12 '### Step 1'
  ### Step 1: one

  **State:** done (imported)

  **Do:** write one.txt

  ### Step 2: two

  **Do:** write two.txt

  **Depends:** 1, 3

  ### Step 3: three
  $ forge plan check 1
  line 18: step 2 has no verify command
  failed plan-001: 1 problem
  [1]
  $ forge plan import tasks.json --tag release --json
  {"ok":true,"plan":"plan-002","number":2,"status":"DRAFT","title":"release","task":null,"created":"DATE","path":".forge/plans/plan-002-release.md","format":"taskmaster","steps":1,"done":0,"skipped":0,"tag":"release","other_tags":["master","later"],"notes":[],"settings":[],"memory":[],"problems":[]}
  $ forge plan import tasks.json --tag nope
  forge: tasks.json: there is no tag 'nope'; the tags are master, release, later
  [1]
  $ cat >../agent.toml <<'END'
  > [[turn]]
  > stage = "implement"
  > step = "2"
  > text = "two.txt is there."
  > result = { status = "done", summary = "two.txt is there." }
  > [[turn.write]]
  > path = "two.txt"
  > content = "two\n"
  > END
  $ git add .gitignore; git commit -q -m ignore; export FORGE_AGENT="replay:$(readlink -f ..)/agent.toml"
  $ forge plan approve 1 >run.out; forge plan run 1 --json >run.out; forge status 1 | grep -E '^ *(1|2|3) '; forge log 1 | grep -c 'implement.*started'
    1     done     -      one: done before this run
    2     done     -      two
    3     skipped  -      three: skipped before this run
  1
  $ forge plan steps 1; git log --format=%s forge/run-001
  [x] 1: one [implement]
  [x] 2: two [implement] (depends: 1, 3)
  [-] 3: three [implement]
  plan-001 2: two
  ignore
  first
  $ forge doctor | grep -v '^ok'
  [1]

A clone that has the plan and not the run does again what the run did, and not what was imported.

  $ git clone -q . ../clone; cp -r .forge/plans ../clone/plans; cd ../clone
  $ mkdir -p .forge && mv plans .forge/; sed -i 's/^\*\*Status:\*\* DONE/**Status:** DRAFT/' .forge/plans/plan-001-*.md
  $ grep -h '^\*\*State' .forge/plans/plan-001-*.md; forge plan show 1 | grep '^ *\['
  **State:** done (imported)
  **State:** done
  **State:** skipped (imported)
    [x] 1: one [implement]
    [ ] 2: two [implement] (depends: 1, 3)
    [-] 3: three [implement]
  $ forge plan approve 1 >run.out; forge plan run 1 --json >run.out; forge status 1 | grep -E '^ *(1|2|3) '
    1     done     -      one: done before this run
    2     done     -      two
    3     skipped  -      three: skipped before this run
  $ cd - >/dev/null

spec-kit and slice folders, too. A plan of Forge's own begins again.

  $ printf '# Tasks\n\n## Phase 1: all\n\n- [X] T001 write one.txt\n- [ ] T002 write two.txt\n' >tasks.md
  $ forge plan import tasks.md; forge plan steps 3
  plan-003 Tasks (2 steps from speckit, 1 done)
    .forge/plans/plan-003-tasks.md
  [x] T001: write one.txt [implement]
  [ ] T002: write two.txt [implement] (depends: T001)
  $ mkdir -p S01/tasks/T01 S01/tasks/T02; printf '# S01: slice\n\n- [x] **T01: one**\n- [ ] **T02: two**\n' >S01/S01-PLAN.md
  $ for t in T01 T02; do printf -- '---\nid: %s\ntitle: %s\n---\n\nDo it.\n' $t $t >S01/tasks/$t/$t-PLAN.md; done; echo done >S01/tasks/T01/T01-SUMMARY.md
  $ forge plan import S01; forge plan steps 4
  plan-004 slice (2 steps from slice, 1 done)
    .forge/plans/plan-004-slice.md
  [x] T01: T01 [implement]
  [ ] T02: T02 [implement] (depends: T01)
  $ forge plan import .forge/plans/plan-001-*.md; forge plan steps 5
  plan-005 master (3 steps from markdown)
    .forge/plans/plan-005-master.md
  [ ] 1: one [implement]
  [ ] 2: two [implement] (depends: 1, 3)
  [ ] 3: three [implement]
