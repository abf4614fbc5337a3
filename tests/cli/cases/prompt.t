What a stage would be asked, exactly, and how long each block is.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge prompt 1 plan 2> /dev/null
  You are the engineer on this task. You read the code around a change until you know its conventions, then write as its
  author would. You make the smallest change that does the whole job, with a test that fails without it. You run what
  proves it and read the output. You touch nothing outside the task, and leave no stray file, no commented-out code, no
  "for now". If the task cannot be done as asked, stop and say what stands in the way.

  # Task

  Plan it.

  # Your answer

  Your final message becomes the plan document: write the whole document and nothing else.

  # Objective

  write two files
  $ forge prompt 1 plan 2> /dev/null | cmp - .forge/state/runs/001/units/1/prompt.md
  $ forge prompt 1 plan --sizes
  plan: engineer
  block      tokens  bytes
  persona    110     439
  task       5       18
  answer     27      105
  objective  8       29
  all        150
  $ forge prompt 1 plan --json
  {"prompts":[{"stage":"plan","step":"","member":"","role":"engineer","tokens":150,"blocks":[{"name":"persona","tokens":110,"text":"You are the engineer on this task. You read the code around a change until you know its conventions, then write as its\nauthor would. You make the smallest change that does the whole job, with a test that fails without it. You run what\nproves it and read the output. You touch nothing outside the task, and leave no stray file, no commented-out code, no\n\"for now\". If the task cannot be done as asked, stop and say what stands in the way.\n\n"},{"name":"task","tokens":5,"text":"# Task\n\nPlan it.\n\n"},{"name":"answer","tokens":27,"text":"# Your answer\n\nYour final message becomes the plan document: write the whole document and nothing else.\n\n"},{"name":"objective","tokens":8,"text":"# Objective\n\nwrite two files\n"}]}]}
  $ cat .forge/state/runs/001/units/*/request.json
  {
    "tier": "standard",
    "model": "claude-sonnet-4-6",
    "effort": "medium",
    "reason": "role:engineer",
    "effort_reason": "role:engineer",
    "runtime": "replay",
    "model_reason": "table:standard",
    "tools": [
      "Read",
      "Write",
      "Edit",
      "Glob",
      "Grep",
      "Bash"
    ],
    "tokens": 148
  }
  $ forge prompt 1 implement one --sizes
  implement: engineer
  block       tokens  bytes
  persona     110     439
  task        4       16
  objective   8       30
  data: step  35      139
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
