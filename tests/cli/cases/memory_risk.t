Which parts fail: checks that pass count as well as those that fail.

  $ mkdir -p .forge/pipelines src/store src/web
  $ printf 'store = ["src/store/**"]\nweb = ["src/web/**"]\n' > .forge/subsystems.toml
  $ cat > .forge/pipelines/checked.toml <<'END'
  > name  = "checked"
  > about = "two checks of a plan"
  > [[stage]]
  > name = "first"
  > kind = "check"
  > commands = ["true"]
  > [[stage]]
  > name = "second"
  > kind = "check"
  > commands = ["test -f good"]
  > END
  $ plan() { printf '# Plan: %s\n\n## Steps\n\n### Step a: change it\n- Do: it\n' "$1"; shift; printf -- '- Writes: %s\n' "$*"; }
  $ plan one src/store/a.cc > one.md; plan two src/store/a.cc, src/web/b.cc > two.md
  $ touch good; forge run 'both pass' --pipeline checked --plan one.md --agent command:true --isolation shared --auto >/dev/null; echo $?
  0
  $ rm good; forge run 'one fails' --pipeline checked --plan two.md --agent command:true --isolation shared --auto >/dev/null; echo $?
  4
  $ touch good; forge run 'both pass again' --pipeline checked --plan two.md --agent command:true --isolation shared --auto >/dev/null; echo $?
  0
  $ forge risk
  SUBSYSTEM  FAILS  CHECKS  RUNS  ROUNDS  LAST
  web        25%    1 of 4  2     1.0     0s   ago
  store      17%    1 of 6  3     1.0     0s   ago
  $ forge risk --json | sed -E 's/_ms":[0-9]+/_ms":MS/g'
  {"subsystems":[{"subsystem":"web","fail_rate":0.25,"failed":1,"passed":3,"runs":2,"mean_iterations":1.0,"last":"TIME"},{"subsystem":"store","fail_rate":0.17,"failed":1,"passed":5,"runs":3,"mean_iterations":1.0,"last":"TIME"}],"co_failures":[{"a":"store","b":"web","fail_rate":0.25,"failed":1,"passed":3,"runs":2}]}
  $ forge diary | sed 's/^[^ ]* *//'
  run 3 (checked) completed: both pass again; 1 steps, 2 checks passed, 0 failed  (forge)
  run 2 (checked) failed: one fails; 1 steps, 1 checks passed, 1 failed; `second` failed: test -f good (exit 1)  (forge)
  run 1 (checked) completed: both pass; 1 steps, 2 checks passed, 0 failed  (forge)
