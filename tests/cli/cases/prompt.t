What a stage would be asked, exactly, and how long each block is.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge prompt 1 plan 2> /dev/null
  You plan work so that others can do it in parallel. You read before you plan: the files to be changed, the code that
  uses them, the existing tests and how to run them. A step is small enough to be reviewed in one sitting, says which files
  it writes, depends only on what it truly needs, and ends in a command that fails today and passes when the step is done.
  Statements about the code carry file and line. Write down what you do not know; do not hide it in a confident
  sentence.

  # Task

  Plan it.

  # Your answer

  Your final message becomes the plan document: write the whole document and nothing else.

  # Objective

  write two files

  # Your work

  The plan to revise. Change what is asked for, keep the rest word for word, and hand back all of it:
  ```
  # Plan: two files

  ## Objective
  Write two files.

  ## Steps

  ### Step one: write one
  - Do: write one.txt
  - Writes: `one.txt`
  - Verify: `test -s one.txt`

  ### Step two: write two
  - Do: write two.txt
  - Writes: `two.txt`
  - Depends: one
  - Verify: `test -s two.txt`
  ```
  $ forge prompt 1 plan 2> /dev/null | head -17 | cmp - .forge/state/runs/001/units/1/prompt.md
  $ forge prompt 1 plan --sizes
  plan: planner
  block       tokens  bytes
  persona     121     481
  task        5       18
  answer      27      105
  objective   8       30
  work: plan  96      381
  all         257
  $ forge prompt 1 plan --json
  {"prompts":[{"stage":"plan","step":"","member":"","role":"planner","tokens":257,"blocks":[{"name":"persona","tokens":121,"text":"You plan work so that others can do it in parallel. You read before you plan: the files to be changed, the code that\nuses them, the existing tests and how to run them. A step is small enough to be reviewed in one sitting, says which files\nit writes, depends only on what it truly needs, and ends in a command that fails today and passes when the step is done.\nStatements about the code carry file and line. Write down what you do not know; do not hide it in a confident\nsentence.\n\n"},{"name":"task","tokens":5,"text":"# Task\n\nPlan it.\n\n"},{"name":"answer","tokens":27,"text":"# Your answer\n\nYour final message becomes the plan document: write the whole document and nothing else.\n\n"},{"name":"objective","tokens":8,"text":"# Objective\n\nwrite two files\n\n"},{"name":"work: plan","tokens":96,"text":"# Your work\n\nThe plan to revise. Change what is asked for, keep the rest word for word, and hand back all of it:\n```\n# Plan: two files\n\n## Objective\nWrite two files.\n\n## Steps\n\n### Step one: write one\n- Do: write one.txt\n- Writes: `one.txt`\n- Verify: `test -s one.txt`\n\n### Step two: write two\n- Do: write two.txt\n- Writes: `two.txt`\n- Depends: one\n- Verify: `test -s two.txt`\n```\n"}]}]}
  $ cat .forge/state/runs/001/units/*/request.json
  {
    "tier": "standard",
    "model": "claude-sonnet-4-6",
    "effort": "medium",
    "reason": "stage:plan",
    "effort_reason": "role:planner",
    "runtime": "replay",
    "model_reason": "table:standard",
    "tools": [
      "Read",
      "Glob",
      "Grep",
      "Bash"
    ],
    "tokens": 159
  }
  $ forge prompt 1 implement one --sizes
  implement: engineer
  block       tokens  bytes
  persona     110     439
  task        4       16
  objective   8       30
  work: step  35      138
  all         157
  $ forge prompt 1 build one
  forge: no stage `build` of a step
    hint: there are: implement, verify, commit
  [2]
  $ forge prompt 1 approve
  forge: stage `approve` asks no agent: its kind is ask
    hint: name a stage with a role, or a panel
  [2]
  $ forge prompt 1 nonsense
  forge: no stage `nonsense` of the run
    hint: there are: plan, approve, build
  [2]
  $ forge prompt 1 implement nine
  forge: no step `nine`
    hint: there are: one, two
  [2]
  $ forge prompt 1
  forge: prompt: STAGE is missing
    hint: STAGE: a stage of its pipeline; see forge prompt --help
  [2]
