#!/bin/sh
# left_behind.sh FORGE LEAVER [off]: when a unit ends, nothing of it lives: also not what has left its group, its session, its
# parent and its environment, nor what ends before it can be looked at. After kill -9 of the engine the next command ends it,
# whatever command that is.
here=$(dirname "$(readlink -f "$0")")
leaver=$(readlink -f "$2")
. "$here/world.sh"
[ "${3:-}" != off ] || export FORGE_SANDBOX=off
mark=$$
# Long enough to be found, with names that nothing else has.
alive() { pgrep -f "^sleep 9[0-9]\.$mark" | tr '\n' ' '; }
# shellcheck disable=SC2046,SC2317  # a list; called by trap
clean() {
  kill -9 $(alive) ${engine:-} 2>/dev/null
  rm -rf "$root"
}
trap clean EXIT
cat >attack.sh <<END
#!/bin/sh
sleep 90.$mark >/dev/null 2>&1 &
setsid sleep 91.$mark >/dev/null 2>&1 &
env -i setsid sleep 92.$mark >/dev/null 2>&1 &
(env -i setsid sh -c '(sleep 93.$mark &) &' >/dev/null 2>&1 &)
(exec env -i setsid sh -c 'trap "" TERM HUP; (sleep 94.$mark; :) & wait' >/dev/null 2>&1 &)
n=0
until [ \$n = 5 ]; do n=\$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\000' ' ' | grep -o "sleep 9[0-4].$mark" | sort -u | wc -l); done
echo started
END
cat >wait.sh <<END
#!/bin/sh
. ./attack.sh
: >started
sleep 95.$mark
END
cp "$leaver" leaver
chmod +x attack.sh wait.sh
cat >.forge/pipelines/probe.toml <<'END'
name  = "probe"
about = "one agent that leaves processes behind"
[[stage]]
name = "write"
role = "engineer"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
END
git add -A && git commit -q -m first || exit 2

"$forge" run "leave" --pipeline probe --agent "command:$root/repo/attack.sh" >"$root/said" 2>&1 ||
  { cat "$root/said"; fail "the run ended with $?"; }
[ -z "$(alive)" ] || fail "an agent left: $(ps -o pid=,args= -p "$(alive | sed 's/ $//; s/ /,/g')")"
"$forge" verify -c ./attack.sh >"$root/said" 2>&1 || { cat "$root/said"; fail "forge verify ended with $?"; }
[ -z "$(alive)" ] || fail "a verify command left: $(ps -o pid=,args= -p "$(alive | sed 's/ $//; s/ /,/g')")"

# lives: whether one of those that the leaver left does.
lives() { ! flock -n "$root/repo/held" true; }
for way in chain sibling crowd; do
  ./leaver $way held 2
  lives || fail "without Forge, $way does not outlive its parent"
  flock held true
  # Ends within one grace, not one for each.
  timeout 30 "$forge" run "leave" --pipeline probe --isolation shared --agent "command:exec $root/repo/leaver $way held 60" \
    >"$root/said" 2>&1 || { cat "$root/said"; fail "$way: the run ended with $?"; }
  ! lives || fail "an agent left its $way"
  flock held true
  timeout 30 "$forge" verify -c "exec ./leaver $way held 60" >"$root/said" 2>&1 ||
    { cat "$root/said"; fail "$way: forge verify ended with $?"; }
  ! lives || fail "a verify command left its $way"
  flock held true
done

"$forge" run "wait" --pipeline probe --isolation shared --agent "command:$root/repo/wait.sh" >"$root/said" 2>&1 &
engine=$!
until [ -e started ] || ! kill -0 $engine 2>/dev/null; do :; done
kill -9 $engine
wait $engine 2>/dev/null
engine=
[ -n "$(alive)" ] || fail "nothing was left to end"
# The agent itself goes as well: then nothing holds the rest together.
pkill -9 -f "^sleep 95\.$mark"
pkill -9 -f "/bin/sh .*$root/repo/wait.sh"
"$forge" status >"$root/said" 2>&1 || { cat "$root/said"; fail "forge status ended with $?"; }
[ -z "$(alive)" ] || fail "after the next command: $(ps -o pid=,args= -p "$(alive | sed 's/ $//; s/ /,/g')")"
# With its environment dropped: only the sandbox, or the mark, tells whose it is.
cat >wait.sh <<END
#!/bin/sh
env -i ./leaver chain held 60
: >chained
sleep 95.$mark
END
"$forge" run "wait" --pipeline probe --isolation shared --agent "command:$root/repo/wait.sh" >"$root/said" 2>&1 &
engine=$!
until [ -e chained ] || ! kill -0 $engine 2>/dev/null; do :; done
kill -9 $engine
wait $engine 2>/dev/null
engine=
lives || fail "the chain ended with the engine"
"$forge" status >"$root/said" 2>&1 || { cat "$root/said"; fail "forge status ended with $?"; }
! lives || fail "after the next command the chain lives"
[ $failed = 0 ] && echo "nothing was left behind"
exit $failed
