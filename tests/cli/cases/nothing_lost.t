What a run says is on its branch is there, and files of the user are never overwritten without a copy.

  $ mkdir -p .forge/pipelines && printf '.env\nout/\n.forge/\n' > .gitignore && git add .gitignore && git commit -q -m ignore
  $ cat > .forge/pipelines/one.toml <<'EOF'
  > name = "one"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > EOF
  $ cat > .forge/pipelines/build-step.toml <<'EOF'
  > name = "build-step"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > EOF
  $ for how in squash land commit; do cat > .forge/pipelines/close-$how.toml <<EOF
  > name = "close-$how"
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "build-step"
  > [[stage]]
  > name = "review-fix"
  > role = "engineer"
  > [[stage]]
  > name    = "close"
  > kind    = "integrate"
  > how     = "$how"
  > message = "{title}"
  > EOF
  > done
  $ printf '# Plan: p\n\n## Steps\n\n### Step s1: first\n- Do: it\n' > ../p.md

A step writes the bug, the run's own stage the fix: however the run is closed, the branch has the fix.

  $ fix='command:if test -e one.txt; then echo fixed > one.txt; else echo bug > one.txt; fi; echo done'
  $ for how in squash land commit; do forge run $how --pipeline close-$how --plan ../p.md --auto --agent "$fix" > ../out || cat ../out; done
  $ for run in 1 2 3; do git show forge/run-00$run:one.txt; git log --format=%s main..forge/run-00$run; done
  fixed
  squash
  fixed
  review-fix: land
  plan-002 s1: first
  fixed
  review-fix: commit
  plan-003 s1: first
  $ forge doctor | grep '  work  '
  [1]

An integrate stage whose condition does not hold leaves work behind. The run asks before it ends.

  $ sed 's/^name = "one"/name = "maybe"/; s/^kind = "integrate"/&\nwhen = "require run.flags.full == true"/' .forge/pipelines/one.toml > .forge/pipelines/maybe.toml
  $ forge run maybe --pipeline maybe --auto --agent 'command:echo x > x.txt; echo done' > ../out; echo "exit $?"
  exit 3
  $ forge questions | sed -E 's/snapshot [0-9a-f]+/snapshot HASH/'
  run 4 question 1 (merge): the work of the run itself (snapshot HASH) is on no branch; integrate it, or leave it out?
    answers  integrate, leave, stop
    type     forge answer 4 integrate --go
  $ forge answer 4 integrate > /dev/null; forge resume 4 > ../out || cat ../out
  $ git show forge/run-004:x.txt
  x

The doctor finds work of a completed run that is not on its branch, as older versions left it.

  $ git update-ref -d refs/forge/1/run/integrated && git update-ref refs/heads/forge/run-001 forge/run-001^
  $ forge doctor | grep -A1 '  work  '
  wrong     work      run 1 is completed, but work of the run itself is on no branch (1 file)
                      hint: forge rescue 1/run/3 --branch NAME
  $ forge rescue 1/run/3 --branch saved > /dev/null && forge doctor | grep '  work  '
  [1]

A pipeline in which work could only be left behind is refused.

  $ printf 'name = "late"\n[[stage]]\nname = "merge"\nkind = "integrate"\n[[stage]]\nname = "work"\nrole = "engineer"\n' > .forge/pipelines/late.toml
  $ forge pipeline check late
  REPO/.forge/pipelines/late.toml:5:1: stage `work` may write files, and no integrate stage comes after it: its work would be on no branch
    hint: move it before stage `merge`, or use a role that does not write
  failed late (.forge/pipelines/late.toml): 1 problem
  [1]
  $ forge run late --pipeline late --auto --agent 'command:true'
  forge: pipeline `late` has 1 problem
  REPO/.forge/pipelines/late.toml:5:1: stage `work` may write files, and no integrate stage comes after it: its work would be on no branch
    hint: move it before stage `merge`, or use a role that does not write
    hint: forge pipeline check late
  [2]

