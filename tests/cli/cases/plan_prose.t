What stands near a command in a plan is not run, and what is not run is told.

  $ mkdir scripts && printf '#!/bin/sh\necho ran >> ../ran\n' > scripts/deploy.sh && chmod +x scripts/deploy.sh
  $ git add -A && git commit -q -m script
  $ step() { printf '# Plan: C\n\n## Steps\n\n### Step a: a\n\n**Do:** x\n**Writes:** `a.c`\n%b\n' "$1" > c.md; forge plan steps --from c.md --json | grep -o '"verify":\[[^]]*\]'; forge plan check c.md; }
  $ step '**Verify:** `true`\n**Claims**\n- fact: x — `scripts/deploy.sh:1`'
  "verify":["true"]
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ forge plan claims c.md
  line 11: unverifiable fact: x (scripts/deploy.sh:1)
    scripts/deploy.sh:1 is there, but the claim names nothing to look for
  0 verified, 0 mirages, 1 unverifiable
  $ step '**Verify:** `true`\nKeep `scripts/deploy.sh` as it is.'
  "verify":["true"]
  warning: line 10: step a: "Keep `scripts/deploy.sh` as it is." is not run: from here on it is text of Do; put a command in backticks
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ step '**Verify:**\n- `true`\n- `scripts/deploy.sh` is not changed'
  "verify":["true"]
  warning: line 11: step a: `scripts/deploy.sh` is not run: the line only speaks of it; to run it, write it alone: - `scripts/deploy.sh`
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ step '**Verify:** `cat a.c` prints `one`'
  "verify":["cat a.c"]
  warning: line 9: step a: `one` is not run: the line only speaks of it; to run it, write it alone: - `one`
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ step '**Verify:** Run `test -s a.c` (it fails today because `a.c` is missing)'
  "verify":["test -s a.c"]
  warning: line 9: step a: `a.c` is not run: the line only speaks of it; to run it, write it alone: - `a.c`
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ step '**Acceptance criteria:**\n- unit: `true`\n- **Claims:**\n  - fact: nothing cited\n**Verify:** `true`'
  "verify":["true"]
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a
  $ forge plan claims c.md
  line 12: mirage fact: nothing cited
    the fact has no citation
  0 verified, 1 mirages, 0 unverifiable
  [1]

Claims in a block of code are checked. A section of claims belongs to no step.

  $ step '**Verify:** `true`\n**Claims:**\n```\nfact: `zz` is here — `README.md:999`\n```' > /dev/null
  $ forge plan claims c.md
  line 12: mirage fact: `zz` is here (README.md:999)
    README.md has 1 lines, no line 999
  0 verified, 1 mirages, 0 unverifiable
  [1]
  $ printf '# Plan: C\n\n## Claims\n\n- fact: `zz` is here — `README.md:999`\n\n## Steps\n\n### Step a: a\n\n**Writes:** `a.c`\n**Verify:** `true`\n' > d.md
  $ forge plan claims d.md
  line 3: the section `## Claims` belongs to no step, so that its claims would not be checked: list them below **Claims:** of the step that rests on them
  0 verified, 0 mirages, 0 unverifiable
  [1]
  $ forge plan check d.md
  line 3: the section `## Claims` belongs to no step, so that its claims would not be checked: list them below **Claims:** of the step that rests on them
  failed d.md: 1 problem
  [1]

Plain labels in a row are labels, and all unknown ones are told.

  $ step '**Verify:** `true`\nOwner: me\nReviewer: you\nMust have: a line' | cut -c 1-75
  "verify":["true"]
  warning: line 10: step a: "Owner" is not a field of a step; the fields are
  warning: line 11: step a: "Reviewer" is not a field of a step
  ok c.md: 1 step in 1 tier, at most 1 at once
    critical path: a

