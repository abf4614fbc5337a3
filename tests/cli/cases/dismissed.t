What a reviewer dismissed stays so: it worries no later step, and the answer to a triage, which is about what is open, does not change it.

  $ . "$DATA/pipelines.sh"; pipeline steps <<'EOF'
  > = plan
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "one-step"
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > result = true
  > on_revision = "plan"
  > [[stage]]
  > name = "findings"
  > kind = "check"
  > checks = ["findings"]
  > [[stage]]
  > name = "triage"
  > kind = "ask"
  > when = "artifact FINDINGS.md min=1"
  > question = "What becomes of these findings?"
  > options = ["keep", "fix", "follow-up"]
  > shows = "FINDINGS.md"
  > on_revision = "plan"
  > [[stage]]
  > name = "learn"
  > kind = "learn"
  > role = "lesson-keeper"
  > sees = ["results", "findings"]
  > result = true
  > = commit
  > EOF
  $ pipeline one-step <<'EOF'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["objective", "step"]
  > result = true
  > [[stage]]
  > name = "look"
  > role = "reviewer"
  > sees = ["step", "diff"]
  > verdict = "LOOK.md"
  > result = true
  > on_revision = "work"
  > [[stage]]
  > name = "close"
  > kind = "integrate"
  > how = "commit"
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > concerns='' findings='' dismissed=''
  > case $FORGE_STAGE.$FORGE_STEP in
  >   plan.)
  >     printf '# Plan: Notes\n\n## Objective\n\nNotes.\n\n## Steps\n'
  >     for step in a:none b:a; do
  >       id=${step%%:*}
  >       printf '\n### Step %s: note %s\n\n- Do: write %s.txt\n- Writes: `%s.txt`\n- Depends: %s\n- Verify: `test -s %s.txt`\n' $id $id $id $id ${step##*:} $id
  >     done
  >     exit ;;
  >   learn.) printf '```json\n{"facts": []}\n```\n'; exit ;;
  >   work.a) concerns='"Reading is slow", "Nothing is sorted", "`b.txt` may be empty", "`b.txt` must end with a line", "`b.txt` must not be long", "`b.txt` must not be long"' ;;
  >   look.a)
  >     findings='{"severity": "low", "title": "The note is long", "text": "It has two lines.", "file": "a.txt"}, {"severity": "low", "title": "No line end", "text": "It has none.", "file": "b.txt", "same_as": "F4"}'
  >     dismissed='{"id": "F1", "state": "rejected", "why": "it is fast"}, {"id": "F2", "state": "fixed", "why": "it is sorted"}, {"id": "F3", "state": "rejected", "why": "it is not written here"}' ;;
  >   review.)
  >     findings='{"severity": "low", "title": "The readme lacks both", "text": "It names no note.", "file": "README.md"}'
  >     dismissed='{"id": "F4", "state": "fixed", "why": "it ends with one"}, {"id": "F6", "state": "fixed", "why": "one line is left"}' ;;
  > esac
  > case $FORGE_STAGE in
  >   work) echo note > $FORGE_STEP.txt; printf 'Done.\n\n```json\n{"status": "done", "summary": "Written.", "concerns": [%s]}\n```\n' "$concerns" ;;
  >   *) printf '**Verdict:** Approved\n\n```json\n{"findings": [%s], "dismissed": [%s]}\n```\n' "$findings" "$dismissed" ;;
  > esac
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ forge run "notes" --pipeline steps --agent command:$PWD/agent.sh > log; echo $?
  3
  $ sed -n '/^What worried/,/^# Material/p' $(grep -l "^### Step b:" .forge/state/runs/001/units/*/prompt.md | sort -V | head -1)
  What worried those who did earlier steps. Heed what still holds and is about your step:
  ```
  - step a (note a): `b.txt` may be empty (rejected by `look`: it is not written here)
  - step a (note a): `b.txt` must not be long
  ```

  What reviewers of other steps noted about files that you write. It is open: resolve it where that costs little:
  ```
  - F4: b.txt: No line end
    It has none.
  ```
  $ sed -n '/^The authors of the work/,/^```/p' $(grep -l "^The step by which you judge" .forge/state/runs/001/units/*/prompt.md | sort -V | head -1)
  The authors of the work have these concerns about other steps. Those who do them are told: leave them out, unless this step has to change.
  - F3: `b.txt` may be empty
  - F4: `b.txt` must end with a line
  - F5: `b.txt` must not be long

  The authors of the work have these concerns about it. Judge each. Report one that holds as a finding, with its number as `same_as`; list one that does not hold, or that the work has resolved, in `dismissed`, with what shows it.
  - F1: Reading is slow
  - F2: Nothing is sorted
  ```
  $ forge findings 1
  ID  STATE     SEVERITY  FROM    PLACE      WHAT
  F1  rejected  -         a work  -          Reading is slow (`look`: it is fast)
  F2  fixed     -         a work  -          Nothing is sorted (`look`: it is sorted)
  F3  rejected  -         a work  -          `b.txt` may be empty (`look`: it is not written here)
  F4  fixed     low       a look  b.txt      No line end: It has none. (`review`: it ends with one)
  F5  open      -         a work  -          `b.txt` must not be long
  F6  fixed     low       a look  a.txt      The note is long: It has two lines. (`review`: one line is left)
  F7  open      low       review  README.md  The readme lacks both: It names no note.
  [1]
  $ forge answer 1 keep --go > log; echo $?
  0
  $ forge findings 1
  ID  STATE     SEVERITY  FROM    PLACE      WHAT
  F1  rejected  -         a work  -          Reading is slow (`look`: it is fast)
  F2  fixed     -         a work  -          Nothing is sorted (`look`: it is sorted)
  F3  rejected  -         a work  -          `b.txt` may be empty (`look`: it is not written here)
  F4  fixed     low       a look  b.txt      No line end: It has none. (`review`: it ends with one)
  F5  rejected  -         a work  -          `b.txt` must not be long (kept as it is)
  F6  fixed     low       a look  a.txt      The note is long: It has two lines. (`review`: one line is left)
  F7  rejected  low       review  README.md  The readme lacks both: It names no note. (kept as it is)
  $ sed -n '/^What those who did the steps report/,$p' $(grep -l "^What should\|lessons" .forge/state/runs/001/units/*/prompt.md | sort -V | tail -1)
  What those who did the steps report, in the order of their work: where two reports differ, the later counts:
  ```
  --- step a: note a ---
  - work: Written.

  --- step b: note b ---
  - work: Written.
  ```

  All findings of the run, and what became of each:
  ```
  - F1 (step a, work, rejected): Reading is slow; `look`: it is fast
  - F2 (step a, work, fixed): Nothing is sorted; `look`: it is sorted
  - F3 (step a, work, rejected): `b.txt` may be empty; `look`: it is not written here
  - F4 (step a, look, low, fixed): No line end (b.txt); `review`: it ends with one
  - F5 (step a, work, rejected): `b.txt` must not be long; kept as it is
  - F6 (step a, look, low, fixed): The note is long (a.txt); `review`: one line is left
  - F7 (review, low, rejected): The readme lacks both (README.md); kept as it is
  ```