Landing does not touch ignored files that are in the way.

  $ echo SECRET=mine > .env; mkdir out; echo dear > out/data
  $ forge run one --pipeline one --auto --agent 'command:echo .forge/ > .gitignore; echo theirs > .env; echo file > out; echo done' > ../out || cat ../out
  $ for how in --ff --merge --squash; do forge land 5 $how; cat .env out/data; done
  forge: landing would overwrite files that git ignores: .env, out/data
    hint: move them away and land again, or land with --overwrite-ignored, which keeps a copy
  SECRET=mine
  dear
  forge: landing would overwrite files that git ignores: .env, out/data
    hint: move them away and land again, or land with --overwrite-ignored, which keeps a copy
  SECRET=mine
  dear
  forge: landing would overwrite files that git ignores: .env, out/data
    hint: move them away and land again, or land with --overwrite-ignored, which keeps a copy
  SECRET=mine
  dear
  $ forge land 5 --overwrite-ignored | sed 's/commit [0-9a-f]*/commit HASH/'
  run 5 landed on main (fast-forward, commit HASH)
  copies of the ignored files that it overwrote: REPO/.git/forge-overwritten/run-005-1
  $ cat .env out .git/forge-overwritten/run-005-1/.env .git/forge-overwritten/run-005-1/out/data
  theirs
  file
  SECRET=mine
  dear

Edits by hand in an idle worktree are saved before the next run takes it, or before it is removed.

  $ idle() { forge workspaces list --json | grep -o '"directory":"[^"]*"' | cut -d'"' -f4 | head -1; }
  $ echo hand > "$(idle)/hand.txt"
  $ forge run again --pipeline one --auto --agent 'command:echo y > y.txt; echo done' > ../out || cat ../out
  $ forge rescue | grep idle
  idle/repo-1-1   left        4 files
  $ (cd "$(idle)" && echo hand > committed.txt && git add -A && git commit -q -m "by hand")
  $ forge workspaces clean | grep saved
  saved idle/repo-1-2
  $ forge log 6 | grep -c 'forge rescue idle/repo-1-1'
  1

A `.forge` below the top of the repository: the run works apart from the checkout all the same.

  $ mkdir -p pkg/.forge && cp -r .forge/pipelines pkg/.forge/ && echo saved > pkg/a.txt && git add pkg/a.txt && git commit -q -m pkg
  $ cd pkg && echo 'unsaved edit' > a.txt
  $ forge run one --pipeline one --auto --agent 'command:echo agent > pkg/a.txt; echo done' > ../../out || cat ../../out
  $ cat a.txt; git show forge/run-007:pkg/a.txt
  unsaved edit
  agent
  $ forge run shared --pipeline one --auto --isolation shared --agent 'command:echo agent > a.txt; echo done' > ../../out || cat ../../out
  $ cat a.txt; forge rescue | grep before; forge rescue 8/run/before-1 --directory ../../mine > /dev/null; cat ../../mine/pkg/a.txt
  agent
  8/run/before-1  before      1 file
  unsaved edit
  $ echo '.env' >> ../.git/info/exclude && echo secret > .env
  $ forge run ignored --pipeline one --auto --isolation shared --agent 'command:rm .env; echo done' > ../../out || cat ../../out
  $ cat .env 2> /dev/null || find .forge/state/runs/009/ignored -name .env | sed 's|.*ignored/||'; cat .forge/state/runs/009/ignored/before-1/pkg/.env
  before-1/pkg/.env
  secret
  $ cd ..

Without git only a person can decide that a run works in the files themselves, and it keeps a copy.

  $ mkdir ../plain && cp -r pkg/.forge ../plain/ && rm -rf ../plain/.forge/state && cd ../plain && echo unsaved > a.txt
  $ forge run one --pipeline one --auto --agent 'command:echo agent > a.txt; echo done'
  forge: WORK/plain is not in a git repository, so a run cannot work apart from your files
    hint: make it one: git init && git add -A && git commit -m "first commit"; or let the run change your files: --isolation shared
  [2]
  $ forge run one --pipeline one --auto --isolation shared --agent 'command:echo agent > a.txt; echo done' > ../out || cat ../out
  $ cat a.txt; forge rescue 1/run/before-1 --directory ../mine2 > /dev/null; cat ../mine2/a.txt; ls -A
  agent
  unsaved
  .forge
  a.txt
  $ forge list --json | grep -o '"status":"completed"\|"landed":[a-z]*'
  "status":"completed"
  "landed":null
