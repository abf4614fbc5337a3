#!/bin/sh
# `--isolation shared`: steps whose roles only read work at the same time in your checkout, before and after a kill. Steps
# that may write work there one after the other.
. "$(dirname "$0")/lib.sh"

# steps ROLE: three steps at a time, each one stage of ROLE; the agent is on standard input.
steps() {
  mkdir -p .forge/pipelines "$work/seen"
  printf 'name = "all"\nabout = "steps"\n[[stage]]\nname = "each"\nkind = "each"\npipeline = "one"\nmax_concurrent = 3\n' >.forge/pipelines/all.toml
  printf 'name = "one"\nabout = "one unit"\n[[stage]]\nname = "look"\nrole = "%s"\n' "$1" >.forge/pipelines/one.toml
  [ "$1" != engineer ] || printf '[[stage]]\nname = "commit"\nkind = "integrate"\nhow = "commit"\n' >>.forge/pipelines/one.toml
  printf '# Plan: look\n\n## Steps\n\n### Step a: a\n- Do: look\n\n### Step b: b\n- Do: look\n\n### Step c: c\n- Do: look\n' >"$work/plan.md"
  cat >"$work/agent.sh"
  chmod +x "$work/agent.sh"
  expect 0 forge config set sandbox off
}
start() { run forge run look --pipeline all --isolation shared --plan "$work/plan.md" --agent "command:$work/agent.sh" --auto; }
# most: of the units of run 1, how many were under way at once, by the journal
most() {
  forge log 1 --json | awk '
    /"kind":"unit-started"/ { if (++now > most) most = now }
    /"kind":"ended"/ { --now }
    END { print most + 0 }'
}

scenario "three steps that read work at the same time"
# Each waits for the others: one after the other they would wait for ever.
steps researcher <<END
#!/bin/sh
touch "$work/seen/\$FORGE_STEP"
until [ -e "$work/seen/a" ] && [ -e "$work/seen/b" ] && [ -e "$work/seen/c" ]; do :; done
END
start
is "its end" "$status" 0
is "units at a time" "$(most)" 3

scenario "a killed engine's steps that read are all taken up again"
# Once all three are there the last kills the engine; the others outlive it until the run is taken over.
steps researcher <<END
#!/bin/sh
echo x >>"$work/seen/\$FORGE_STEP"
[ ! -e "$work/killed" ] || exit 0
until [ -e "$work/seen/a" ] && [ -e "$work/seen/b" ] && [ -e "$work/seen/c" ]; do :; done
[ "\$FORGE_STEP" != c ] || { touch "$work/killed"; kill -9 \$PPID; }
exec sleep 1000
END
start
is "its end" "$status" 137
expect 0 forge resume
for step in a b c; do is "units of $step" "$(wc -l <"$work/seen/$step")" 2; done

scenario "steps that may write wait for each other, before and after a kill"
steps engineer <<END
#!/bin/sh
mkdir "$work/seen/alone" || { touch "$work/seen/together"; exit 1; }
echo "\$FORGE_STEP" >>"$work/repo/written"
if [ "\$FORGE_STEP" = b ] && [ ! -e "$work/killed" ]; then
  touch "$work/killed"
  rmdir "$work/seen/alone"
  kill -9 \$PPID
  exec sleep 1000
fi
rmdir "$work/seen/alone"
END
start
is "its end" "$status" 137
expect 0 forge resume
[ ! -e "$work/seen/together" ] || fail "two that write were at work at once"
is "units at a time" "$(most)" 1
is "what they wrote" "$(sort -u written | tr '\n' ' ')" 'a b c '

scenario "a role that writes since the run started is refused where others read beside it"
# The engine is killed once all three are past their first line: one that looks later would take itself for a new unit.
steps looker <<END
#!/bin/sh
[ ! -e "$work/changed" ] || { touch "$work/repo/written"; exit 0; }
touch "$work/seen/\$FORGE_STEP"
[ "\$FORGE_STEP" != a ] || { until [ -e "$work/seen/b" ] && [ -e "$work/seen/c" ]; do :; done; kill -9 \$PPID; }
exec sleep 1000
END
mkdir -p .forge/roles
printf 'name = "looker"\nabout = "looks"\npersona = "You look."\n' >.forge/roles/looker.toml
start
is "its end" "$status" 137
touch "$work/changed"
printf 'name = "looker"\nabout = "looks"\npersona = "You look."\nwrites = true\n' >.forge/roles/looker.toml
run forge resume
says "the role \`looker\` writes now"
[ ! -e written ] || fail "a unit wrote"
finish
