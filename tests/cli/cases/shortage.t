A machine that is short of something for a moment. FORGE_FAULT makes calls of the real process fail (src/os/fault.h).

  $ mkdir -p .forge/pipelines && printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  $ cat >.forge/pipelines/two.toml <<'EOF'
  > name  = "two"
  > about = "each step: work, verify, merge"
  > [[stage]]
  > name           = "build"
  > kind           = "each"
  > pipeline       = "two-step"
  > max_concurrent = 2
  > EOF
  $ cat >.forge/pipelines/two-step.toml <<'EOF'
  > name  = "two-step"
  > about = "work, verify, merge"
  > [[stage]]
  > name  = "work"
  > role  = "engineer"
  > retry = 0
  > [[stage]]
  > name        = "verify"
  > kind        = "check"
  > commands    = ["step"]
  > on_revision = "work"
  > retry       = 0
  > [[stage]]
  > name        = "merge"
  > kind        = "integrate"
  > on_revision = "work"
  > retry       = 0
  > EOF
  $ printf '# Plan: two\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `test -s one.txt`\n\n### Step s2: second\n- Do: it\n- Verify: `test -s one.txt`\n' >../two.md

No step fails for it, and no attempt is counted, although no stage allows a retry:

  $ n=0
  $ for errno in EMFILE ENFILE ENOMEM EAGAIN ENOSPC EDQUOT; do
  >   n=$((n + 1))
  >   FORGE_FAULT="start:17-18:$errno" forge run two --pipeline two --plan ../two.md --auto --agent 'command:cat >/dev/null; echo "$FORGE_UNIT" >one.txt; sed "s/^/x/" one.txt >"$FORGE_UNIT.txt"' >../out 2>&1 || echo "exit $?"
  >   forge log $n --json >../log
  >   printf '%s: ' "$errno"
  >   grep -q '"kind":"retry".*"class":"machine"' ../log || echo "nothing was held back"
  >   grep -o '"kind":"step-[a-z]*"' ../log | sort | uniq -c | tr -d '\n'; echo
  >   grep '"kind":"unit-started"' ../log | grep -o '"attempt":[2-9]' | sort -u
  > done
  EMFILE:       2 "kind":"step-done"      2 "kind":"step-running"
  ENFILE:       2 "kind":"step-done"      2 "kind":"step-running"
  ENOMEM:       2 "kind":"step-done"      2 "kind":"step-running"
  EAGAIN:       2 "kind":"step-done"      2 "kind":"step-running"
  ENOSPC:       2 "kind":"step-done"      2 "kind":"step-running"
  EDQUOT:       2 "kind":"step-done"      2 "kind":"step-running"

A git that cannot be started does not mean that the repository has no commit:

  $ FORGE_FAULT="start:14-15:ENFILE" forge run two --pipeline two --plan ../two.md --auto --agent 'command:cat >/dev/null; echo "$FORGE_UNIT" >one.txt; sed "s/^/x/" one.txt >"$FORGE_UNIT.txt"' >../out 2>&1 || echo "exit $?"

What is written wrongly is said:

  $ FORGE_FAULT=write:x:EIO forge list
  forge: "write:x:EIO" is not a fault
    hint: write call:count:what, as write:3:ENOSPC
  [2]
