A plan that `forge plan check` refuses starts nothing where no person is asked to approve it.

  $ . "$DATA/setup.sh"; export FORGE_AGENT='command:cat >/dev/null'
  $ printf '# Plan: one\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Writes: `one.txt`\n- Verify: `no-such-tool --test`\n' >../p.md
  $ forge run --plan ../p.md --pipeline plan
  forge: ../p.md has a problem:
    line 5: program no-such-tool not found (verify command of step s1)
    hint: correct the plan, then: forge plan check ../p.md
  [2]
  $ forge run --execute ../p.md --pipeline forge 2>&1 | head -2
  forge: ../p.md has a problem:
    line 5: program no-such-tool not found (verify command of step s1)
  $ forge list
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge run --plan ../p.md --pipeline forge --dry-run | head -1
  dry run: nothing is started and nothing is recorded

Steps without a verify command are no mistake.

  $ printf '# Plan: one\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Writes: `one.txt`\n' >../q.md
  $ forge run --plan ../q.md --pipeline plan --dry-run | head -1
  dry run: nothing is started and nothing is recorded

`none` is no command.

  $ forge config set verify none; grep verify .forge/config.toml
  verify is set to no command
  verify = []
  $ forge config get verify
  [1]
  $ forge config set verify NONE --json
  {"setting":"verify","value":"","origin":"REPO/.forge/config.toml:1"}
