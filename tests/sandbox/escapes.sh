#!/bin/sh
# escapes.sh FORGE PROBER [as-user | no-mounts]: the prober as an agent that reads, one that writes, one without a network,
# and as a verify command. What it can do without a sandbox must be refused in each, except for the network where it is on.
here=$(dirname "$(readlink -f "$0")")
prober=$(readlink -f "$2") mode=${3:-}
if [ "$mode" = as-user ]; then
  [ "$(id -u)" = 0 ] || { echo "skipped: we are an ordinary user already"; exit 77; }
  command -v setpriv >/dev/null || { echo "skipped: setpriv is not installed"; exit 77; }
  copy=$(mktemp -d /tmp/forge-escapes.XXXXXX) && chmod 755 "$copy" && trap 'rm -rf "$copy"' EXIT
  mkdir -m 755 "$copy/tests" "$copy/tests/sandbox"
  cp "$1" "$copy/forge" && cp "$prober" "$copy/prober" && cp "$here"/*.sh "$copy/tests/sandbox" && chmod -R a+rX "$copy"
  TMPDIR=/tmp HOME=/nonexistent setpriv --reuid=65534 --regid=65534 --clear-groups \
    sh "$copy/tests/sandbox/escapes.sh" "$copy/forge" "$copy/prober"
  exit
fi
. "$here/world.sh"
if [ "$mode" = no-mounts ] && ! powers | grep -q 'no mounts of its own'; then
  rm -rf "$root"
  echo "skipped: mounts cannot be taken away here (no user namespaces)"
  exit 77
fi
if ! powers | grep -qE 'Landlock ([6-9]|[1-9][0-9])' || powers | grep -q 'no filter of system calls'; then
  rm -rf "$root"
  echo "skipped: the proof wants Landlock 6 and seccomp: $(powers)"
  exit 77
fi

# Sockets in homes, beside the workspace, and where programs make them; some of these places only root can write.
mkdir -p "$HOME/.gnupg" "$root/elsewhere"
places="$HOME/.gnupg/agent $root/elsewhere/editor"
for place in /tmp /var/tmp /dev/shm /run /run/user /mnt; do
  made=$(mktemp -d "$place/forge-probe-XXXXXX" 2>/dev/null) && made_places="${made_places:-} $made" && places="$places $made/server"
done
mkfifo "$root/until" "$root/words"
# shellcheck disable=SC2086  # lists
"$prober" world $places <"$root/until" >"$root/words" 2>"$root/world.errors" &
world=$!
exec 9>"$root/until"
# shellcheck disable=SC2086,SC2317  # a list; called by trap
clean() {
  exec 9>&-
  wait $world
  rm -rf "$root" ${made_places:-}
}
trap clean EXIT
read -r words <"$root/words"

# shellcheck disable=SC2086
"$prober" try $words $places >"$root/control"
ways=$(grep -c '^through' "$root/control")
[ "$ways" -ge 100 ] || fail "without a sandbox only $ways attempts get through"
grep '^refused' "$root/control" | sed 's/^refused/not proved here:/'

cp "$prober" prober
# The parent of the agent is the engine; a verify command has a shell in between, which says it.
cat >attack.sh <<END
#!/bin/sh
exec ./prober try engine=\${1:-\$PPID} $words $places
END
chmod +x attack.sh
cat >.forge/pipelines/probe.toml <<'END'
name  = "probe"
about = "three agents that try to get out"
[[stage]]
name = "read"
role = "researcher"
[[stage]]
name = "write"
role = "engineer"
[[stage]]
name = "cut"
role = "alone"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
END
printf 'name = "alone"\npersona = "no network"\nwrites = true\nnetwork = "off"\n' >.forge/roles/alone.toml
git add -A && git commit -q -m first || exit 2
"$forge" run "get out" --pipeline probe --agent "command:$root/repo/attack.sh" >"$root/said" 2>&1 ||
  { cat "$root/said"; fail "the run ended with $?"; }
"$forge" verify -c './attack.sh $PPID >verified' >"$root/said" 2>&1 || { cat "$root/said"; fail "forge verify ended with $?"; }

# inside NAME FILE [NETWORK]: no line of it says that an attempt got through.
inside() {
  tried=$(grep -cE '^(through|refused|absent) ' "$2")
  [ "$tried" -ge "$(wc -l <"$root/control")" ] || fail "$1: only $tried attempts were made"
  grep '^through' "$2" | grep -v "^through network: ${3:-none}" | sed "s/^through/FAILED: $1 got out:/" >"$root/out"
  [ ! -s "$root/out" ] || { cat "$root/out"; failed=1; }
  echo "$1: $tried attempts"
}
units=.forge/state/runs/001/units
inside "an agent that reads" $units/1/answer.md ".*"
inside "an agent that writes" $units/2/answer.md ".*"
inside "an agent without a network" $units/3/answer.md
inside "a verify command" verified ".*"
[ $failed = 0 ] && echo "of $ways ways out that this machine has, none was open"
exit $failed
