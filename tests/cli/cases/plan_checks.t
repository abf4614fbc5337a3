What code can say about a plan: structure, claims, symbols.

  $ forge plan audit --structure "$DATA/two_steps.md"
  DATA/two_steps.md has a valid structure
  $ printf '# Plan: x\n\n## Objective\n\n_to do_\n' > thin.md
  $ forge plan audit --structure thin.md
  line 3: medium: Empty or placeholder: Objective
  high: Missing section: Scope
  high: Missing section: Changes
  high: Missing section: Risks
  high: Missing section: Testing
  thin.md needs a revision
  [1]
  $ forge plan audit --structure thin.md --json
  {"ok":false,"severity":"high","counts":{"high":4,"medium":1,"low":0},"findings":[{"severity":"medium","message":"Empty or placeholder: Objective","line":3},{"severity":"high","message":"Missing section: Scope","line":null},{"severity":"high","message":"Missing section: Changes","line":null},{"severity":"high","message":"Missing section: Risks","line":null},{"severity":"high","message":"Missing section: Testing","line":null}]}
  [1]
  $ printf 'int CountWords(const char* text) {\n  return 0;\n}\n' > count.c
  $ git add count.c && git commit -q -m count
  $ cat > plan.md <<'END'
  > # Plan: Count
  > 
  > ## Changes
  > 
  > - `count.c` - make `CountWords` faster; `CountLines()` stays
  > 
  > ## Steps
  > 
  > ### Step a: do it
  > 
  > **Do:** change `CountWords`
  > 
  > **Verify:** `true`
  > **Claims:**
  > - fact: CountWords returns 0 — `count.c:2`
  > - fact: CountWords is cached — `count.c:1`
  > END
  $ forge plan symbols plan.md
  line 5: verified CountWords: function in count.c:1
  line 5: missing CountLines: not found in the repository
  1 verified, 0 ambiguous, 1 missing, 0 greenfield, 0 uncheckable
  [1]
  $ forge plan symbols plan.md --json
  {"ok":false,"counts":{"verified":1,"ambiguous":0,"missing":1,"greenfield":0,"uncheckable":0},"symbols":[{"symbol":"CountWords","class":"verified","reason":"function in count.c:1","file":"count.c","step":null,"line":5,"places":[{"file":"count.c","line":1,"kind":"function"}]},{"symbol":"CountLines","class":"missing","reason":"not found in the repository","file":"count.c","step":null,"line":5,"places":[]}]}
  [1]

What a library has, and what the plan makes, is not missing.

  $ printf 'import json\n\ndef show(x):\n    return json.dumps(x)\n' > show.py
  $ git add show.py && git commit -q -m show
  $ cat > libraries.md <<'END'
  > # Plan: Show
  > 
  > ## Changes
  > 
  > - `show.py`: add `show_all`, which calls `show.show` and `json.dump()`
  > - `show.py`: take `ThreadPoolExecutor` for `show.show_all`
  > END
  $ forge plan symbols libraries.md
  line 5: greenfield show_all: the plan creates it
  line 5: verified show.show: function in show.py:3
  line 5: uncheckable json.dump: json is no type, module or file of this repository
  line 6: uncheckable ThreadPoolExecutor: not found, and the plan does not say that it is here
  line 6: greenfield show.show_all: the plan creates it
  1 verified, 0 ambiguous, 0 missing, 2 greenfield, 2 uncheckable
  $ echo '- `show.py`: change the existing `show_one`, and `show.show_two`' >> libraries.md
  $ forge plan symbols libraries.md
  line 5: greenfield show_all: the plan creates it
  line 5: verified show.show: function in show.py:3
  line 5: uncheckable json.dump: json is no type, module or file of this repository
  line 6: uncheckable ThreadPoolExecutor: not found, and the plan does not say that it is here
  line 6: greenfield show.show_all: the plan creates it
  line 7: missing show_one: not found in the repository
  line 7: missing show.show_two: not found in the repository
  1 verified, 0 ambiguous, 2 missing, 2 greenfield, 2 uncheckable
  [1]

  $ forge plan symbols plan.md --repo "$HOME"
  forge: list the files of HOME: fatal: not a git repository (or any of the parent directories): .git
    hint: name a directory in a git repository
  [2]
  $ forge plan claims plan.md
  line 15: verified fact: CountWords returns 0 (count.c:2)
    count.c:2 has "CountWords"
  line 16: verified fact: CountWords is cached (count.c:1)
    count.c:1 has "CountWords"
  2 verified, 0 mirages, 0 unverifiable
  $ forge plan claims plan.md --json
  {"ok":true,"counts":{"verified":2,"mirage":0,"unverifiable":0},"claims":[{"type":"fact","text":"CountWords returns 0","citation":"count.c:2","verdict":"verified","reason":"count.c:2 has \"CountWords\"","step":"a","line":15},{"type":"fact","text":"CountWords is cached","citation":"count.c:1","verdict":"verified","reason":"count.c:1 has \"CountWords\"","step":"a","line":16}],"problems":[]}
  $ forge plan symbols
  forge: plan symbols: FILE is missing
    hint: FILE: a plan in any format, `-` for standard input, or a plan of this project by number or slug; see forge plan symbols --help
  [2]
  $ forge plan claims missing.md
  forge: read missing.md: No such file or directory
  [2]

