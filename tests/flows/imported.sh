#!/bin/sh
# imported.sh FORGE: a milestone of another tool: its slices are worked with the tasks that they came with, and go back.
. "$(dirname "$0")/lib.sh"
naive=$(readlink -f "$(dirname "$0")/../naive")/agent.pl
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
folder=.gsd/milestones/M001
slice=$folder/slices/S02

task() {
  mkdir -p "$slice/tasks/$1"
  printf -- '---\nid: %s\ntitle: %s\ndepends: [%s]\nwrites: [notes/%s.txt]\nverify: test -s notes/%s.txt\n---\n\n# %s\n\n## Goal\n\nAdd the note notes/%s.txt that says %s.\n' \
    "$1" "$2" "$3" "$2" "$2" "$1" "$2" "$2" >"$slice/tasks/$1/$1-PLAN.md"
}
tree() {
  export FORGE_AGENT="command:perl $naive"
  mkdir -p "$slice" $folder/slices/S01 notes
  cat >$folder/M001-ROADMAP.md <<'END'
# M001: Notes

**Vision:** Notes for the reader.

## Slices

- [x] **S01: Begin** `risk:low` `depends:[]`
  > After this: there are notes.
- [ ] **S02: More** `risk:low` `depends:[S01]`
  > After this: there are more.

## Boundary Map

S01 -> S02: notes
END
  echo "# S01: kept" >$folder/slices/S01/S01-SUMMARY.md
  printf '# S02: More\n\n## Goal\n\nMore notes.\n' >"$slice/S02-PLAN.md"
  task T01 form ''
  task T02 check T01
  echo done >"$slice/tasks/T01/T01-SUMMARY.md"
  echo form >notes/form.txt
  git add -A
  git commit -qm tree
}
import() { expect 0 forge plan import $folder; }

scenario "the tasks of an imported slice are the steps of its run: what is done stays done, and nobody plans"
tree
import
expect 0 forge run --pipeline milestone --execute .forge/plans/plan-001-notes.md --auto
out=$(forge status 2 --tree)
says "S02 (run 3)"
out=$(forge log 2)
silent "roadmap                 started"
out=$(forge log 3)
silent "plan                    started"
out=$(forge plan steps 3)
says "[x] T01: form"
says "[x] T02: check"
is "the work of T02" "$(git cat-file -t forge/run-002:notes/check.txt)" blob
is "the units of T01" "$(forge log 3 | grep -c 'T01 .*started')" 0
has .forge/plans/plan-001-notes.md "**Imported:** M001 "

scenario "a slice whose step was changed after the import is planned anew"
tree
import
perl -0pi -e 's/Tasks that were planned.*?check\n/Write only notes\/third.txt.\n/s' .forge/plans/plan-001-notes.md
expect 0 forge run --pipeline milestone --execute .forge/plans/plan-001-notes.md --auto
says "step S02 is planned anew, without its imported tasks: it was changed after the import"
out=$(forge plan steps 3)
silent "T02: check"
says notes/third.txt

scenario "how a step is proved, and where its slice had been left, changes nothing in its tasks"
tree
printf '**Active Milestone:** M001\n**Active Slice:** S02\n**Active Task:** T02\n**Phase:** execute\n\n## Next Action\n\nGo on.\n' >$folder/M001-STATE.md
import
perl -pi -e 's/^\*\*Depends:\*\* S01/$&\n\n**Verify:** `test -d notes`/; s/low/medium/' .forge/plans/plan-001-notes.md
has .forge/plans/plan-001-notes.md "Work on it had begun"
expect 0 forge run --pipeline milestone --execute .forge/plans/plan-001-notes.md --auto
silent "planned anew"
out=$(forge plan steps 3)
says "[x] T02: check"

scenario "a slice whose run was cancelled is planned anew"
tree
import
cat >"$work/agent.sh" <<END
prompt=\$(cat)
if [ "\$FORGE_STEP" = T02 ] && [ ! -e "$work/go" ]; then
  printf 'no\n\n\`\`\`json\n{"status":"blocked","summary":"none","blocker":"T02 is the wrong task"}\n\`\`\`\n'
else printf '%s\n' "\$prompt" | perl $naive; fi
END
export FORGE_AGENT="command:sh $work/agent.sh"
run forge run --pipeline milestone --execute .forge/plans/plan-001-notes.md --auto
expect 0 forge cancel 3
touch "$work/go"
run forge resume 2
says "step S02 is planned anew, without its imported tasks: another run did it before"
out=$(forge log 4)
says "plan                    started"

scenario "an export gives the documents back with the state of today, and keeps what changed since"
tree
import
expect 0 forge plan export 1 --format milestone --to ../out/M001
is "the export" "$(diff -r $folder ../out/M001)" ""
echo "New words." >$folder/M001-CONTEXT.md
echo "Another goal." >>"$slice/S02-PLAN.md"
expect 0 forge plan export 1 --format milestone --to $folder --force
has $folder/M001-CONTEXT.md "New words."
has "$slice/S02-PLAN.md" "Another goal."
mkdir ../M002
echo '- [ ] **S01: Other**' >../M002/M002-ROADMAP.md
expect 1 forge plan export 1 --format milestone --to ../M002 --force
says "holds milestone M002, and the plan is M001"

scenario "a link in the folder is not followed, neither to read nor to write"
tree
mkdir ../elsewhere
echo "secret words" >../elsewhere/M001-CONTEXT.md
ln -s "$PWD/../elsewhere/M001-CONTEXT.md" $folder/M001-CONTEXT.md
run forge plan import $folder
says "note: M001-CONTEXT.md is a link and was not read"
lacks .forge/plans/plan-001-notes.md "secret words"
mkdir -p ../out
ln -s "$PWD/../elsewhere" ../out/slices
run forge plan export 1 --format milestone --to ../out
says "is a link; nothing was written"
is "behind the link" "$(ls ../elsewhere)" M001-CONTEXT.md

finish
