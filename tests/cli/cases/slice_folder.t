A run that is given the folder of a slice.

  $ . "$DATA/pipelines.sh"; export FORGE_PIPELINE=loose
  $ pipeline loose <<'EOF'
  > = build-4
  > EOF
  $ pipeline loose-step <<'EOF'
  > = work-unseen
  > = merge
  > EOF
  $ export FORGE_AGENT='command:case $FORGE_STEP in T01) echo x > one.txt ;; T02) echo x > two.txt ;; *) echo x > four.txt ;; esac; echo done'
  $ mkdir -p S01/tasks/T01 S01/tasks/T02 S01/tasks/T03
  $ printf '# S01: Greet\n\n## Goal\n\nGreetings.\n' > S01/S01-PLAN.md
  $ printf -- '---\ndepends:\nwrites: [one.txt]\nverify: test -s one.txt\n---\n# T01: one\n\n## Goal\n\nWrite one.\n' > S01/tasks/T01/T01-PLAN.md
  $ printf -- '---\ndepends: [T01]\nwrites: [{two,three}.txt]\nverify: test -s two.txt\n---\n# T02: two\n\n## Goal\n\nWrite two.\n' > S01/tasks/T02/T02-PLAN.md
  $ printf -- '---\ndepends:\nwrites: [four.txt]\n---\n# T03: four\n' > S01/tasks/T03/T03-PLAN.md; printf 'done\n' > S01/tasks/T03/T03-SUMMARY.md
  $ forge run --plan S01 --dry-run | head -3
  dry run: nothing is started and nothing is recorded
    objective  Greet
    pipeline   loose

What has a summary stays done: no agent works on it.

  $ forge run --plan S01 --auto > ../out; echo "exit $?"
  exit 0
  $ sed -n 's/^### //p; /State/p; /Writes/p; /Depends/p' .forge/plans/plan-001-greet.md
  Step T01: one
  **State:** done
  **Writes:** `one.txt`
  Step T02: two
  **State:** done
  **Writes:** `{two,three}.txt`
  **Depends:** T01
  Step T03: four
  **State:** done (imported)
  **Writes:** `four.txt`
  $ git ls-tree --name-only forge/run-001
  README.md
  one.txt
  two.txt

What is wrong with a folder is told before anything is started.

  $ mkdir -p S02/tasks/T01; printf -- '---\nid: T9\nwrites: [\n---\n# T01: one\n' > S02/tasks/T01/T01-PLAN.md
  $ forge run --plan S02
  forge: S02: task T01: line 4: end of sequence flow not found
  [2]
  $ mkdir S03; forge run --plan S03
  forge: S03 holds no Markdown
    hint: name a plan's file, or the folder of a slice or a milestone
  [2]
  $ forge list | wc -l
  2
