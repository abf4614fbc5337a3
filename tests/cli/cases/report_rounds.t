The report: a round that failed looks failed in the timeline, and a commit has its own message.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/greet.toml <<'END'
  > name  = "greet"
  > about = "work, prove, commit"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["grep -q hello a.txt"]
  > on_revision = "work"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > message = "Greet whoever comes"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "goodbye"
  > [[turn]]
  > stage = "work"
  > text = "Corrected."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "hello"
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "a file" --pipeline greet --agent replay:agent.toml > log; echo $?
  0
  $ forge report 1 --html > page.html; grep -o '<i class="[a-z]*" style="[^"]*" title="[^:]*: [a-z]*' page.html | sed 's/ style="[^"]*"//'
  <i class="agent" title="work: done
  <i class="bad" title="verify: failed
  <i class="agent" title="work, round 2: done
  <i class="check" title="verify, round 2: done
  <i class="merge" title="commit: done
  $ grep -o '<summary><code>[0-9a-f]*</code>[^<]*' page.html | sed 's/[0-9a-f]\{12\}/HASH/'; forge report 1 | grep "commit "; forge report 1 --md | grep "^- commit"; forge report 1 --json | grep -o '"title":"Greet[^"]*"'
  <summary><code>HASH</code> Greet whoever comes
    commit HASH  Greet whoever comes
  - commit HASH Greet whoever comes
  "title":"Greet whoever comes"
