`forge status --tree` and the status line: a run whose steps are runs, at a glance.

  $ . "$DATA/pipelines.sh"; export FORGE_SANDBOX=off
  $ pipeline miles <<'EOF'
  > [[stage]]
  > name           = "slices"
  > kind           = "each"
  > over           = "runs"
  > pipeline       = "part"
  > max_concurrent = 1
  > EOF
  $ pipeline part <<'EOF'
  > [[stage]]
  > name     = "plan"
  > role     = "planner"
  > sees     = ["objective"]
  > produces = "plan"
  > [[stage]]
  > name     = "tasks"
  > kind     = "each"
  > pipeline = "part-step"
  > [[stage]]
  > name     = "sure"
  > kind     = "ask"
  > question = "Is it good?"
  > when     = "require run.flags.risk == high"
  > EOF
  $ pipeline part-step <<'EOF'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > tier = "heavy"
  > sees = ["step"]
  > = merge
  > EOF
  $ printf '# Plan: greetings\n\n## Steps\n\n### Step S1: first\n- Do: greet\n\n### Step S2: second\n- Do: wave\n- Depends: S1\n- Risk: high\n\n### Step S3: third\n- Do: bow\n- Depends: S2\n' > ../miles.md
  $ cat > ../agent.sh <<'EOF'
  > case "$FORGE_RUN $FORGE_STAGE $FORGE_STEP" in
  > *" plan ") printf '# Plan: part\n\n## Steps\n\n### Step T1: one\n- Do: it\n\n### Step T2: two\n- Do: it\n- Depends: T1\n' ;;
  > "3 work T1")
  >   echo looking
  >   until ls REPO/.forge/state/runs/003/units/*/request.json; do :; done > /dev/null 2>&1
  >   (cd REPO && forge status 1 --tree > ../tree; forge statusline 1 > ../line) ;;
  > esac
  > echo "$FORGE_UNIT" > "$FORGE_RUN-$FORGE_STEP.txt"
  > echo 'FORGE-USAGE {"input_tokens": 1000, "output_tokens": 200}'
  > EOF
  $ sed -i "s|REPO|$PWD|; s|REPO|$PWD|" ../agent.sh
  $ forge run greet --pipeline miles --plan ../miles.md --auto --budget-tokens 50000 --agent "command:sh $PWD/../agent.sh" > ../out; echo "exit $?"
  exit 3
  $ cat ../tree
  TREE           STATUS     STAGE         STEPS  SPENT                 WHAT
  run 1          active     slices        1/3    4.8k of 50.0k tokens  greet
  |- S1 (run 2)  completed  -             2/2    3.6k tokens           first
  |- S2 (run 3)  active     tasks         0/2    1.2k tokens           second
  |  |- T1       running    work (heavy)  -      -                     one
  |  `- T2       pending    -             -      -                     two; waits for T1
  `- S3          pending    -             -      -                     third; waits for S2

  next: forge watch 1
  $ sed 's/| [0-9.ms]* |/| TIME |/' ../line
  forge 1 active | slices v1 | ███░░░░░░░ 1/3 | S2 0/2 > T1 work (heavy) | TIME | 4.8k of 50.0k tokens
  $ forge status 1 --tree
  TREE           STATUS     STAGE   STEPS  SPENT                 WHAT
  run 1          active     slices  1/3    7.2k of 50.0k tokens  greet
  |- S1 (run 2)  completed  -       2/2    3.6k tokens           first
  |- S2 (run 3)  waiting    sure    2/2    3.6k tokens           second; waits for question 1: Is it good?
  |  |- T1       done       -       -      -                     one
  |  `- T2       done       -       -      -                     two
  `- S3          pending    -       -      -                     third; waits for S2

  run 3 question 1 (sure): Is it good?
    answers  yes, no
    type     forge answer 3 yes --go

  next: forge answer 3 yes --go
  $ forge status 1 --tree --json | tr '{' '\n' | grep '"depth"'
  "run":2,"parent":1,"step":"S1","depth":1,"status":"completed","stage":null,"steps_done":2,"steps":2,"waits_for":null},
  "run":3,"parent":1,"step":"S2","depth":1,"status":"waiting","stage":"sure","steps_done":2,"steps":2,"waits_for":"question 1: Is it good?"}],"tree":[
  "depth":0,"worker":1,"of_step":null,"title":"greet","status":"active","stage":"slices","tier":null,"steps_done":1,"steps":3,"tokens":7200,"usd":0.0,"waits_for":null},
  "depth":1,"worker":2,"of_step":"S1","title":"first","status":"completed","stage":null,"tier":null,"steps_done":2,"steps":2,"tokens":3600,"usd":0.0,"waits_for":null},
  "depth":1,"worker":3,"of_step":"S2","title":"second","status":"waiting","stage":"sure","tier":null,"steps_done":2,"steps":2,"tokens":3600,"usd":0.0,"waits_for":"question 1: Is it good?"},
  "depth":2,"worker":null,"of_step":"T1","title":"one","status":"done","stage":null,"tier":null,"steps_done":0,"steps":0,"tokens":0,"usd":0.0,"waits_for":null},
  "depth":2,"worker":null,"of_step":"T2","title":"two","status":"done","stage":null,"tier":null,"steps_done":0,"steps":0,"tokens":0,"usd":0.0,"waits_for":null},
  "depth":1,"worker":null,"of_step":"S3","title":"third","status":"pending","stage":null,"tier":null,"steps_done":0,"steps":0,"tokens":0,"usd":0.0,"waits_for":"S2"}],"open_findings":0,"next":"forge answer 3 yes --go"}
  $ forge status --tree 3
  TREE   STATUS   STAGE  STEPS  SPENT                 WHAT
  run 3  waiting  sure   2/2    3.6k of 46.4k tokens  second; waits for question 1: Is it good?
  |- T1  done     -      -      -                     one
  `- T2  done     -      -      -                     two

  run 3 question 1 (sure): Is it good?
    answers  yes, no
    type     forge answer 3 yes --go

  next: forge answer 3 yes --go

The pages of the milestone say the same while it waits and when it has ended.

  $ sed -n '/^\*\*/p; /^`/p; /^- run/p; /^| S[0-9]/p' .forge/milestones/M001-greet/STATE.md
  **Active Milestone:** M001-greet
  **Active Slice:** S2
  **Active Task:** none
  **Phase:** sure
  **Status:** active, in `slices`
  `forge answer 3 yes --go`
  - run 3 question 1 (sure): Is it good? yes, no
  | S1 | 2 | completed | - | 2/2 | - | first |
  | S2 | 3 | waiting | sure | 2/2 | question 1: Is it good? | second |
  | S3 | - | pending | - | - | S2 | third |
  $ ls .forge/milestones .forge/milestones/M001-greet/slices/S2
  .forge/milestones:
  M001-greet

  .forge/milestones/M001-greet/slices/S2:
  CONTEXT.md
  PLAN.md
  UAT.md
  VERIFICATION.md
  $ forge cancel 1
  run 1 was cancelled
  next: forge log 1
  $ ls .forge/milestones
  DECISIONS.md
  KNOWLEDGE.md
  LEDGER.md
  M001-greet
  ROADMAP.md
  STATE.md
  $ tail -7 .forge/milestones/ROADMAP.md
  **Status:** cancelled

  - [x] **S1: first** `depends:[]`
    run 2, completed
  - [ ] **S2: second** `risk:high` `depends:[S1]`
    run 3, cancelled
  - [ ] **S3: third** `depends:[S2]`
