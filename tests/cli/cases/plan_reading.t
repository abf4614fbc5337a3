What a plan says, as people and models write it: labels, claims, files and commands.

A label below a list ends the list, also without a blank line.

  $ mkdir -p src && printf 'int read_all(void) {\n  return 64;\n}\n' > src/reader.c
  $ git add src && git commit -q -m reader
  $ cat > labels.md <<'END'
  > # Plan: Labels
  > 
  > ## Steps
  > 
  > ### Step a: read
  > 
  > **Do:** read in pieces
  > **Acceptance criteria:**
  > - unit: `true`
  > **Claims:**
  > - fact: nothing cited
  > **Writes:**
  > - `src/reader.c`
  > **Verify:** `true`
  > END
  $ forge plan claims labels.md
  line 11: mirage fact: nothing cited
    the fact has no citation
  0 verified, 1 mirages, 0 unverifiable
  [1]

Claims are read in the words that models use, and checked.

  $ cat > claims.md <<'END'
  > # Plan: Claims
  > 
  > ## Steps
  > 
  > ### Step a: read
  > 
  > **Writes:** `src/reader.c`
  > **Verify:** `true`
  > **Claims:**
  > - **Fact**: `read_all` returns 64. Citation: src/reader.c:1
  > - **Fact**: `read_all` returns 65 on large files. Citation: src/reader.c:999
  > - **Fact**: `read_all` is tested. Citation: src/missing.c:1
  > - **Bet**: 64 is enough. Assumption: files are large. Validation plan: measure. Blast radius: the reader
  > - the reader is fast
  > END
  $ forge plan claims claims.md
  line 10: verified fact: `read_all` returns 64. (src/reader.c:1)
    src/reader.c:1 has "read_all"
  line 11: mirage fact: `read_all` returns 65 on large files. (src/reader.c:999)
    src/reader.c has 3 lines, no line 999
  line 12: mirage fact: `read_all` is tested. (src/missing.c:1)
    there is no file src/missing.c
  line 13: verified design_bet: 64 is enough.
    says what it assumes and how that will be tested
  line 14: step a: "the reader is fast" is not a claim: start it with fact:, kg_fact:, design_bet: or strategic:
  2 verified, 2 mirages, 0 unverifiable
  [1]

In YAML the type may be the name of the text. A claim without a text is a mirage; one below a paragraph that ends the list is a problem.

  $ step() { printf '# Plan: Claims\n\n## Steps\n\n### Step a: read\n\n**Writes:** `src/reader.c`\n**Verify:** `true`\n**Claims:**\n'; cat; }
  $ { echo '```yaml'; echo '- fact: write_all returns 99'; echo '  citation: src/reader.c:1'; echo '- fact: read_all returns 64 — src/reader.c:1'; echo '```'; } | step > yaml.md
  $ forge plan claims yaml.md
  line 10: mirage fact: write_all returns 99 (src/reader.c:1)
    src/reader.c:1 mentions none of "write_all", "99"
  line 10: verified fact: read_all returns 64 (src/reader.c:1)
    src/reader.c:1 has "read_all"
  1 verified, 1 mirages, 0 unverifiable
  [1]
  $ { echo '```json'; echo '[{"type": "fact", "claim": "write_all returns 99", "citation": "src/reader.c:1"}]'; echo '```'; } | step > json.md
  $ forge plan claims json.md
  line 10: mirage fact:  (src/reader.c:1)
    the fact has no text
  0 verified, 1 mirages, 0 unverifiable
  [1]
  $ printf -- '- fact: `read_all` is here — src/reader.c:1\n\nThis matters.\n\n- fact: `write_all` is here — src/reader.c:99\n' | step > below.md
  $ forge plan claims below.md
  line 10: verified fact: `read_all` is here (src/reader.c:1)
    src/reader.c:1 has "read_all"
  line 14: step a: this claim stands below a paragraph that ends the list of Claims, so that it would not be checked: move it into the list
  1 verified, 0 mirages, 0 unverifiable
  [1]

