What a plan promises is tried: the verify commands before the work, the acceptance criteria on the whole. Who judges is
told, and gets the rules of the directories that the work is about.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null; mkdir lib
  $ pipeline tried <<'END'
  > = plan
  > [[stage]]
  > name = "form"
  > kind = "check"
  > checks = ["graph", "fails-today"]
  > = audit
  > = build
  > [[stage]]
  > name = "repair"
  > role = "engineer"
  > when = "after verify = revision"
  > sees = ["failures"]
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > checks = ["criteria"]
  > commands = ["step"]
  > on_revision = "repair"
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > sees = ["diff", "checks"]
  > verdict = "REVIEW.md"
  > on_revision = "repair"
  > = commit
  > END
  $ pipeline tried-step <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > = merge
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > 
  > ## Steps
  > 
  > ### Step one: a file
  > 
  > **Writes:** `lib/a.txt`
  > **Depends:** none
  > **Verify:** `true`
  > **Acceptance criteria:**
  > - e2e: `cat lib/a.txt` says it
  >   - expected: `right`
  > 
  > ### Step two: another file
  > 
  > **Writes:** `lib/b.txt`
  > **Depends:** none
  > **Verify:** `test -s lib/b.txt`
  > 
  > ### Step three: moves code
  > 
  > **Writes:** `lib/c.txt`
  > **Depends:** none
  > **Verify:** `true`
  > **Passes today:** it must go on as it does
  > """
  > [[turn]]
  > stage = "audit"
  > text = "**Verdict:** Ready to approve"
  > [[turn]]
  > stage = "work"
  > step = "one"
  > text = "Done."
  >   [[turn.write]]
  >   path = "lib/a.txt"
  >   content = "wrong"
  > [[turn]]
  > stage = "work"
  > step = "two"
  > text = "Done."
  >   [[turn.write]]
  >   path = "lib/b.txt"
  >   content = "b"
  > [[turn]]
  > stage = "work"
  > step = "three"
  > text = "Done."
  > [[turn]]
  > stage = "repair"
  > text = "Now it is right."
  >   [[turn.write]]
  >   path = "lib/a.txt"
  >   content = "right"
  > [[turn]]
  > stage = "review"
  > text = "**Verdict:** Approved"
  > END
  $ echo "Tabs." > AGENTS.md; echo "No global state." > lib/AGENTS.md
  $ git add -A; git commit -q -m "set up"
  $ forge run "two files" --pipeline tried --agent replay:agent.toml > log; grep " verify\| form" log | grep -v " running$\|started"
  hh:mm:ss  form                    passed
  hh:mm:ss  verify                  failed (round 1 of 3): 2 of 2 commands passed (1 cached: same tree); 0 of 1 acceptance criteria hold; one (e2e): `cat lib/a.txt` says it: exit 0
  hh:mm:ss  verify #2               passed
  $ prompt() { ls -v .forge/state/runs/$1/units/*/prompt.md | xargs grep -l "$2" | tail -1; }
  $ audit=$(prompt 001 "Ready to approve"); review=$(prompt 001 "What the engine ran on this work")
  $ grep "before the work" $audit
  It lets you change no file. The plan has passed its checks: graph. It tried the steps that depend on none. Every verify command of one passes before the work, and the plan does not say why: what passes today proves nothing of the work. What you remark and let pass is told to those who do the steps that it names, by id or by a file; what names no step is told to all.
  $ grep -A8 "^What the engine ran" $review | grep -v '```'
  What the engine ran on this work, and how it ended:
  \$ true
    passed (exit 0)
  \$ test -s lib/b.txt
    passed (exit 0)
  acceptance criterion of step one: `cat lib/a.txt` says it
    its command exits with 0; whether the sentence holds is for you to judge
  $ grep -c "No global state" $audit $review | sed 's/.*://'
  1
  1

Without a look at what passes before the work (setting `verify_before`), nothing is said of it.

  $ FORGE_VERIFY_BEFORE=false forge run "two files" --pipeline tried --agent replay:agent.toml > log; grep " form" log | grep -v " running$"
  hh:mm:ss  form                    passed
  $ grep -c "before the work" $(prompt 002 "Ready to approve")
  0
  [1]
