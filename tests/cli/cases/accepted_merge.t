A failure that was accepted for one step is not held against the steps that come after it.

  $ . "$DATA/pipelines.sh"; printf '.forge/\n' > .gitignore && git add .gitignore && git commit -q -m ignore
  $ pipeline two <<'EOF'
  > = build-4
  > EOF
  $ pipeline two-step <<'EOF'
  > = work-unseen
  > [[stage]]
  > name           = "verify"
  > kind           = "check"
  > commands       = ["step"]
  > on_revision    = "work"
  > max_iterations = 1
  > on_exhausted   = "accept"
  > = merge-or-block
  > EOF
  $ printf '# Plan: bad\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `! grep -q bad list.txt`\n\n### Step s2: second\n- Do: it\n- Depends: s1\n- Verify: `true`\n' > ../bad.md

The second step changes the file again; the command of the first fails as it did.

  $ forge run bad --pipeline two --plan ../bad.md --auto --agent 'command:echo bad >> list.txt; echo done' > ../out; echo "exit $?"
  exit 0
  $ git show forge/run-001:list.txt
  bad
  bad

The same with another engine in between, which merged nothing itself.

  $ sed 's/^- Verify: `!/- Checkpoint: true\n&/' ../bad.md > ../halt.md
  $ forge run bad --pipeline two --plan ../halt.md --agent 'command:echo bad >> list.txt; echo done' > ../out; echo "exit $?"
  exit 3
  $ forge status 2 --json | sed 's/.*"steps":\[//; s/"running":.*//' | grep -o '"status":"[a-z]*"' | sort
  "status":"pending"
  "status":"waiting"
  $ forge answer 2 yes > ../out; forge resume 2 > ../out; echo "exit $?"
  exit 0
  $ git show forge/run-002:list.txt
  bad
  bad
