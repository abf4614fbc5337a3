#!/bin/sh
# red_before.sh FORGE: whoever works in a repository that was red before the work is told so.
. "$(dirname "$0")/lib.sh"

say() { printf '[[turn]]\nstage = "%s"\nrepeat = true\ntext = """\n%s\n"""\n' "$1" "$2"; }
# bug IMPLEMENT...: the agents of `bug`; each argument is what one round of `implement` writes into fix.txt.
bug() {
  say triage "The cause is known. $(printf 'It is in fix.txt, which lacks a line. %.0s' 1 2 3 4 5 6)"
  printf 'result = { route = "A", severity = "minor", cause = "fix.txt lacks a line" }\n'
  for content; do
    printf '[[turn]]\nstage = "implement"\ntext = "Done."\nresult = { status = "done", summary = "Done." }\n'
    printf '[[turn.write]]\npath = "fix.txt"\ncontent = "%s\\n"\n' "$content"
  done
  say review-code '**Verdict:** Approved'
  say approve '**Verdict:** Approved'
  say finalize 'All is said.'
}
red() {
  printf 'echo "other: red"\n! grep -q worse fix.txt || echo "fix: worse"\n! grep -q green fix.txt\n' >check.sh
  printf 'lacking\n' >fix.txt
  printf 'exit 1\n' >>check.sh
  git add . && git commit -q -m red
  forge config set verify "sh check.sh" >/dev/null
}

scenario "a failure from before the work is told, counts, and a person decides"
red
bug fixed again "and again" "once more" | agent
run forge run "fix.txt lacks a line" --pipeline bug
[ "$status" != 0 ] || fail "exit 0"
says '`sh check.sh` fails as it did before any work'
is told "$(grep -l 'fails as it did before any work' .forge/state/runs/001/units/*/prompt.md | wc -l | sed 's/[1-9]/some/')" some

scenario "a failure that the work made worse counts"
red
bug worse worse worse worse | agent
run forge run "fix.txt lacks a line" --pipeline bug
silent 'as it did before any work'
[ "$status" != 0 ] || fail "exit 0"

finish