No path of a manifest or a table vanishes.

  $ printf '# Plan: M\n\n## Objective\n\nOne two three.\n\n## Change Manifest\n\n```json\n["/etc/x.c","../y.c","src/a b.c","src//i.ts","src/ok.c"]\n```\n\n## Testing\n\n- `true`\n' > m.md
  $ forge plan check m.md
  line 9: `## Change Manifest`: the path "/etc/x.c" is not relative to the repository
  line 9: `## Change Manifest`: the path "../y.c" leads out of its directory with ..
  line 9: `## Change Manifest`: the path "src//i.ts" has two slashes in a row
  failed m.md: 3 problems
  [1]
  $ printf '# Plan: M\n\n## Objective\n\nOne two three.\n\n## Changes\n\n| file | what |\n|---|---|\n| `../t.c` | no |\n| `/abs/t.c` | no |\n| `src/ok.c` | no |\n\n- `src//i.ts`: double\n\n## Testing\n\n- `true`\n' > m2.md
  $ forge plan check m2.md
  line 11: `## Changes`: the path "../t.c" leads out of its directory with ..
  line 12: `## Changes`: the path "/abs/t.c" is not relative to the repository
  line 15: `## Changes`: the path "src//i.ts" has two slashes in a row
  failed m2.md: 3 problems
  [1]

A contract is the code behind its name.

  $ printf '# Plan: T\n\n## Contracts\n\n- exists: `test -s one.txt` (see `two.txt`)\n- prose only\n\n## Steps\n\n### Step one: one\n\n**Writes:** `one.txt`\n**Verify:** `true`\n' > k.md
  $ forge plan check k.md
  warning: `## Contracts`: a contract without a command: prose only
  ok k.md: 1 step in 1 tier, at most 1 at once
    critical path: one

The commands of Testing are taken as people write them, and prove the whole of a plan that lists its steps.

  $ cat > p.md <<'EOF'
  > # Plan: One file
  > 
  > **Heartbeat:** soon
  > 
  > ## Objective
  > 
  > One file that greets.
  > 
  > ## Testing
  > 
  > - Run `test -s one.txt`
  > - [ ] `test -d scripts`
  > - Whole: `test -s nothere.txt` must pass
  > 
  > Then run `sh -n scripts/deploy.sh`.
  > 
  > | what | how |
  > |---|---|
  > | unit | `sh -n table.sh` |
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Do:** write one.txt
  > **Writes:** `one.txt`
  > **Verify:** `test -s one.txt`
  > **Acceptance criteria:**
  > - unit: `scripts/deploy.sh` is not changed
  > EOF
  $ forge plan import p.md
  plan-001 One file (1 step from markdown)
    .forge/plans/plan-001-one-file.md
  $ forge plan check 1
  warning: line 7: the heartbeat "soon" is not a duration such as 2m or 90s, nor `off`: there will be none
  warning: line 35: step one: `scripts/deploy.sh` is not run: the line only speaks of it; to run it, write it alone: - `scripts/deploy.sh`
  warning: line 21: `## Testing`: "sh -n scripts/deploy.sh" is not run: the line only speaks of it; to run it, write it alone: - `sh -n scripts/deploy.sh`
  warning: line 25: `## Testing`: "sh -n table.sh" is not run: the line only speaks of it; to run it, write it alone: - `sh -n table.sh`
  ok plan-001: 1 step in 1 tier, at most 1 at once
    critical path: one
  $ forge plan approve 1
  plan-001 is approved
  next: forge plan run 1
  $ printf '#!/bin/sh\n[ "$FORGE_STAGE.$FORGE_STEP" = implement.one ] && echo hello > one.txt\necho done\nprintf '"'"'\\n**Verdict:** Approved\\n\\n```json\\n{"findings": [], "status": "done", "summary": "done"}\\n```\\n'"'"'\n' > ../agent.sh; chmod +x ../agent.sh
  $ export FORGE_AGENT=command:$PWD/../agent.sh
  $ forge plan run 1 > log 2>&1; echo exit $?
  exit 3
  $ grep -o "nothere.txt (exit 1).*" log | head -n 1
  nothere.txt (exit 1); 2 of 3 commands passed (1 cached: same tree)
  $ test -e ../ran
  [1]