Spikes and triples are looked up in memory; what they say must be what is claimed.

  $ cat > cited.md <<'END'
  > # Plan: x
  > 
  > ## Steps
  > 
  > ### Step a: a
  > 
  > **Verify:** `true`
  > **Claims:**
  > - fact: the `feed` pages by cursor — spike:s1
  > - fact: the `feed` pages by offset — spike:s2
  > - fact: the `printer` is fast — spike:s1
  > - kg_fact: `billing` belongs to payments
  >   kg_citation: t1
  > - kg_fact: `billing` belongs to sales
  >   kg_citation: t9
  > END
  $ forge plan claims cited.md
  line 9: unverifiable fact: the `feed` pages by cursor (spike:s1)
    spike s1 cannot be looked up here
  line 10: unverifiable fact: the `feed` pages by offset (spike:s2)
    spike s2 cannot be looked up here
  line 11: unverifiable fact: the `printer` is fast (spike:s1)
    spike s1 cannot be looked up here
  line 12: unverifiable kg_fact: `billing` belongs to payments (t1)
    triple t1 cannot be looked up here
  line 14: unverifiable kg_fact: `billing` belongs to sales (t9)
    triple t9 cannot be looked up here
  0 verified, 0 mirages, 5 unverifiable
  $ forge spike add "the feed pages by cursor" confirmed
  s1: confirmed: the feed pages by cursor
  $ forge spike add "the feed pages by offset" refuted --actual "by cursor"
  s2: refuted: the feed pages by offset; actually: by cursor
  $ forge memory kg add billing owned-by payments
  t1: billing owned-by payments
  $ forge plan claims cited.md
  line 9: verified fact: the `feed` pages by cursor (spike:s1)
    spike s1 has "feed"
  line 10: mirage fact: the `feed` pages by offset (spike:s2)
    spike s2 was refuted
  line 11: mirage fact: the `printer` is fast (spike:s1)
    spike s1 mentions none of "printer"
  line 12: verified kg_fact: `billing` belongs to payments (t1)
    triple t1 has "billing"
  line 14: mirage kg_fact: `billing` belongs to sales (t9)
    there is no triple t9
  2 verified, 3 mirages, 0 unverifiable
  [1]
  $ forge memory kg invalidate billing owned-by
  1 no longer true
  $ forge plan claims cited.md | grep 'triple t1'
    triple t1 is no longer current

A step without a verify command fails the check. Such a plan can be approved and run; both say so.

  $ sed '/^.*Verify:.* one.txt/d' "$DATA/two_steps.md" >unproven.md; forge plan check unproven.md | head -3
  line 26: step one has no verify command
  failed unproven.md: 1 problem
  $ forge plan import unproven.md --title Unproven >/dev/null
  $ forge plan approve unproven
  plan-001 is approved
  note: line 33: step one has no verify command
  next: forge plan run 1
  $ FORGE_AGENT="replay:$DATA/plan_agent.toml" forge plan run-one unproven 2>&1 | head -2
  note: line 33: step one has no verify command
  uncommitted changes in cited.md (new), libraries.md (new), plan.md (new) and 2 more: agents work from the last commit (to start from them: --include-changes)
