Each bold label of a line begins a field, and a state changes only its own word.

  $ cat > plan.md <<'END'
  > # Plan: Lines
  > 
  > ## Changes
  > 
  > - `a.c`: count
  > - `b/b.c`: print
  > 
  > ## Steps
  > 
  > ### Step a: count
  > 
  > **State:** done **Verify:** `test -f a.c` <!-- `make gone` -->
  > 
  > **Files:** `a.h`; **Writes:** `a.c`; **Depends:** none
  > 
  > ### Step b: print
  > 
  > **Verify:** `test -f b/b.c` **Writes:** `b/b.c` | **Complexity:** simple
  > END
  $ forge plan steps --from plan.md --json | python3 -c 'import json, sys; [print(s["step"], s["files"], s["writes"], s["verify"], s["depends"]) for s in json.load(sys.stdin)["steps"]]'
  a ['a.h'] ['a.c'] ['test -f a.c'] []
  b [] ['b/b.c'] ['test -f b/b.c'] []
  $ forge plan check plan.md
  ok plan.md: 2 steps in 1 tier, at most 2 at once
    critical path: a
  $ forge plan import plan.md
  plan-001 Lines (2 steps from markdown)
    .forge/plans/plan-001-lines.md
  $ forge plan show 1 --text | grep State
  **State:** pending **Verify:** `test -f a.c` <!-- `make gone` -->

What another tool has done is kept, or nothing is.

  $ forge plan steps 1
  [ ] a: count [implement]
  [ ] b: print [implement]
  $ forge plan steps 1 --regenerate
  [ ] phase-1: Implement a.c [implement]
  [ ] phase-2: Implement b.c [implement]
  [ ] phase-3: Post-implementation audit [audit] (depends: phase-1, phase-2)
  $ printf '# Plan: Again\n\n## Changes\n\n- `a.c`: count\n- `b/b.c`: print\n' > again.md && forge plan import again.md && forge plan steps 2 --regenerate
  plan-002 Again (3 steps from markdown)
    .forge/plans/plan-002-again.md
  [ ] phase-1: Implement a.c [implement]
  [ ] phase-2: Implement b.c [implement]
  [ ] phase-3: Post-implementation audit [audit] (depends: phase-1, phase-2)
  $ sed -i '/^### Step phase-[12]/a\\n**State:** done (imported)' .forge/plans/plan-002-*.md && forge plan steps 2 --regenerate
  forge: steps of plan-002 are already done
    hint: keep finished, unchanged steps: --regenerate --keep-done
  [1]
  $ forge plan steps 2 --regenerate --keep-done
  [x] phase-1: Implement a.c [implement]
  [x] phase-2: Implement b.c [implement]
  [ ] phase-3: Post-implementation audit [audit] (depends: phase-1, phase-2)

A document that is no plan has no graph.

  $ echo '{"x":1}' > x.json && forge plan graph x.json --json
  {"ok":false,"errors":[{"type":"schema","message":"modules must be an array","step":null,"line":null}],"warnings":[],"tiers":[],"critical_path":[],"max_parallel":0}
  [1]
