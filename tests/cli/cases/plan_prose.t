What stands near a command in a plan is not run, and what is not run is told.

  $ mkdir scripts && printf '#!/bin/sh\necho ran >> ../ran\n' > scripts/deploy.sh && chmod +x scripts/deploy.sh
  $ git add -A && git commit -q -m script
  $ step() { printf '# Plan: C\n\n## Steps\n\n### Step a: a\n\n**Do:** x\n**Writes:** `a.c`\n%b\n' "$1" > c.md; forge plan steps --from c.md --json | grep -o '"verify":\[[^]]*\]'; forge plan check c.md; }
  $ step '**Verify:** `true`\n**Claims**\n- fact: x — `scripts/deploy.sh:1`'
  $ forge plan claims c.md
  $ step '**Verify:** `true`\nKeep `scripts/deploy.sh` as it is.'
  $ step '**Verify:**\n- `true`\n- `scripts/deploy.sh` is not changed'
  $ step '**Verify:** `cat a.c` prints `one`'
  $ step '**Verify:** Run `test -s a.c` (it fails today because `a.c` is missing)'
  $ step '**Acceptance criteria:**\n- unit: `true`\n- **Claims:**\n  - fact: nothing cited\n**Verify:** `true`'
  $ forge plan claims c.md

Claims in a block of code are checked. A section of claims belongs to no step.

  $ step '**Verify:** `true`\n**Claims:**\n```\nfact: `zz` is here — `README.md:999`\n```' > /dev/null
  $ forge plan claims c.md
  $ printf '# Plan: C\n\n## Claims\n\n- fact: `zz` is here — `README.md:999`\n\n## Steps\n\n### Step a: a\n\n**Writes:** `a.c`\n**Verify:** `true`\n' > d.md
  $ forge plan claims d.md
  $ forge plan check d.md

Plain labels in a row are labels, and all unknown ones are told.

  $ step '**Verify:** `true`\nOwner: me\nReviewer: you\nMust have: a line' | cut -c 1-75

No path of a manifest or a table vanishes.

  $ printf '# Plan: M\n\n## Objective\n\nOne two three.\n\n## Change Manifest\n\n```json\n["/etc/x.c","../y.c","src/a b.c","src//i.ts","src/ok.c"]\n```\n\n## Testing\n\n- `true`\n' > m.md
  $ forge plan check m.md
  $ printf '# Plan: M\n\n## Objective\n\nOne two three.\n\n## Changes\n\n| file | what |\n|---|---|\n| `../t.c` | no |\n| `/abs/t.c` | no |\n| `src/ok.c` | no |\n\n- `src//i.ts`: double\n\n## Testing\n\n- `true`\n' > m2.md
  $ forge plan check m2.md

A contract is the code behind its name.

  $ printf '# Plan: T\n\n## Contracts\n\n- exists: `test -s one.txt` (see `two.txt`)\n- prose only\n\n## Steps\n\n### Step one: one\n\n**Writes:** `one.txt`\n**Verify:** `true`\n' > k.md
  $ forge plan check k.md

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
  $ forge plan check 1
  $ forge plan approve 1
  $ printf '#!/bin/sh\n[ "$FORGE_STAGE.$FORGE_STEP" = implement.one ] && echo hello > one.txt\necho done\nprintf '"'"'\\n**Verdict:** Approved\\n\\n```json\\n{"findings": [], "status": "done", "summary": "done"}\\n```\\n'"'"'\n' > ../agent.sh; chmod +x ../agent.sh
  $ export FORGE_AGENT=command:$PWD/../agent.sh
  $ forge plan run 1 > log 2>&1; echo exit $?
  $ grep -o "nothere.txt (exit 1).*" log | head -n 1
  $ test -e ../ran
