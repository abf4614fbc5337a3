#!/bin/sh
# What survives of a unit: its texts are on disk before its end is in the journal, and its process is ended when a killed
# engine's run is taken over, whatever the process has done to its environment.
. "$(dirname "$0")/lib.sh"

# one AGENT: a pipeline with one stage, and what works at it
one() {
  mkdir -p .forge/pipelines
  printf 'name = "one"\nabout = "one unit"\n[[stage]]\nname = "look"\nrole = "researcher"\n' >.forge/pipelines/one.toml
  cat >"$work/agent.sh"
  chmod +x "$work/agent.sh"
}

scenario "a unit's texts are durable before the journal says that it ended"
if command -v strace >/dev/null && strace -c -o /dev/null true 2>/dev/null && ! grep -qE '__(a|t)san_init' "$forge_binary"; then
  one <<'END'
#!/bin/sh
echo the-answer-is-42
END
  expect 0 strace -f -y -s 5000 -e trace=write,pwrite64,fsync,syncfs -o "$work/calls" \
    forge run look --pipeline one --isolation shared --agent "command:$work/agent.sh" --auto
  # The first write of each text, the sync behind it, and the first page of the journal with the answer's first line.
  # Where much waits to be written to the disk, each file is synced; else the file system.
  out=$(awk '
    /units\/[0-9]+\/answer\.md/ && / write\(/ { written = NR }
    / syncfs\(/ || / fsync\(.*units\/[0-9]+\/answer\.md/ { if (written && !synced) synced = NR }
    / pwrite64\(.*-wal>.*the-answer-is-42/ { if (!recorded) recorded = NR }
    END { print written + 0, synced + 0, recorded + 0 }' "$work/calls")
  # shellcheck disable=SC2086  # three numbers
  set -- $out
  [ "$1" -gt 0 ] && [ "$2" -gt "$1" ] && [ "$3" -gt "$2" ] || fail "written, synced and recorded in another order"
else
  echo "no strace: the order of calls is not seen"
fi

scenario "a process that dropped its environment is ended when the run is taken over"
one <<END
#!/bin/sh
[ ! -e "$work/pid" ] || exit 0
echo \$\$ >"$work/pid"
until grep -q "^\$\$ " "$work/repo/.forge/state/runs/001/processes"; do :; done
kill -9 \$PPID
exec env -i sleep 1000
END
expect 0 forge config set sandbox off
expect 137 forge run look --pipeline one --isolation shared --agent "command:$work/agent.sh" --auto
pid=$(cat "$work/pid")
expect 0 forge resume
# It may wait for whoever got it as an orphan.
[ ! -e "/proc/$pid" ] || expect 0 grep -q '^State:.*Z' "/proc/$pid/status"
finish
