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

  A program reads the plan. It has a title, the sections Objective, Scope, Changes (each file in backticks), Risks (each with its mitigation) and Testing, and below `## Steps` a block `### Step ID: TITLE` for each step. An ID has letters, digits, `.`, `-` and `_`. Who does a step sees it and the sections above, without items of Changes, Risks and Testing that name only files of other steps.

  A field begins a line, as `**Label:** value`; a list stands below its label. These are all the fields, with what Forge does in parentheses; leave out what you do not need.

  - **Do:** what to do and how
  - **Files:** paths to read first
  - **Writes:** paths or globs it changes (no others may change; steps that share one need Depends)
  - **Depends:** step ids, or `none` and nothing else (it starts when they are done)
  - **Verify:** each command alone in backticks; exits 0 only after the work (`! c`: c must fail) (required unless Kind is read/audit)
  - **Done when:** what can be observed then
  - **Complexity:** `simple`, `medium` or `complex` (no step is reviewed alone; three written files, tests and documents not counted, or a strategic claim: complex)
  - **Must-haves:** a list of truths, or YAML with truths, artifacts [path, provides, min_lines], key_links [from, to, via], expected_output [paths] (looked for in the tree)
  - **Acceptance criteria:** a list of `unit: CHECK`, also static and e2e, commands in backticks (run on the whole)
  - **Claims:** a list of `fact: TEXT — path:line`, true today ("faster" is a design_bet); design_bet with assumption, validation_plan, blast_radius below it; strategic with rationale, alternatives_considered; kg_fact, which no file says (an owner), with kg_citation, a triple of memory (a fact fails unless a name or two words of its TEXT stand within 3 lines of path:line)
  - **Disallowed changes:** paths or globs it must not change (enforced)
  - **Kind:** `implement`, `read` or `audit` (the last two change nothing)
  - **Checkpoint:** `true` (its dependents wait for a person)
  - **Tier:** `light`, `standard`, `heavy` or `max` (size of the model)
  - **Effort:** `low`, `medium` or `high` (of the model)
  - **Estimate:** `45m`, `2h` (orders steps)
  - **Budget:** `max tokens 50k, max retries 2` (limits)
  - **Verify parallel:** a number (commands at once)
  - **Proof:** `red-green`, or `waived because REASON` (red-green: Verify fails with the tests alone, passes with the work)
  - **Passes today:** why Verify passes before the work (reviewers see it)
  - **Risk:** `high` (a larger model plans it, if it is a run)
  - **Large:** `true` (may be split when it fails)
  - **Tags:** `docs` (a lighter model)
  - **Failure mode:**, **Fallback:**, **Success evidence:** text
  - **Expected trajectory:** a list

  In Verify, Testing and Acceptance criteria a command is run only alone in backticks, or with "passes", "exits with 0" or "prints ..." behind it.

  An example:

  ````markdown
  # Plan: Count the words of large files

  ## Objective

  `count` takes files of any size in 1 MiB of memory.

  ## Scope

  The reader and its test; the output stays as it is.

  ## Changes

  - `src/count.c`: read 64 KiB at a time
  - `tests/border.sh`, `tests/large.sh`: new

  ## Risks

  - A word on the border of two pieces counts twice. Mitigation: keep its state, and test it.

  ## Testing

  - Run `make test`.

  ## Steps

  ### Step reader: Read in pieces

  **Do:** Read 64 KiB at a time; keep a word's state between pieces.
  **Files:** `src/count.h`
  **Writes:** `src/count.c`, `tests/border.sh`
  **Depends:** none
  **Verify:** `sh tests/border.sh`
  **Done when:** a word on a border counts once
  **Complexity:** medium
  **Claims:**
  - fact: `count_file` reads the file at once — `src/count.c:12`

  ### Step large: A large file

  **Do:** Count the words of a file of 1 GiB under `ulimit -v`.
  **Writes:** `tests/large.sh`
  **Depends:** reader
  **Verify:** `sh tests/large.sh`
  **Done when:** it exits with 0
  **Complexity:** simple
  **Claims:**
  - fact: `make test` runs all — `Makefile:8`
  ````

  # Objective

  write two files

  # What the engine does

  It lets you change no file.

  # Your work

  The plan to revise. Change what your task asks for, keep the rest word for word, and hand back all of it:
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
  $ forge prompt 1 plan 2> /dev/null | head -c "$(wc -c < .forge/state/runs/001/units/1/prompt.md)" | cmp - .forge/state/runs/001/units/1/prompt.md
  $ forge prompt 1 plan --sizes
  plan: planner
  block       tokens  bytes  budget  left out
  persona     121     481
  task        5       18
  answer      1021    4073
  objective   8       30
  ground      14      53
  work: plan  97      387
  all         1266
  $ forge prompt 1 plan --json
  {"prompts":[{"stage":"plan","step":null,"member":null,"role":"planner","tokens":1266,"blocks":[{"block":"persona","tokens":121,"budget":null,"left_out":[],"text":"You plan work so that others can do it in parallel. You read before you plan: the files to be changed, the code that\nuses them, the existing tests and how to run them. A step is small enough to be reviewed in one sitting, says which files\nit writes, depends only on what it truly needs, and ends in a command that fails today and passes when the step is done.\nStatements about the code carry file and line. Write down what you do not know; do not hide it in a confident\nsentence.\n\n"},{"block":"task","tokens":5,"budget":null,"left_out":[],"text":"# Task\n\nPlan it.\n\n"},{"block":"answer","tokens":1021,"budget":null,"left_out":[],"text":"# Your answer\n\nYour final message becomes the plan document: write the whole document and nothing else.\n\nA program reads the plan. It has a title, the sections Objective, Scope, Changes (each file in backticks), Risks (each with its mitigation) and Testing, and below `## Steps` a block `### Step ID: TITLE` for each step. An ID has letters, digits, `.`, `-` and `_`. Who does a step sees it and the sections above, without items of Changes, Risks and Testing that name only files of other steps.\n\nA field begins a line, as `**Label:** value`; a list stands below its label. These are all the fields, with what Forge does in parentheses; leave out what you do not need.\n\n- **Do:** what to do and how\n- **Files:** paths to read first\n- **Writes:** paths or globs it changes (no others may change; steps that share one need Depends)\n- **Depends:** step ids, or `none` and nothing else (it starts when they are done)\n- **Verify:** each command alone in backticks; exits 0 only after the work (`! c`: c must fail) (required unless Kind is read/audit)\n- **Done when:** what can be observed then\n- **Complexity:** `simple`, `medium` or `complex` (no step is reviewed alone; three written files, tests and documents not counted, or a strategic claim: complex)\n- **Must-haves:** a list of truths, or YAML with truths, artifacts [path, provides, min_lines], key_links [from, to, via], expected_output [paths] (looked for in the tree)\n- **Acceptance criteria:** a list of `unit: CHECK`, also static and e2e, commands in backticks (run on the whole)\n- **Claims:** a list of `fact: TEXT — path:line`, true today (\"faster\" is a design_bet); design_bet with assumption, validation_plan, blast_radius below it; strategic with rationale, alternatives_considered; kg_fact, which no file says (an owner), with kg_citation, a triple of memory (a fact fails unless a name or two words of its TEXT stand within 3 lines of path:line)\n- **Disallowed changes:** paths or globs it must not change (enforced)\n- **Kind:** `implement`, `read` or `audit` (the last two change nothing)\n- **Checkpoint:** `true` (its dependents wait for a person)\n- **Tier:** `light`, `standard`, `heavy` or `max` (size of the model)\n- **Effort:** `low`, `medium` or `high` (of the model)\n- **Estimate:** `45m`, `2h` (orders steps)\n- **Budget:** `max tokens 50k, max retries 2` (limits)\n- **Verify parallel:** a number (commands at once)\n- **Proof:** `red-green`, or `waived because REASON` (red-green: Verify fails with the tests alone, passes with the work)\n- **Passes today:** why Verify passes before the work (reviewers see it)\n- **Risk:** `high` (a larger model plans it, if it is a run)\n- **Large:** `true` (may be split when it fails)\n- **Tags:** `docs` (a lighter model)\n- **Failure mode:**, **Fallback:**, **Success evidence:** text\n- **Expected trajectory:** a list\n\nIn Verify, Testing and Acceptance criteria a command is run only alone in backticks, or with \"passes\", \"exits with 0\" or \"prints ...\" behind it.\n\nAn example:\n\n````markdown\n# Plan: Count the words of large files\n\n## Objective\n\n`count` takes files of any size in 1 MiB of memory.\n\n## Scope\n\nThe reader and its test; the output stays as it is.\n\n## Changes\n\n- `src/count.c`: read 64 KiB at a time\n- `tests/border.sh`, `tests/large.sh`: new\n\n## Risks\n\n- A word on the border of two pieces counts twice. Mitigation: keep its state, and test it.\n\n## Testing\n\n- Run `make test`.\n\n## Steps\n\n### Step reader: Read in pieces\n\n**Do:** Read 64 KiB at a time; keep a word's state between pieces.\n**Files:** `src/count.h`\n**Writes:** `src/count.c`, `tests/border.sh`\n**Depends:** none\n**Verify:** `sh tests/border.sh`\n**Done when:** a word on a border counts once\n**Complexity:** medium\n**Claims:**\n- fact: `count_file` reads the file at once — `src/count.c:12`\n\n### Step large: A large file\n\n**Do:** Count the words of a file of 1 GiB under `ulimit -v`.\n**Writes:** `tests/large.sh`\n**Depends:** reader\n**Verify:** `sh tests/large.sh`\n**Done when:** it exits with 0\n**Complexity:** simple\n**Claims:**\n- fact: `make test` runs all — `Makefile:8`\n````\n\n"},{"block":"objective","tokens":8,"budget":null,"left_out":[],"text":"# Objective\n\nwrite two files\n\n"},{"block":"ground","tokens":14,"budget":null,"left_out":[],"text":"# What the engine does\n\nIt lets you change no file.\n\n"},{"block":"work: plan","tokens":97,"budget":null,"left_out":[],"text":"# Your work\n\nThe plan to revise. Change what your task asks for, keep the rest word for word, and hand back all of it:\n```\n# Plan: two files\n\n## Objective\nWrite two files.\n\n## Steps\n\n### Step one: write one\n- Do: write one.txt\n- Writes: `one.txt`\n- Verify: `test -s one.txt`\n\n### Step two: write two\n- Do: write two.txt\n- Writes: `two.txt`\n- Depends: one\n- Verify: `test -s two.txt`\n```\n"}]}]}
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
    "tokens": 1166
  }
  $ forge prompt 1 implement one --sizes
  implement: engineer
  block       tokens  bytes  budget  left out
  persona     110     439
  task        4       16
  ground      55      220
  work: step  35      138
  all         204
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
