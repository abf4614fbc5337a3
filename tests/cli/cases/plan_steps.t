Steps, from `## Steps` or from the changes.

  $ forge plan steps --from "$DATA/two_steps.md"
  [ ] one: write one [implement]
  [ ] two: write two [implement] (depends: one)
  $ forge plan steps --from "$DATA/two_steps.md" --json
  {"ok":true,"title":"Two files","hash":"HASH","derived":false,"steps":[{"step":"one","title":"write one","kind":"implement","what":"write one.txt","files":[],"writes":["one.txt"],"depends":[],"verify":["test -s one.txt"],"done_when":"","complexity":null,"estimate_ms":null,"acceptance":[],"must_haves":null,"claims":[],"tier":null,"effort":null,"role":null,"checkpoint":false,"failure_mode":"","fallback":"","max_tokens":null,"max_retries":null,"disallowed":[],"expected_trajectory":[],"success_evidence":"","extra":null,"line":26},{"step":"two","title":"write two","kind":"implement","what":"write two.txt","files":[],"writes":["two.txt"],"depends":["one"],"verify":["test -s two.txt"],"done_when":"","complexity":null,"estimate_ms":null,"acceptance":[],"must_haves":null,"claims":[],"tier":null,"effort":null,"role":null,"checkpoint":false,"failure_mode":"","fallback":"","max_tokens":null,"max_retries":null,"disallowed":[],"expected_trajectory":[],"success_evidence":"","extra":null,"line":33}],"problems":[]}

A plan in another format has the hash of its Markdown.

  $ printf '{"title":"M","modules":[{"id":"a","title":"A","writes":["a.c"],"done_when":"it builds"}]}' > m.json
  $ forge plan steps --from m.json --json | grep -o '"title":"M","hash":"[^"]*"'
  "title":"M","hash":"HASH"
  $ forge plan steps --from m.json --json | sed 's/.*"hash":"\([^"]*\)".*/\1/' > one
  $ forge plan export m.json --format markdown --to m.md >/dev/null
  $ forge plan steps --from m.md --json | sed 's/.*"hash":"\([^"]*\)".*/\1/' | cmp - one

Steps that are made from the changes.

  $ cat > changes.md <<'END'
  > # Plan: Webhooks
  > 
  > ## Changes
  > 
  > - `src/webhook.ts` - the endpoint
  >   answers 202 at once
  > - `src/webhook.test.ts` - its test
  > - `main.cpp`
  > END
  $ forge plan steps --from changes.md
  [ ] phase-1: Implement src/ (2 files) [implement]
  [ ] phase-2: Implement main.cpp [implement]
  [ ] phase-3: Post-implementation audit [audit] (depends: phase-1, phase-2)
  $ PLAN_PHASE_MAX_CONTEXT_FILES=1 forge plan steps --from changes.md
  [ ] phase-1: Implement webhook.ts [implement]
  [ ] phase-2: Implement webhook.test.ts [implement]
  [ ] phase-3: Implement main.cpp [implement]
  [ ] phase-4: Post-implementation audit [audit] (depends: phase-1, phase-2, phase-3)
  $ PLAN_PHASE_MAX_CONTEXT_FILES=none forge plan steps --from changes.md
  forge: PLAN_PHASE_MAX_CONTEXT_FILES: `plan_phase_max_context_files` cannot be `none`
    hint: wanted a whole number, 1 or more
  [2]
  $ printf '# Plan: x\n\n## Steps\n\n### Step a: a\n\n**Writes:** `../x`\n' | forge plan steps --from -
  [ ] a: a [implement]
  forge: standard input:7: step a: the path "../x" leads out of its directory with ..
  [1]
  $ forge plan steps
  forge: plan steps: give a plan of this project or --from FILE, not both
    hint: see forge plan steps --help
  [2]
  $ forge plan steps 1 --keep-done
  forge: plan steps: --keep-done needs --regenerate
    hint: see forge plan steps --help
  [2]
  $ forge plan steps --from changes.md --regenerate
  forge: plan steps: give a plan of this project or --from FILE, not both
    hint: see forge plan steps --help
  [2]

File names of titles.

  $ forge plan slug 'Add  Webhook support!'
  add-webhook-support
  $ forge plan slug 'Füge Grüße hinzu' --json
  {"slug":"füge-grüße-hinzu"}
  $ forge plan slug '!!!'
  untitled
