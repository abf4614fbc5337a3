Refs of runs that have landed or were given up can be deleted, after a question.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge prune
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge run --auto "two files" >run.out; forge land 1 --squash >run.out
  $ forge run "two files" >run.out
  [3]
  $ forge cancel 2 >run.out
  $ git reset -q --hard HEAD~1; forge run --auto "two files" >run.out; git merge -q --ff-only ORIG_HEAD
  $ forge list | cut -c1-40
  RUN  STATUS                 STAGE    STE
  1    completed              -        2/2
  2    cancelled              approve  0/2
  3    completed, not landed  -        2/2
  $ forge prune --dry-run
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  1    landed     11    0             two files
  2    cancelled  4     0             two files
  run 3 stays: not landed
  $ forge prune
  RUN  WHY        REFS  ON NO BRANCH  OBJECTIVE
  1    landed     11    0             two files
  2    cancelled  4     0             two files
  run 3 stays: not landed
  forge: prune deletes only after asking
    hint: to delete without a question: --yes
  [2]
  $ printf 'n\n' | script -qec 'NO_COLOR=1 TERM=dumb forge prune' /dev/null | tail -1 | tr -d '\r' | sed 's/.*\] //'
  nothing was deleted
  $ git for-each-ref refs/forge/1 | wc -l
  10
  $ forge prune 1 --yes
  RUN  WHY     REFS  ON NO BRANCH  OBJECTIVE
  1    landed  11    0             two files
  deleted 11 refs
  $ git for-each-ref refs/forge/1 refs/heads/forge/run-001 | wc -l; git branch --list 'forge/*'
  0
    forge/run-002
    forge/run-003
  $ forge prune --yes --json
  {"runs":[{"run":2,"reason":"cancelled","not_landed":0,"refs":["refs/forge/2/base","refs/forge/2/drivers","refs/forge/2/run/base","refs/heads/forge/run-002"]}],"stays":[{"run":3,"reason":"not landed","not_landed":0,"refs":["refs/forge/3/base","refs/forge/3/drivers","refs/forge/3/one/2","refs/forge/3/one/base","refs/forge/3/one/integrated","refs/forge/3/run/base","refs/forge/3/tip","refs/forge/3/two/5","refs/forge/3/two/base","refs/forge/3/two/integrated","refs/heads/forge/run-003"]}],"records":[],"deleted":true}
  $ forge land 1
  forge: run 1 has no branch: it changed nothing in git, or `forge prune` deleted its refs
    hint: forge report 1
  [2]
  $ forge report 1 | head -1
  Run 1 · small · completed

A branch that you deleted comes back with its landing: the work of its run stays.

  $ git branch -q -D forge/run-003; forge prune 3 --yes
  run 3 stays: not landed
  nothing to delete
  $ git for-each-ref refs/forge/3 | wc -l
  10

The refs of a run that worked in your checkout hold copies of your files. They go only by name.

  $ echo mine >mine.txt; forge run --auto "two files" --isolation shared >run.out
  $ git for-each-ref --format='%(refname)' refs/forge/4 | sed 's/[0-9]*$//' | sort -u
  refs/forge/4/one/before-
  refs/forge/4/two/before-
  $ forge prune --yes
  run 3 stays: not landed
  run 4 stays: worked in your checkout
  nothing to delete
  $ git for-each-ref refs/forge/4 | wc -l
  2
  $ forge prune 4 --yes
  RUN  WHY                      REFS  ON NO BRANCH  OBJECTIVE
  4    worked in your checkout  2     2             two files
  deleted 2 refs
  $ git for-each-ref refs/forge/4 | wc -l
  0

Records of agents go by age and by size, of runs that have ended, landed or not. What reports are made of stays.

  $ size() { sed -E 's/[0-9.]+ k?B/SIZE/'; }
  $ forge prune --older-than 1
  nothing to delete
  $ forge prune --max-size 0 --dry-run | size
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  1    completed  DATE  SIZE   two files
  2    cancelled  DATE  SIZE   two files
  3    completed  DATE  SIZE   two files
  4    completed  DATE  SIZE   two files
  $ forge findings 3 >before.out; forge report 3 | grep -v '^Timeline' >>before.out; forge cost 3 >>before.out
  $ ls .forge/state/runs/003/units/1
  answer.md
  plan.md
  prompt.md
  request.json
  transcript.jsonl
  $ forge prune 3 --max-size 0 --yes | size
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    completed  DATE  SIZE   two files
  deleted SIZE of records
  $ ls .forge/state/runs/003/units/1
  answer.md
  plan.md
  request.json
  $ forge findings 3 >after.out; forge report 3 | grep -v '^Timeline' >>after.out; forge cost 3 >>after.out; cmp before.out after.out
  $ git for-each-ref refs/forge/3 | wc -l
  10
  $ forge output 3 | tail -3
  hh:mm:ss  passed in TIME
  note: its transcript is missing; these are the results of its commands
  done in TIME: 1 of 1 commands passed
  $ forge prune --max-size 0 --dry-run --json | sed -E 's/"bytes":[0-9]+/"bytes":N/g; s/"stays":.*"records"/"records"/'
  {"runs":[],"records":[{"run":1,"ended":"TIME","bytes":N},{"run":2,"ended":"TIME","bytes":N},{"run":4,"ended":"TIME","bytes":N}],"deleted":false}
