Only code in a sentence of a known shape is run. What is not run is told, with what to write instead.

  $ step() { printf '# Plan: C\n\n## Steps\n\n### Step a: a\n\n**Do:** x\n**Writes:** `a.c`\n%b\n' "$1" > c.md; forge plan steps --from c.md --json | grep -o '"verify":\[[^]]*\]'; forge plan check c.md | grep -v '^ok\|critical'; }
  $ step '**Verify:** `test -d x`. Other files are not changed.'
  "verify":["test -d x"]
  [1]
  $ step '**Verify:** `true`. Do not, ever, run `deploy.sh`'
  "verify":["true"]
  warning: line 9: step a: `deploy.sh` is not run: the line only speaks of it; to run it, write it alone: - `deploy.sh`
  $ step '**Verify:**\n- CI runs `sh -n x.sh`\n- Unit tests — `sh -n y.sh`\n- Build with `make`\n- `make` after the build'
  "verify":["sh -n y.sh","make"]
  warning: line 10: step a: `sh -n x.sh` is not run: the line only speaks of it; to run it, write it alone: - `sh -n x.sh`
  warning: line 13: step a: `make` is not run: the line only speaks of it; to run it, write it alone: - `make`
  $ step '**Verify:** `test -d x` must pass\n`test -d y` must pass'
  "verify":["test -d x","test -d y"]
  [1]
  $ step '**Verify:**\n- `true`\n- Verify `scripts/x.sh` handles the flag'
  "verify":["true"]
  warning: line 11: step a: `scripts/x.sh` is not run: the line only speaks of it; to run it, write it alone: - `scripts/x.sh`
  $ step '**Verify:** `true`\nstack test'
  "verify":["true"]
  warning: line 10: step a: "stack test" is not run: from here on it is text of Do; put a command in backticks
  $ step '**Verify:**\n- `true`\n- `sh deploy.sh`\n- Never run it.'
  "verify":["true"]
  warning: line 12: step a: "Never run it." is not run: it is no command; write a command in backticks, alone
  warning: line 11: step a: `sh deploy.sh` is not run: the words behind it say that it is not, or only when or where; to run it, write it alone, away from them: - `sh deploy.sh`
  $ step '**Verify:**\n- `true`\n- make deploy must never be run'
  "verify":["true"]
  warning: line 11: step a: "make deploy must never be run" is not run: it is no command; write a command in backticks, alone
  $ step '**Verify:**\n- `true`\n- Left to the user:\n  ```sh\n  git push\n  ```\n- `git push` (CI only)'
  "verify":["true"]
  warning: line 11: step a: "Left to the user:" is not run: it is no command; write a command in backticks, alone
  warning: line 12: step a: `git push` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `git push`
  warning: line 15: step a: `git push` is not run: the line only speaks of it; to run it, write it alone: - `git push`
  $ step '**Verify:**\n- `grep -q password a.c` must fail\n- Billing: `make billing`\n- `make a` or `make b`\n- `make <target>`\n- Run `git push`\n- `! grep -q password a.c`'
  "verify":["! grep -q password a.c"]
  warning: line 10: step a: `grep -q password a.c` is not run: the line says that it fails, and Forge expects exit code 0; write: - `! grep -q password a.c`
  warning: line 11: step a: `make billing` is not run: the line only speaks of it; to run it, write it alone: - `make billing`
  warning: line 12: step a: `make a` is not run: the line leaves a choice; write the one command to run
  warning: line 12: step a: `make b` is not run: the line leaves a choice; write the one command to run
  warning: line 13: step a: `make <target>` is not run: it is a placeholder; write the command
  warning: line 14: step a: `git push` is not run: it ships or destroys something; to run it, write it alone: - `git push`
  $ step '**Verify:** `true`\n**Acceptance criteria:**\n- unit: the limit holds, shown by `make limits`\n- unit: `grep -q password a.c` must fail\n- unit: `scripts/deploy.sh` is not changed'
  "verify":["true"]
  warning: line 12: step a: `grep -q password a.c` is not run: the line says that it fails, and Forge expects exit code 0; write: - `! grep -q password a.c`
  warning: line 13: step a: `scripts/deploy.sh` is not run: the line only speaks of it; to run it, write it alone: - `scripts/deploy.sh`

What a person does by hand is not run, and its programs need not be installed.

  $ printf '# Plan: T\n\n## Testing\n\n- `true`\n\n### By hand\n\n- `frobnicate --all`\n\n```sh\nfrobnicate --more\n```\n\n### Again\n\nManual checks:\n\n- `frobnicate --list`\n\n- make sure of it\n- make test\n\n## Steps\n\n### Step a: a\n\n**Writes:** `a.c`\n**Verify:** `true`\n' > t.md
  $ forge plan check t.md
  warning: line 9: `## Testing`: "frobnicate --all" is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `frobnicate --all`
  warning: line 11: `## Testing`: "frobnicate --more" is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `frobnicate --more`
  warning: line 19: `## Testing`: "frobnicate --list" is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `frobnicate --list`
  ok t.md: 1 step in 1 tier, at most 1 at once
    critical path: a

