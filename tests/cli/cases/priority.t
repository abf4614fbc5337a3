Priorities are shown where one was set: of runs, and of a plan's steps.

  $ . "$DATA/setup.sh"
  $ forge run "the first" > /dev/null
  [3]
  $ forge list
  RUN  STATUS   STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    waiting  approve  0/2    1.2k tokens, $0.01  0s   the first
  $ forge status 1 | grep -i priority
  [1]
  $ forge list --json | grep -o '"priority":[^,]*'
  "priority":null
  $ forge priority 1 high
  run 1 has high priority
  $ forge run "the second" > /dev/null
  [3]
  $ forge list
  RUN  STATUS   PRIORITY  STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    waiting  high      approve  0/2    1.2k tokens, $0.01  0s   the first
  2    waiting  -         approve  0/2    1.2k tokens, $0.01  0s   the second
  $ forge list --open | head -2
  RUN  STATUS   PRIORITY  STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    waiting  high      approve  0/2    1.2k tokens, $0.01  0s   the first
  $ forge status 1 | grep -i priority
    priority   high
  $ forge status 1 --json | grep -o '"priority":[^,}]*'
  "priority":"high"
  "priority":null
  "priority":null
  $ forge list --json | grep -o '"priority":[^,]*'
  "priority":"high"
  "priority":null

Of steps the plan says it, and `forge plan batch` lists those of a higher priority first.

  $ cat > plan.md <<'END'
  > # Plan: Three files
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Writes:** `one.txt`
  > **Priority:** low
  > **Verify:** `test -s one.txt`
  > 
  > ### Step two: write two
  > 
  > **Writes:** `two.txt`
  > **Verify:** `test -s two.txt`
  > 
  > ### Step three: write three
  > 
  > **Writes:** `three.txt`
  > **Priority:** high
  > **Verify:** `test -s three.txt`
  > 
  > ### Step four: write four
  > 
  > **Writes:** `four.txt`
  > **Depends:** one
  > **Verify:** `test -s four.txt`
  > END
  $ forge plan batch plan.md
  parallel: 3 steps can start now
    three
    two
    one
  $ forge plan batch plan.md --max 1 --json
  {"mode":"single","steps":["three"],"reason":"one step can start now; the other ready steps must wait","skipped":[{"step":"two","reason":"all 1 slots are taken"},{"step":"one","reason":"all 1 slots are taken"}]}
  $ cat > .forge/pipelines/given.toml <<'END'
  > name  = "given"
  > about = "a plan that a person wrote"
  > [[stage]]
  > name     = "approve"
  > kind     = "ask"
  > question = "Build this plan?"
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "small-step"
  > END
  $ forge run --pipeline given --plan plan.md "three files" > /dev/null
  [3]
  $ forge status 3 | grep -A4 'STEP'
    STEP   STATUS   STAGE  PRIORITY  TITLE
    one    pending  -      low       write one
    two    pending  -      -         write two
    three  pending  -      high      write three
    four   pending  -      -         write four
  $ forge status 3 --json | grep -o '"step":"[^"]*"\|"priority":[^,}]*'
  "priority":null
  "step":"one"
  "priority":"low"
  "step":"two"
  "priority":null
  "step":"three"
  "priority":"high"
  "step":"four"
  "priority":null
