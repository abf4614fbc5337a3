Where steps work, and what must hold when their work comes together.

  $ . "$DATA/pipelines.sh"; printf '*.o\n.forge/\n' > .gitignore && git add .gitignore && git commit -q -m ignore
  $ pipeline two <<'EOF'
  > = build-4
  > EOF
  $ pipeline two-step <<'EOF'
  > = work-unseen
  > [[stage]]
  > name        = "verify"
  > kind        = "check"
  > commands    = ["step"]
  > on_revision = "work"
  > converge    = "attempts"
  > on_exhausted = "block"
  > = merge-or-block
  > EOF

Steps of a small plan that wait for each other share one worktree: the second finds what the first one built.

  $ printf '# Plan: serial\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `test -s one.txt`\n\n### Step s2: second\n- Do: it\n- Depends: s1\n- Verify: `test -s two.txt`\n' > ../serial.md
  $ forge run serial --pipeline two --plan ../serial.md --auto --agent 'command:if test -e one.txt; then cp built.o two.txt; else echo object > built.o; echo 1 > one.txt; fi; echo done' > ../out; echo "exit $?"
  exit 0
  $ git show forge/run-001:two.txt
  object
  $ git log --format=%s forge/run-001
  plan-001 s2: second
  plan-001 s1: first
  ignore
  first
  $ git ls-tree --name-only forge/run-001
  .gitignore
  README.md
  one.txt
  two.txt

Steps that do not wait for each other do so with the isolation `branch`, one after the other; with `worktree` each is alone.

  $ printf '# Plan: loose\n\n## Steps\n\n### Step s1: first\n- Do: it\n\n### Step s2: second\n- Do: it\n' > ../loose.md
  $ forge run loose --pipeline two --plan ../loose.md --auto --isolation branch --agent 'command:ls *.o 2>/dev/null | wc -l > "saw-$FORGE_UNIT.txt"; touch "$FORGE_UNIT.o"; echo done' > ../out; echo "exit $?"
  exit 0
  $ git grep -h . forge/run-002 -- 'saw-*'
  0
  1
  $ forge run loose --pipeline two --plan ../loose.md --auto --agent 'command:ls *.o 2>/dev/null | wc -l > "saw-$FORGE_UNIT.txt"; touch "$FORGE_UNIT.o"; echo done' > ../out; echo "exit $?"
  exit 0
  $ git grep -h . forge/run-003 -- 'saw-*'
  0
  0
  $ git status --porcelain; ls -A | grep -c '\.o$'
  0
  [1]

A contract runs before the last step is merged: a step that breaks it goes back, and the branch does not move.

  $ { cat ../loose.md; printf '\n## Contracts\n\n- **one of each**: `test $(ls part-* | wc -l) -lt 2`\n'; } > ../contract.md
  $ forge run contract --pipeline two --plan ../contract.md --auto --isolation branch --agent 'command:echo x > "part-$FORGE_UNIT"; echo done' > ../out; echo "exit $?"
  exit 4
  $ forge status 4 --json | sed 's/.*"steps":\[//; s/"running":.*//' | grep -o '"status":"[a-z]*"' | sort
  "status":"blocked"
  "status":"done"
  $ cat .forge/state/runs/004/artifacts/s2/failures
  contract broken: one of each; fails on the tree to be merged, in which there is no other new work; failed: test $(ls part-* | wc -l) -lt 2
  contract broken: one of each
  \$ test $(ls part-* | wc -l) -lt 2
  exit 1
  $ git ls-tree --name-only forge/run-004 | grep -c part
  1

A step's commands run again when another one changes its files.

  $ printf '# Plan: touched\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `! grep -q bad shared.txt`\n\n### Step s2: second\n- Do: it\n- Verify: `true`\n' > ../touched.md
  $ forge run touched --pipeline two --plan ../touched.md --auto --isolation branch --agent 'command:if test -e shared.txt; then echo bad >> shared.txt; else echo good > shared.txt; fi; echo done' > ../out; echo "exit $?"
  exit 4
  $ forge status 5 --json | sed 's/.*"steps":\[//; s/"running":.*//' | grep -o '"status":"[a-z]*"' | sort
  "status":"blocked"
  "status":"done"
  $ git show forge/run-005:shared.txt
  good

The same failure twice gets no third attempt.

  $ printf '# Plan: stuck\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `echo no such symbol; false`\n' > ../stuck.md
  $ forge run stuck --pipeline two --plan ../stuck.md --auto --agent 'command:echo "$FORGE_UNIT" >> tries.txt; echo done' > ../out; echo "exit $?"
  exit 4
  $ forge status 6 | grep -i progress
    status     failed: 1 of 1 steps did not finish: s1 (`verify` makes no progress: it fails the same way as the previous attempt: echo no such symbol; false (exit 1))
    s1    blocked  verify  first: `verify` makes no progress: it fails the same way as the previous attempt: echo no such symbol; false (exit 1)
  $ git log --format=%H --all -- tries.txt | wc -l
  2

That a step passes alone is only said when its commands did: here nothing ran them before the merge.

  $ pipeline loose <<'EOF'
  > = build-4
  > EOF
  $ pipeline loose-step <<'EOF'
  > = work-unseen
  > = merge-or-block
  > EOF
  $ printf '# Plan: alone\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `true`\n\n### Step s2: second\n- Do: it\n- Verify: `false`\n' > ../alone.md
  $ forge run alone --pipeline loose --plan ../alone.md --auto --agent 'command:if [ $FORGE_STEP = s2 ]; then until git cat-file -e forge/run-007:s1.txt 2>/dev/null; do :; done; fi; echo x > $FORGE_STEP.txt; echo done' > ../out; echo "exit $?"
  exit 4
  $ forge log 7 | grep -o 'fails on .*' | head -1
  fails on the tree to be merged; nothing shows that it passes alone; failed: false