A section about other claims is text.

  $ printf '# Plan: J\n\n## Claims\n\n- `sub`: the id of the user\n- `exp`: when the token ends\n\n## Steps\n\n### Step a: a\n\n**Writes:** `a.c`\n**Verify:** `true`\n' > j.md
  $ forge plan check j.md
  warning: line 3: the section `## Claims` is read as text: it lists no fact, bet or strategy, and cites nothing; claims stand below **Claims:** of a step
  ok j.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ forge plan claims j.md
  0 verified, 0 mirages, 0 unverifiable

What is called existing must exist.

  $ printf 'def load_all():\n    return 1\n' > a.py && cp a.py b.py && git add a.py b.py && git commit -q -m files
  $ printf '# Plan: S\n\n## Changes\n\n- `a.py`: make the existing `read_rows()` faster\n- `b.py`: `load_all()` needs `read_cells()`\n' > s.md
  $ forge plan symbols s.md
  line 5: missing read_rows: not found in the repository
  line 6: verified load_all: function in b.py:1
  line 6: uncheckable read_cells: not found, and the plan does not say that it is here
  1 verified, 0 ambiguous, 1 missing, 0 greenfield, 1 uncheckable
  [1]

A file that another one imports is written, the other is not. A module without an id never starts.

  $ printf '# Plan: P\n\n## Changes\n\n- `g.ts`, imported by `h.ts`\n\n## Testing\n\n- `true`\n' > p.md
  $ forge plan check p.md | head -n 1
  warning: line 5: `## Changes`: h.ts is not written: the line only mentions it; give it a line of its own if it changes
  $ printf '{"modules":[{"title":"t"},{"id":"a","title":"a","objective":"o","files":["a"],"verify":["true"],"doneWhen":"d"}]}' > m.json
  $ forge plan batch m.json
  single: one step is ready
    a
    not a step: it has no id

A title that nobody wrote is a placeholder; one about braces is not.

  $ for title in '' ' _title_' ' Use {{mustache}} in templates'; do printf '# Plan:%s\n\n## Objective\n\nCount all the words.\n' "$title" > i.md; forge plan audit --structure i.md | head -n 1; done
  line 1: medium: Empty or placeholder: title
  line 1: medium: Empty or placeholder: title
  high: Missing section: Scope

A condition in a sentence beside the code keeps it from being run; the name of a check in front of it does not, and a comment only if it is about its line.

  $ step '**Verify:** After the merge. Run `true x`.'
  "verify":[]
  line 5: step a has no verify command
  warning: line 9: step a: `true x` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `true x`
  failed c.md: 1 problem
  $ step '**Verify:** `true x`. On Windows.'
  "verify":[]
  line 5: step a has no verify command
  warning: line 9: step a: `true x` is not run: the words behind it say that it is not, or only when or where; to run it, write it alone, away from them: - `true x`
  failed c.md: 1 problem
  $ step '**Verify:**\n- After the merge, run `true x`\n- Then run `true y`'
  "verify":[]
  line 5: step a has no verify command
  warning: line 10: step a: `true x` is not run: the line only speaks of it; to run it, write it alone: - `true x`
  warning: line 11: step a: `true y` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `true y`
  failed c.md: 1 problem
  $ step '**Verify:**\n- **Unit tests:** `true x`\n- **Billing:** `true y`'
  "verify":["true x"]
  warning: line 11: step a: "Billing" is not a field of a step; the fields are Do, Files, Writes, Depends, Verify, Done when, Complexity, Must-haves, Acceptance criteria, Claims, Disallowed changes, Kind, Checkpoint, Tier, Effort, Estimate, Budget, Verify parallel, Proof, Passes today, Risk, Large, Tags, Failure mode, Fallback, Success evidence, Expected trajectory
  $ step '**Verify:**\n```sh\n# never run deploy\ntrue x\n# do not run this\ntrue y\n```'
  "verify":["true x"]
  warning: line 10: step a: `true y` is not run: the words above it are no order and no name of a check; to run it, write it alone, away from them: - `true y`

A proof that proves nothing is refused, with its line and what a proof can be.

  $ step '**Verify:** `true`\n**Proof:** yes'
  "verify":["true"]
  line 10: step a: a proof is `red-green`, `waived because REASON` or a command in backticks, not "yes"
  failed c.md: 1 problem
