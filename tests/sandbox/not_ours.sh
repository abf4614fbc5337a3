#!/bin/sh
# not_ours.sh FORGE: Forge ends what its units leave, and no process of a person: none that the shell had which became
# Forge (exec), and none of another project with the same path in another container.
here=$(dirname "$(readlink -f "$0")")
. "$here/world.sh"
mark=$$
alive() { pgrep -f "^sleep 8[0-9]\.$mark" | tr '\n' ' '; }
# lives NUMBER WHAT
lives() { pgrep -f "^sleep $1\.$mark" >/dev/null || fail "Forge ended $2"; }
# shellcheck disable=SC2046,SC2317  # a list; called by trap
clean() {
  kill -9 $(alive) $(pgrep -f "^/bin/sh $root/hang") ${engine:-} ${other:-} 2>/dev/null
  rm -rf "$root"
}
trap clean EXIT
command -v setpriv >/dev/null || { echo "skipped: setpriv is not installed"; exit 77; }
# confined: a program that has made a sandbox of its own, as a browser or a package of snap does.
confined="setpriv --no-new-privs"
cat >.forge/pipelines/probe.toml <<'END2'
name  = "probe"
about = "one agent"
[[stage]]
name = "write"
role = "engineer"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
END2
git add -A && git commit -q -m first || exit 2

# What became Forge had children.
sh -c "$confined sleep 80.$mark & FORGE_PROCESS_KEY=mine FORGE_TOOL=mine FORGE_VERIFY_KEY=mine sleep 81.$mark &
  exec '$forge' run one --pipeline probe --agent 'command:echo one >one.txt'" >"$root/said" 2>&1 ||
  { cat "$root/said"; fail "the run ended with $?"; }
lives 80 "a confined child of the shell before it"
lives 81 "a child of the shell before it with a variable of Forge's name"

# A unit that does not stop: what git started is ended for it, what the shell started is not.
printf '#!/bin/sh\n[ ! -e hang.txt ] || { trap "" TERM INT HUP; : >%s/hangs; exec sleep 83.%s; }\nexec cat\n' "$root" "$mark" >"$root/hang"
chmod +x "$root/hang"
git config filter.h.clean "$root/hang"
git config filter.h.required true
echo '*.txt filter=h' >.gitattributes && git add -A && git commit -q -m filter || exit 2
"$forge" config set stop_timeout 1 >"$root/said" || { cat "$root/said"; fail "forge config set ended with $?"; }
sh -c "sleep 82.$mark & exec '$forge' run two --pipeline probe --agent 'command:echo two >hang.txt'" >"$root/said" 2>&1 &
engine=$!
until [ -e "$root/hangs" ] || ! kill -0 $engine 2>/dev/null; do :; done
kill -TERM $engine
wait $engine
engine=
[ -e "$root/hangs" ] || { cat "$root/said"; fail "git did not hang"; }
! pgrep -f "^sleep 83\.$mark" >/dev/null || fail "git hangs on"
lives 82 "a child of the shell before it, on SIGTERM"
# shellcheck disable=SC2046  # a list
kill -9 $(alive) 2>/dev/null

# Two containers that see each other's processes, with the same path.
mkdir "$root/same"
for name in A B; do
  mkdir "$root/$name" "$root/$name/home"
  cp -a "$root/repo" "$root/$name/repo"
  rm -rf "$root/$name/repo/.forge/state"
done
# inside A|B COMMAND...: replaces this shell
inside() {
  name=$1
  shift
  # shellcheck disable=SC2016
  exec unshare -m sh -c 'mount --bind "$1" "$2" && cd "$2/repo" && export HOME="$2/home" && shift 2 && exec "$@"' sh \
    "$root/$name" "$root/same" "$@"
}
if (inside A true) 2>/dev/null; then
  cd "$root" || exit 2
  (inside A "$forge" run one --pipeline probe --agent "command:sleep 84.$mark") >"$root/said-A" 2>&1 &
  engine=$!
  until pgrep -f "^sleep 84\.$mark" >/dev/null || ! kill -0 $engine 2>/dev/null; do :; done
  (inside B "$forge" run one --pipeline probe --agent "command:sleep 85.$mark") >"$root/said-B" 2>&1 &
  other=$!
  until pgrep -f "^sleep 85\.$mark" >/dev/null || ! kill -0 $other 2>/dev/null; do :; done
  lives 84 "the agent of another container, with its own start"
  kill -9 $engine
  wait $engine 2>/dev/null
  engine=
  lives 84 "nothing, but the agent is gone with its engine"
  (inside A "$forge" status) >"$root/said" 2>&1 || { cat "$root/said"; fail "forge status ended with $?"; }
  ! pgrep -f "^sleep 84\.$mark" >/dev/null || fail "the agent of the dead engine lives on"
  lives 85 "the agent of another container"
  [ $failed = 0 ] || cat "$root/said-A" "$root/said-B"
else
  echo "no mounts can be made: containers are not tried"
fi
[ $failed = 0 ] && echo "nothing of a person's was ended"
exit $failed