Commands of Testing verify the whole, and a step if they name only its files. What is not taken is told.

  $ cat > changes.md <<'END'
  > # Plan: Changes
  > 
  > ## Objective
  > 
  > Two readers.
  > 
  > ## Changes
  > 
  > - `src/reader.c`: a reader that uses the helper `src/helper.c`
  > - `lib/{a,b}.c`: both
  > - `docs/my notes.md`: how to use it
  > 
  > ## Testing
  > 
  > - `sh -n src/reader.c`
  > - `test -d src`
  > - `src/reader.c`
  > - `read_all()`
  > - `user logs in`
  > END
  $ forge plan steps --from changes.md --json | sed 's/},{"step/}\n{"step/g' | sed -n 's/.*"step":"\([^"]*\)".*"writes":\(\[[^]]*\]\).*"verify":\(\[[^]]*\]\).*/\1 \2 \3/p'
  phase-1 ["src/reader.c"] ["sh -n src/reader.c"]
  phase-2 ["lib/a.c","lib/b.c"] []
  phase-3 ["docs/my notes.md"] []
  phase-4 [] ["sh -n src/reader.c","test -d src"]
  $ forge plan check changes.md
  warning: line 9: `## Changes`: src/helper.c is not written: the line only mentions it; give it a line of its own if it changes
  warning: line 17: `## Testing`: "src/reader.c" is not run: it is not a command
  warning: line 18: `## Testing`: "read_all()" is not run: it is not a command
  warning: line 19: `## Testing`: "user logs in" is not run: it is not a command
  ok changes.md: 4 steps in 2 tiers, at most 3 at once
    critical path: phase-1 -> phase-4

Paths out of the repository are problems.

  $ printf '# Plan: Out\n\n## Changes\n\n- `/etc/passwd`: no\n- `../x.c`: no\n- `src/reader.c`: yes\n\n## Testing\n\n- `true`\n' > out.md
  $ forge plan check out.md
  line 5: `## Changes`: the path "/etc/passwd" is not relative to the repository
  line 6: `## Changes`: the path "../x.c" leads out of its directory with ..
  failed out.md: 2 problems
  [1]

A command that needs a file of another step is named; so is one that writes what braces cover.

  $ cat > alone.md <<'END'
  > # Plan: Alone
  > 
  > ## Steps
  > 
  > ### Step a: first
  > 
  > **Writes:** src/{a,b}.c
  > **Verify:** `sh tests/b.sh`
  > 
  > ### Step b: second
  > 
  > **Writes:** `tests/b.sh`, `src/b.c`
  > **Verify:** `sh tests/b.sh`
  > 
  > ### Step c: third
  > 
  > **Depends:** gone
  > **Writes:** `c.c`
  > **Verify:** `true`
  > END
  $ forge plan check alone.md
  line 17: step c depends on gone, which is not a step
  warning: steps a and b can run at the same time and both may write src/b.c, src/{a,b}.c
  warning: step a may not pass `sh tests/b.sh` alone: step b writes tests/b.sh, and a does not depend on b
  failed alone.md: 1 problem
  [1]
  $ forge plan batch alone.md
  single: one step can start now; the other ready steps must wait
    a
    not c: depends on gone, which is not a step
    not b: may write src/b.c, as may a, which is chosen

A title of the template is a placeholder; two italic words are not.

  $ printf '# Plan: {{TITLE}}\n\n## Objective\n\n_count_ the words, then _more_\n' > title.md
  $ forge plan audit --structure title.md | head -n 2
  line 1: medium: Empty or placeholder: title
  high: Missing section: Scope

A rule ends the header, and ids are found in upper or lower case.

  $ forge plan new "Count words" >/dev/null
  $ forge plan list | grep -c plan-001
  1
  $ forge plan show Plan-1 --json | grep -o '"plan":"[^"]*"'
  "plan":"plan-001"

A sentence below the ids of `Depends on` is text of the step. A list of ids may go on in the next line.

  $ printf '# Plan: X\n\n## Objective\n\nDo a thing here.\n\n## Steps\n\n### Step 1: one\n\n**Do:** a\n**Writes:** `a.txt`\n**Verify:** `true`\n\n' > below.md
  $ printf '### Step 2: two\n\n**Writes:** `b.txt`\n**Depends on:** 1\nThis paragraph says that step 9 is nice, and 3, too.\n**Verify:** `true`\n\n### Step 3: three\n\n**Writes:** `c.txt`\n**Depends on:** 1,\n2\n**Verify:** `true`\n\n' >> below.md
  $ printf '### Step 4: four\n\n**Writes:** `d.txt`\n**Depends on:** 1\nand 2\n**Verify:** `true`\n' >> below.md
  $ forge plan check below.md
  ok below.md: 4 steps in 3 tiers, at most 2 at once
    critical path: 1 -> 2 -> 3
  $ forge plan graph below.md
  X

  tier 1
    * 1  one

  tier 2
    * 2  two    <- 1

  tier 3
    * 3  three  <- 1, 2
      4  four   <- 1, 2

  * critical path: 1 -> 2 -> 3
    4 steps, at most 2 at once
