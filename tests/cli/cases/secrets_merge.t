No secret is merged: a check sends it back, and where nothing repairs it, the merge refuses it.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline keys-step <<'END'
  > = work
  > [[stage]]
  > name           = "merge"
  > kind           = "integrate"
  > message        = "{step}"
  > on_revision    = "work"
  > max_iterations = 2
  > END
  $ pipeline keys <<'END'
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "keys-step"
  > END
  $ cat > plan.md <<'END'
  > # Plan: One
  > 
  > ## Steps
  > 
  > ### Step one: call the service
  > 
  > **Do:** write call.py
  > **Verify:** `test -s call.py`
  > END
  $ cat > careful.sh <<'END'
  > cat > prompt.txt
  > if grep -q "holds a GitHub" prompt.txt; then key='os.environ["KEY"]'; else key='"ghp_a1B2c3D4e5F6''g7H8i9J0k1L2m3N4o5P6q7R8"'; fi
  > rm prompt.txt
  > printf 'import os\nkey = %s\n' "$key" > call.py
  > echo Done.
  > END
  $ cat > stubborn.sh <<'END'
  > printf 'key = "%s"\n' "ghp_a1B2c3D4e5F6"g7H8i9J0k1L2m3N4o5P6q7R8 > call.py
  > mkdir -p .forge; printf '[[allow]]\npath = "**"\nreason = "I am the agent"\n' > .forge/secrets.toml
  > echo Done.
  > END
  $ git add -A; git commit -q -m "set up"
  $ start() { forge run "One" --pipeline keys --execute plan.md --agent "command:sh $PWD/$1.sh" > ../out 2>&1; echo "exit $?"; }
  $ start careful; grep merge ../out | grep -v "started$"
  exit 0
  hh:mm:ss  one merge               done in TIME: not merged: call.py:2: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge               asks for changes (round 1 of 2): not merged: call.py:2: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge #2            done in TIME: commit HASH
  $ git show forge/run-001:call.py
  import os
  key = os.environ["KEY"]

What an agent allows itself does not count.

  $ start stubborn; grep "merge" ../out | grep -v "started$"
  exit 3
  hh:mm:ss  one merge               done in TIME: not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge               asks for changes (round 1 of 2): not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge #2            done in TIME: not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge #2            asks for changes (round 2 of 2): not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge #2            `merge` still fails after 2 rounds: not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  hh:mm:ss  one merge #2            asks: `merge` still fails after 2 rounds: not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  run 2 question 1 (one merge): `merge` still fails after 2 rounds: not merged: call.py:1: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`
  $ git log --oneline main..forge/run-002 2>/dev/null | wc -l
  0
  $ grep -rl ghp_a1B2c3D4e5F6g7 .forge/state/runs/002/artifacts
  [1]

A person allows it, with a reason.

  $ printf '[[allow]]\npath = "call.py"\n' > .forge/secrets.toml
  $ start stubborn; grep "merge" ../out | grep -v "started$"
  exit 4
  hh:mm:ss  one merge               step failed: tooling: .forge/secrets.toml:1: an entry needs a reason   hint: docs/verify.md#secrets has an example
  $ printf '[[allow]]\npath = "call.py"\nkind = "a GitHub token"\nreason = "made up for this test"\n' > .forge/secrets.toml
  $ start stubborn; grep "merge" ../out | grep -v "started$"
  exit 0
  hh:mm:ss  one merge               done in TIME: commit HASH

It may also be allowed when the question is asked.

  $ rm .forge/secrets.toml; start stubborn
  exit 3
  $ printf '[[allow]]\npath = "call.py"\nreason = "made up for this test"\n' > .forge/secrets.toml
  $ forge answer 5 retry > /dev/null; forge resume 5 > ../out 2>&1; echo "exit $?"; git show forge/run-005:call.py | cut -c 1-10
  exit 0
  key = "ghp

A file that git calls binary is searched.

  $ rm .forge/secrets.toml; printf 'printf "\\0\\nkey = ghp_a1B2c3D4e5F6%%s\\n" g7H8i9J0k1L2m3N4o5P6q7R8 > call.py\n' > binary.sh
  $ start binary; grep asks: ../out | grep -v "started$"
  exit 3
  hh:mm:ss  one merge #2            asks: `merge` still fails after 2 rounds: not merged: call.py:2: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml. Who is asked about it allows it there with a reason, then answers `retry`

A check that runs commands finds it before the merge.

  $ pipeline checked-step <<'END'
  > = work
  > = verify
  > = merge
  > END
  $ sed 's/keys/checked/g' .forge/pipelines/keys.toml > .forge/pipelines/checked.toml
  $ rm -f .forge/secrets.toml
  $ forge run "One" --pipeline checked --execute plan.md --agent "command:sh $PWD/careful.sh" > ../out 2>&1; echo "exit $?"; grep verify ../out | grep -v "started$"
  exit 0
  hh:mm:ss  one verify              failed (round 1 of 2): call.py:2: holds a GitHub token: take it out, and read it from the environment or from a file that git ignores. If it is no secret, a person allows it in .forge/secrets.toml
  hh:mm:ss  one verify #2           passed
