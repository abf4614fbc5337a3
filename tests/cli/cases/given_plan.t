A plan that `forge plan check` refuses starts nothing where no person is asked to approve it.

  $ . "$DATA/setup.sh"; export FORGE_AGENT='command:cat >/dev/null'
  $ printf '# Plan: one\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Writes: `one.txt`\n- Verify: `no-such-tool --test`\n' >../p.md
  $ forge run --plan ../p.md --pipeline plan
  $ forge run --execute ../p.md --pipeline forge 2>&1 | head -2
  $ forge list
  $ forge run --plan ../p.md --pipeline forge --dry-run | head -1

Steps without a verify command are no mistake.

  $ printf '# Plan: one\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Writes: `one.txt`\n' >../q.md
  $ forge run --plan ../q.md --pipeline plan --dry-run | head -1

`none` is no command.

  $ forge config set verify none; grep verify .forge/config.toml
  $ forge config get verify
  $ forge config set verify NONE --json
