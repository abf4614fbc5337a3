A test command whose program is not installed is not the agent's fault: the run asks at once, and no repair is paid for.

  $ . "$DATA/pipelines.sh"; printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  $ pipeline two <<'EOF'
  > = build
  > EOF
  $ pipeline two-step <<'EOF'
  > = work-unseen
  > [[stage]]
  > name           = "verify"
  > kind           = "check"
  > commands       = ["step", "project"]
  > on_revision    = "work"
  > max_iterations = 3
  > [[stage]]
  > name        = "merge"
  > kind        = "integrate"
  > on_revision = "work"
  > EOF
  $ printf '# Plan: one\n\n## Steps\n\n### Step s1: first\n- Do: it\n' >../one.md; forge config set verify "no-such-make test" >/dev/null
  $ forge run one --pipeline two --plan ../one.md --auto --agent 'command:cat >/dev/null; echo "$FORGE_UNIT" >>one.txt'
  run 1 started
  hh:mm:ss  s1 work                 running
  hh:mm:ss  s1 work                 done in TIME
  hh:mm:ss  s1 verify               asks: the test command `no-such-make test` cannot run: the program `no-such-make` is not installed
  run 1 waits for an answer
    0 of 1 steps, 2 units
  run 1 question 1 (s1 verify): the test command `no-such-make test` cannot run: the program `no-such-make` is not installed
    |   hint: install it, or add its directory to PATH; then answer retry
    answers  retry, skip, stop
    type     forge answer 1 retry --go
             with -m "..." it is told what you know
  [3]
  $ forge log 1 --json | grep -c '"kind":"unit-started".*"kind":"agent"'
  1

When it is installed, `retry` runs the same check again, on the same work:

  $ mkdir ../tools && printf '#!/bin/sh\ntest -s one.txt\n' >../tools/no-such-make && chmod +x ../tools/no-such-make
  $ forge config set sandbox_read "$(cd .. && pwd)/tools" >/dev/null
  $ PATH="$PATH:$(cd .. && pwd)/tools" sh -c 'forge answer 1 retry && forge resume 1' >../out; echo "exit $?"
  exit 0
  $ git show forge/run-001:one.txt
  1
  $ forge log 1 --json | grep -c '"kind":"unit-started".*"kind":"agent"'
  1

A script of the project that is missing is the agent's work, and so is one that cannot be started.

  $ forge config unset verify >/dev/null; printf '# Plan: two\n\n## Steps\n\n### Step s1: first\n- Do: it\n- Verify: `./check.sh`\n' >../two.md
  $ forge run two --pipeline two --plan ../two.md --auto --agent 'command:cat >/dev/null; if test -e check.sh; then chmod +x check.sh; fi; printf "#!/bin/sh\n" >>check.sh; echo x >>check.txt' >../out; echo "exit $?"
  exit 0
  $ forge log 2 --json | grep -c '"kind":"revision"'
  1

Commands are detected only if their program is there.

  $ printf 'test:\n\ttrue\n' >Makefile
  $ mkdir ../few && for tool in sh git ls cat uname env; do ln -s "$(command -v $tool)" ../few/$tool; done
  $ ln -s "$(command -v forge)" ../few/forge
  $ PATH="$(cd .. && pwd)/few" forge verify
  forge: no verify command is known for REPO (Make would fit, but `make` is not installed)
    hint: name one: forge verify -c 'make test', or for all runs: forge config set verify 'make test'
  [2]
