What worries one who did a step reaches the later steps that it names, or that build on that step; and commits have whole titles.

  $ . "$DATA/pipelines.sh"; pipeline steps <<'EOF'
  > = plan
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "one-step"
  > = commit
  > EOF
  $ pipeline one-step <<'EOF'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["objective", "step"]
  > result = true
  > [[stage]]
  > name = "close"
  > kind = "integrate"
  > how = "commit"
  > message = "{step}: {title}"
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > if [ "$FORGE_STAGE" = plan ]; then
  >   printf '# Plan: Notes\n\n## Objective\n\nNotes.\n\n## Steps\n'
  >   for step in a:none b:a c:a d:none; do
  >     id=${step%%:*}
  >     printf '\n### Step %s: write the note %s.txt in the form that the oldest of the readers of notes can take, and nothing else\n\n- Do: write %s.txt\n- Writes: `%s.txt`\n- Depends: %s\n- Verify: `test -s %s.txt`\n' $id $id $id $id ${step##*:} $id
  >   done
  >   exit
  > fi
  > echo note > $FORGE_STEP.txt
  > concerns='[]'
  > [ $FORGE_STEP = a ] && concerns='["`d.txt` must not begin with a blank", "Notes may become long", "a.txt is short"]'
  > printf 'Done.\n\n```json\n{"status": "concerns", "summary": "Written.", "concerns": %s}\n```\n' "$concerns"
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ forge run "notes" --pipeline steps --agent command:$PWD/agent.sh > log; echo $?
  0
  $ heard() { grep "^What worried\|^- step a (" $(grep -l "^### Step $1:" .forge/state/runs/001/units/*/prompt.md | sort -V | head -1); }
  $ heard b
  What worried those who did earlier steps. Heed what still holds and is about your step:
  - step a (write the note a.txt in the form that the oldest of the readers of notes can take, and nothing else): Notes may become long
  $ heard c
  What worried those who did earlier steps. Heed what still holds and is about your step:
  - step a (write the note a.txt in the form that the oldest of the readers of notes can take, and nothing else): Notes may become long
  $ heard d
  What worried those who did earlier steps. Heed what still holds and is about your step:
  - step a (write the note a.txt in the form that the oldest of the readers of notes can take, and nothing else): `d.txt` must not begin with a blank
  $ git log --format=%s forge/run-001 | head -4
  d: write the note d.txt in the form that the oldest of the readers...
  c: write the note c.txt in the form that the oldest of the readers...
  b: write the note b.txt in the form that the oldest of the readers...
  a: write the note a.txt in the form that the oldest of the readers...
